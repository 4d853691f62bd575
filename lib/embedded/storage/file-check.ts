import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** The exit codes of the program `file-checker`. For `unusable` it prints the reason. */
export const CHECKED = { sound: 0, damaged: 1, unusable: 2 } as const;

/** Signals by which lmdb ends a process that reads a damaged file. */
const CRASHES: readonly unknown[] = ['SIGSEGV', 'SIGBUS', 'SIGABRT', 'SIGILL', 'SIGFPE', 'SIGTRAP'];

/** Checks the data file of a folder in a separate process. False if it is damaged. Throws if it cannot be opened. */
export const isSound = async (folder: string): Promise<boolean> => {
  const child = spawn(process.execPath, [path.join(__dirname, 'file-checker.js'), folder], { stdio: ['ignore', 'pipe', 'ignore'] });
  let reason = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    reason += text;
  });
  const [code, signal] = await once(child, 'close');
  if (code === CHECKED.damaged || CRASHES.includes(signal)) return false;
  if (code !== CHECKED.sound) throw new Error(reason || `the check of its file ended with ${code ?? signal}`);
  return true;
};
