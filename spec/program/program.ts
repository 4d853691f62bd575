import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { expect } from 'chai';
import { atEnd } from '../support/endings';
import { memoryFolder } from '../support/memory-folder';
import { dropDatabase, freshDatabase } from '../support/server';

const BIN = path.join(__dirname, '../../lib/program/bin.js');

type Environment = Readonly<Record<string, string>>;

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

export interface Program {
  readonly ended: Promise<Ended>;
  out(): string;
  err(): string;
  signal(signal: NodeJS.Signals): void;
  readonly pid: number;
}

export interface Serving extends Program {
  readonly address: string;
}

const children = new Set<ChildProcess>();
const folders: string[] = [];
const databases: string[] = [];

/** Creates a folder that is deleted after the specs. */
export function freshFolder(): string {
  const folder = mkdtempSync(path.join(memoryFolder, 'program-'));
  folders.push(folder);
  return folder;
}

/** Settings for a new database: on `MONGODB_URI` if it is set, or an embedded one. */
export function freshPlace(): Environment {
  const uri = process.env['MONGODB_URI'];
  return uri ? { MONGODB_URI: uri, MONGODB_DB: freshMongo() } : { DATA_DIR: path.join(freshFolder(), 'data') };
}

/** A name for a database that is dropped after the specs. */
export function freshMongo(): string {
  const name = freshDatabase();
  databases.push(name);
  return name;
}

/** Starts the program with only these settings. `limit` is a shell command that runs before it, such as `ulimit`. */
export function start(args: readonly string[], environment: Environment = {}, limit?: string): Program {
  const env = { PATH: process.env['PATH'] ?? '', ...environment };
  const command = [process.execPath, BIN, ...args];
  const stdio = ['ignore', 'pipe', 'pipe'] as const;
  const child = limit
    ? spawn('bash', ['-c', `${limit}; exec "$0" "$@"`, ...command], { env, stdio: [...stdio] })
    : spawn(process.execPath, command.slice(1), { env, stdio: [...stdio] });
  children.add(child);
  let out = '';
  let err = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    out += chunk;
  });
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    err += chunk;
  });
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code, signal) => {
      children.delete(child);
      resolve({ code, signal, out, err });
    });
  });
  return { ended, out: () => out, err: () => err, signal: (signal) => void child.kill(signal), pid: child.pid ?? 0 };
}

export const run = (args: readonly string[], environment: Environment = {}): Promise<Ended> => start(args, environment).ended;

/** Starts `serve` on a free port and waits until it listens. Throws an error with its output if it ends. */
export async function serve(environment: Environment, limit?: string): Promise<Serving> {
  const program = start(['serve'], { PORT: '0', ...environment }, limit);
  const address = await said(program, /http:\/\/\S+/);
  return { ...program, address };
}

/** The line of the first start that contains the password of the administrator. */
export const PASSWORD = /password, shown this once: (\S+)/;

/** Stops a program with SIGTERM and expects exit code 0. */
export async function stop(program: Program): Promise<void> {
  program.signal('SIGTERM');
  expect((await program.ended).code).to.equal(0);
}

/** Waits until the database answers. A service may listen earlier. */
export const ready = (address: string): Promise<Answer> => until(200, () => ask(address, '/readyz'));

/** Waits for a match on standard output and returns it. */
export async function said(program: Program, pattern: RegExp): Promise<string> {
  let over: Ended | undefined;
  void program.ended.then((ended) => {
    over = ended;
  });
  for (;;) {
    const [found] = pattern.exec(program.out()) ?? [];
    if (found !== undefined) return found;
    if (over) throw new Error(`The program ended with ${over.code ?? over.signal}: ${over.err}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** An answer, with its latency in ms. */
export interface Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: specs look into answers of every shape.
  readonly body: any;
  readonly milliseconds: number;
}

/** Sends a request over a new connection. `login` is `login:password`. */
export function ask(
  address: string,
  path: string,
  {
    method = 'GET',
    login,
    json,
    headers: more = {},
  }: {
    readonly method?: string;
    readonly login?: string;
    readonly json?: unknown;
    readonly headers?: Readonly<Record<string, string>>;
  } = {},
): Promise<Answer> {
  const began = performance.now();
  const headers = {
    ...more,
    ...(login && { authorization: `Basic ${Buffer.from(login).toString('base64')}` }),
    ...(json !== undefined && { 'content-type': 'application/json' }),
  };
  return new Promise((resolve, reject) => {
    const request = http.request(`${address}${path}`, { method, headers, agent: false }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => {
        text += chunk;
      });
      response.on('error', reject);
      response.on('end', () => {
        const { statusCode: status = 0, headers: answered } = response;
        const body = /json/.test(answered['content-type'] ?? '') ? JSON.parse(text) : text;
        resolve({ status, headers: answered, body, milliseconds: performance.now() - began });
      });
    });
    request.on('error', reject);
    request.end(json === undefined ? undefined : JSON.stringify(json));
  });
}

/** Repeats a request until the answer has this status. The timeout of the spec limits it. */
export async function until(status: number, asking: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await asking();
    if (answer.status === status) return answer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The maximum time in ms for repeated requests to an overloaded service. */
const BUSY_MILLISECONDS = 30_000;

/** Repeats a request while the service refuses it as overloaded. After too long it returns the refusal. */
export async function whenLessBusy<T extends Pick<Answer, 'status' | 'body'>>(asking: () => Promise<T>): Promise<T> {
  const end = performance.now() + BUSY_MILLISECONDS;
  for (;;) {
    const answer = await asking();
    if (answer.status !== 503 || answer.body?.code !== 'rest_overloaded' || performance.now() > end) return answer;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

atEnd(async () => {
  for (const child of children) child.kill('SIGKILL');
  // The embedded server of the specs deletes its own folder.
  if (process.env['MONGODB_URI']) await Promise.all(databases.splice(0).map(dropDatabase));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
