import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A replacement for curl, with the options that the README uses. */
const CURL = `#!${process.execPath}
const headers = {}; const data = []; let method; let address;
const words = process.argv.slice(2);
while (words.length > 0) {
  const word = words.shift();
  if (word === '-u') headers.authorization = 'Basic ' + Buffer.from(words.shift()).toString('base64');
  else if (word === '-H') { const [name, ...value] = words.shift().split(':'); headers[name.toLowerCase()] = value.join(':').trim(); }
  else if (word === '-X') method = words.shift();
  else if (word === '-d' || word === '--data-raw') data.push(words.shift());
  else if (word !== '-s') address = word;
}
const body = data.length > 0 ? data.join('&') : undefined;
if (body !== undefined) headers['content-type'] ??= 'application/x-www-form-urlencoded';
fetch(address, { method: method ?? (body === undefined ? 'GET' : 'POST'), headers, body })
  .then((answer) => answer.text()).then((text) => process.stdout.write(text));
`;

const SEPARATOR = '\u001e';

/** The folder of a shell, a folder with programs that take precedence, and variables. */
export interface ShellOptions {
  readonly cwd?: string;
  readonly programs?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Runs commands in one shell and returns the standard output of each. Throws an Error that names the failed command. */
export async function shell(commands: readonly string[], { cwd, programs, environment = {} }: ShellOptions = {}): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'shell-'));
  const standIn = path.join(folder, 'curl');
  writeFileSync(standIn, CURL);
  chmodSync(standIn, 0o755);
  writeFileSync(path.join(folder, '.curlrc'), 'silent\nshow-error\n');
  // The replacement comes last: an installed curl takes precedence.
  const PATH = [...(programs ? [programs] : []), process.env['PATH'], folder].join(path.delimiter);
  const child = spawn('sh', ['-eu'], {
    ...(cwd && { cwd }),
    env: { ...process.env, CURL_HOME: folder, ...environment, PATH },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(commands.map((command) => `${command}\nprintf '${SEPARATOR}'\n`).join(''));
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) child[name].setEncoding('utf8').on('data', (text: string) => (output[name] += text));
  const code = await new Promise((resolve) => child.on('close', resolve));
  rmSync(folder, { recursive: true, force: true });
  const outputs = output.stdout.split(SEPARATOR).slice(0, -1);
  if (code !== 0) throw new Error(`The shell ended with ${code} after ${commands[outputs.length]}: ${output.stderr}`);
  return outputs;
}
