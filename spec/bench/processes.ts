import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const BIN = path.join(__dirname, '../../lib/program/bin.js');
/** Of the clock in which Linux counts the time of processes, see proc_pid_stat(5): 100 Hz wherever Node runs. */
const TICK_MILLISECONDS = 10;

/** A server in a process of its own. */
export interface Server {
  readonly child: ChildProcess;
  readonly address: string;
}

/** Runs a command of the program to its end; answers what it printed. */
export async function runCommand(argv: readonly string[], environment: NodeJS.ProcessEnv): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [BIN, ...argv], { env: { ...process.env, ...environment } });
  return stdout;
}

/** Starts a program with Node and waits until what it prints matches `ready`, whose first group is its address: unless given, all of a line. */
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

/** Starts the built service. */
export const startService = (environment: NodeJS.ProcessEnv): Promise<Server> =>
  startServer([BIN, 'serve'], environment, /listens at (\S+)[\s\S]*Try:/);

/** Ends a server and waits for its end. */
export async function stopServer({ child }: Server): Promise<void> {
  child.kill();
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** The CPU time in ms that a process has used so far, its threads included; undefined where that cannot be told. */
export function cpuTime(pid: number | undefined): number | undefined {
  try {
    // The name of the program, in brackets, may hold anything; user and system time are the 14th and 15th of all.
    const [, numbers = ''] = /\) (.*)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    const [user, system] = numbers.split(' ').slice(11, 13).map(Number);
    return user === undefined || system === undefined ? undefined : (user + system) * TICK_MILLISECONDS;
  } catch {
    return undefined;
  }
}
