import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { repository } from '../house/repository';

/** A program that has the packed package and the types of Node.js as its only dependencies. */
export interface Consumer {
  readonly files: readonly string[];
  /** The size of the archive in bytes. */
  readonly bytes: number;
  /** Writes a file of the program and returns its path. */
  write(name: string, text: string): string;
  /** Runs a file with Node.js and returns its output. Rejects if it fails. */
  run(file: string, ...args: readonly string[]): Promise<string>;
  /** The path of a file of the package. */
  path(file: string): string;
  /** Compiles files and all declarations that they import, with and without exact optional properties. Returns the errors. */
  compile(...files: readonly string[]): Promise<string>;
  remove(): void;
}

const link = (from: string, to: string): void => {
  mkdirSync(path.dirname(to), { recursive: true });
  symlinkSync(from, to, 'junction');
};

const modules = path.join(repository.root, 'node_modules');

/** Packs the package and creates a program that depends on it. */
export function createConsumer(): Consumer {
  const folder = mkdtempSync(path.join(tmpdir(), 'consumer-'));
  // Without scripts, npm packs the code as it is compiled now.
  const options = { cwd: repository.root, encoding: 'utf8', stdio: 'pipe', shell: process.platform === 'win32' } as const;
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], options);
  const [archive = ''] = readdirSync(folder);
  execFileSync('tar', ['-xzf', archive], { cwd: folder });
  const own = path.join(folder, 'node_modules/calendar-events');
  link(path.join(folder, 'package'), own);
  const { dependencies } = JSON.parse(readFileSync(path.join(folder, 'package/package.json'), 'utf8')) as { dependencies: object };
  for (const name of Object.keys(dependencies)) link(path.join(modules, name), path.join(folder, 'package/node_modules', name));
  link(path.join(modules, '@types/node'), path.join(folder, 'node_modules/@types/node'));
  const filesIn = (at: string): string[] =>
    readdirSync(path.join(folder, 'package', at), { withFileTypes: true }).flatMap((entry) => {
      const file = path.posix.join(at, entry.name);
      if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesIn(file);
      return [file];
    });
  const execute = promisify(execFile);
  return {
    files: filesIn(''),
    bytes: statSync(path.join(folder, archive)).size,
    write(name, text) {
      const file = path.join(folder, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text);
      return file;
    },
    run: async (file, ...args) => (await execute(process.execPath, [file, ...args], { cwd: folder, timeout: 20_000 })).stdout,
    path: (file) => path.join(own, file),
    async compile(...files) {
      const strictly = [
        '--module',
        'node16',
        '--target',
        'es2023',
        '--types',
        'node',
        '--strict',
        '--noEmit',
        ...['--skipLibCheck', 'false'],
      ];
      const compiler = path.join(modules, 'typescript/bin/tsc');
      const errorsOf = (...more: readonly string[]) =>
        execute(process.execPath, [compiler, ...strictly, ...more, ...files], { cwd: folder }).then(
          () => '',
          ({ stdout }: { readonly stdout: string }) => stdout,
        );
      return (await Promise.all([errorsOf(), errorsOf('--exactOptionalPropertyTypes')])).join('');
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
