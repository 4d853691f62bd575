import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const BIN = path.join(__dirname, '../../lib/program/bin.js');
/** Linux counts CPU time in ticks of 100 Hz, see proc_pid_stat(5). */
const TICK_MILLISECONDS = 10;

export interface Server {
  readonly child: ChildProcess;
  readonly address: string;
}

/** Runs a command of the program and returns its output. */
export async function runCommand(argv: readonly string[], environment: NodeJS.ProcessEnv): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [BIN, ...argv], { env: { ...process.env, ...environment } });
  return stdout;
}

/** Starts a Node program and waits until its output matches `ready`. The first group of `ready` is the address. */
export async function startServer(argv: readonly string[], environment: NodeJS.ProcessEnv = {}, ready = /^(\S+)\n/): Promise<Server> {
  const child = spawn(process.execPath, argv, { env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'inherit'] });
  const address = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      const [, found] = ready.exec(text) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`${argv[0]} ended with ${code}.`)));
  });
  return { child, address };
}

export const startService = (environment: NodeJS.ProcessEnv): Promise<Server> =>
  startServer([BIN, 'serve'], environment, /listens at (\S+)[\s\S]*Try:/);

export async function stopServer({ child }: Server): Promise<void> {
  child.kill();
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** The CPU time in ms that a process has used, with its threads. `undefined` if it cannot be read. */
export function cpuTime(pid: number | undefined): number | undefined {
  try {
    // The program name, in brackets, may contain any character. User and system time are fields 14 and 15.
    const [, numbers = ''] = /\) (.*)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    const [user, system] = numbers.split(' ').slice(11, 13).map(Number);
    return user === undefined || system === undefined ? undefined : (user + system) * TICK_MILLISECONDS;
  } catch {
    return undefined;
  }
}
