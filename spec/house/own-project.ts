import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type CompilerError, compileProject } from '../support/compiler';
import { repository } from './repository';
import { shell } from './shell';

/** A project of a developer who uses the package. */
export interface OwnProject {
  readonly folder: string;
  /** What runs of a source once the project is compiled. */
  compiled(file: string): string;
  /** Compiles all of it in one go. */
  compile(): Promise<CompilerError[]>;
  /** Runs commands in its folder; the programs of `npx` are those of this repository. */
  shell(commands: readonly string[], environment?: Readonly<Record<string, string>>): Promise<string[]>;
  remove(): void;
}

const modules = path.join(repository.root, 'node_modules');

const program = path.join(repository.root, 'dist/lib/program/bin.js');

/** What `npx` runs. The project is compiled before anything is run, so that the compiler has nothing to do. */
const NPX = `#!/bin/sh
program="$1"
shift
case "$program" in
  calendar-events) exec '${process.execPath}' '${program}' "$@" ;;
  mocha) exec '${process.execPath}' '${path.join(modules, 'mocha/bin/mocha.js')}' "$@" ;;
  tsc) exit 0 ;;
esac
exit 1
`;

const link = (from: string, to: string): void => {
  mkdirSync(path.dirname(to), { recursive: true });
  symlinkSync(from, to, 'junction');
};

/** Makes a project named `name` in which this repository, and what it needs of others, are installed. */
export function createOwnProject(name: string, files: ReadonlyMap<string, string>): OwnProject {
  // As programs see it, whose messages name their files.
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), `${name}-`)));
  for (const [file, text] of files) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), `${text}\n`);
  }
  const installed = (one: string) => path.join(folder, 'node_modules', one);
  link(repository.root, installed('calendar-events'));
  link(folder, installed(name));
  link(program, installed('.bin/calendar-events'));
  for (const one of ['@types', 'koa', 'openapi-fetch', 'openapi-typescript-helpers']) link(path.join(modules, one), installed(one));
  const programs = installed('.programs');
  mkdirSync(programs);
  writeFileSync(path.join(programs, 'npx'), NPX);
  chmodSync(path.join(programs, 'npx'), 0o755);
  return {
    folder,
    compiled: (file) => path.join(folder, 'out', file.replace(/\.(m?)ts$/, '.$1js')),
    compile: () => compileProject(folder),
    shell: (commands, environment = {}) => shell(commands, { cwd: folder, programs, environment }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
