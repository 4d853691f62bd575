import { execFile } from 'node:child_process';
import path from 'node:path';
import { repository } from '../house/repository';

/** What the compiler says of a place: the sentence and those below it. */
export interface Complaint {
  /** The file, from the folder. */
  readonly file: string;
  readonly line: number;
  readonly sentences: readonly string[];
}

const compiler = path.join(repository.root, 'node_modules/typescript/bin/tsc');

/** Compiles the project of a folder, and answers what the compiler says; rejects for what it says of no file. */
export const compileProject = (folder: string): Promise<Complaint[]> =>
  new Promise((resolve, reject) => {
    execFile(process.execPath, [compiler, '-p', '.', '--pretty', 'false'], { cwd: folder }, (_, output) => {
      const said = output.split(/\r?\n(?=\S)/).filter((one) => one.trim() !== '');
      const complaints = said.map((one) => {
        const [, file = '', line, rest = ''] = /^(.+?)\((\d+),\d+\): error TS\d+: ([\s\S]*)/.exec(one) ?? [];
        const sentences = rest.split('\n').map((sentence) => sentence.trim());
        return { file, line: Number(line), sentences: sentences.filter((sentence) => sentence !== '') };
      });
      if (complaints.some(({ file }) => file === '')) reject(new Error(output));
      else resolve(complaints);
    });
  });
