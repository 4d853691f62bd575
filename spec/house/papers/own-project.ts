import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type CompilerError, compileProject } from '../../support/compiler';
import { repository } from '../repository';
import { shell } from './shell';

/** A project of a developer who uses the package. */
export interface OwnProject {
  readonly folder: string;
  /** The path of the compiled JavaScript file for a source. */
  compiled(file: string): string;
  compile(): Promise<CompilerError[]>;
  /** Runs shell commands in the folder. `npx` runs the programs of this repository. */
  shell(commands: readonly string[], environment?: Readonly<Record<string, string>>): Promise<string[]>;
  remove(): void;
}

const modules = path.join(repository.root, 'node_modules');

const program = path.join(repository.root, 'dist/lib/program/bin.js');

/** A replacement for `npx`. It skips the compiler, because the project is compiled first. */
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

/** Creates a project with this repository and its dependencies installed. */
export function createOwnProject(name: string, files: ReadonlyMap<string, string>): OwnProject {
  // Messages of programs name the real path.
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
