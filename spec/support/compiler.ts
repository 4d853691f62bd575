import { execFile } from 'node:child_process';
import path from 'node:path';
import { repository } from '../house/repository';

export interface CompilerError {
  /** The file, relative to the project folder. */
  readonly file: string;
  readonly line: number;
  readonly sentences: readonly string[];
}

const compiler = path.join(repository.root, 'node_modules/typescript/bin/tsc');

/** Compiles the project of a folder and resolves to its errors. Rejects if an error belongs to no file. */
export const compileProject = (folder: string): Promise<CompilerError[]> =>
  new Promise((resolve, reject) => {
    execFile(process.execPath, [compiler, '-p', '.', '--pretty', 'false'], { cwd: folder }, (_, output) => {
      const messages = output.split(/\r?\n(?=\S)/).filter((one) => one.trim() !== '');
      const errors = messages.map((one) => {
        const [, file = '', line, rest = ''] = /^(.+?)\((\d+),\d+\): error TS\d+: ([\s\S]*)/.exec(one) ?? [];
        const sentences = rest.split('\n').map((sentence) => sentence.trim());
        return { file, line: Number(line), sentences: sentences.filter((sentence) => sentence !== '') };
      });
      if (errors.some(({ file }) => file === '')) reject(new Error(output));
      else resolve(errors);
    });
  });
