import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

const FOREIGN = new Set(['node_modules', 'dist', 'data', 'coverage']);
const DOT_FOLDERS = new Set(['.ci', '.github']);

function rootOf(folder: string): string {
  return existsSync(path.join(folder, '.dependency-cruiser.cjs')) ? folder : rootOf(path.dirname(folder));
}

const root = rootOf(__dirname);

function filesIn(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name);
    if (entry.isFile()) return [file];
    const isIncluded = entry.isDirectory() && !FOREIGN.has(entry.name) && (!entry.name.startsWith('.') || DOT_FOLDERS.has(entry.name));
    return isIncluded ? filesIn(file) : [];
  });
}

/** The files of this repository, by their paths from the root. */
export const repository = {
  root,
  compiled: path.resolve(__dirname, '../..'),
  files: (): string[] => filesIn('').sort(),
  read: (file: string): string => readFileSync(path.join(root, file), 'utf8'),
  isFolder: (file: string): boolean => statSync(path.join(root, file), { throwIfNoEntry: false })?.isDirectory() ?? false,
};
