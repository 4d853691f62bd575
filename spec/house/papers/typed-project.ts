import { execFile } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type CompilerError, compileProject } from '../../support/compiler';
import { repository } from '../repository';

/** A TypeScript project with types from an OpenAPI document, and the errors of the compiler. */
export interface TypedProject {
  readonly complaints: readonly CompilerError[];
  /** Runs a compiled source and parses each printed line as JSON. */
  run(file: string, args: readonly string[]): Promise<unknown[]>;
  remove(): void;
}

const modules = path.join(repository.root, 'node_modules');
const run = promisify(execFile);

const asModule = (code: string): string => `data:text/javascript,${encodeURIComponent(code)}`;

/**
 * openapi-typescript needs the JavaScript API of TypeScript, which the compiler of this repository lacks. This hook loads an older
 * compiler for it.
 */
const OLDER_COMPILER = asModule(`import { register } from 'node:module';
register(${JSON.stringify(
  asModule(`export const resolve = (name, context, next) =>
  next(name === 'typescript' && context.parentURL?.includes('/openapi-typescript/') ? 'typescript-5' : name, context);`),
)});`);

const SETTINGS = {
  compilerOptions: {
    target: 'ES2023',
    lib: ['ES2023'],
    module: 'node20',
    types: ['node'],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noPropertyAccessFromIndexSignature: true,
    rootDir: '.',
    outDir: 'out',
  },
};

/** Writes the types of a document to `document.ts`, adds the sources, and compiles the project strictly. */
export async function openTypedProject(document: object, sources: Readonly<Record<string, string>> = {}): Promise<TypedProject> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'typed-')));
  const write = (file: string, text: string) => writeFileSync(path.join(folder, file), text);
  symlinkSync(modules, path.join(folder, 'node_modules'), 'junction');
  write('tsconfig.json', JSON.stringify(SETTINGS));
  write('document.json', JSON.stringify(document));
  for (const [file, text] of Object.entries(sources)) write(file, text);
  const program = path.join(modules, 'openapi-typescript/bin/cli.js');
  await run(process.execPath, ['--import', OLDER_COMPILER, program, 'document.json', '--output', 'document.ts'], { cwd: folder });
  return {
    complaints: await compileProject(folder),
    async run(file, args) {
      const { stdout } = await run(process.execPath, [path.join(folder, 'out', file.replace(/\.ts$/, '.js')), ...args]);
      return stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
