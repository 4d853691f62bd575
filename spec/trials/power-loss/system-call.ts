import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** A system call, with its arguments in strace's words. */
export interface SystemCall {
  readonly name: string;
  readonly args: string;
}

/** The entry of a system call or, with what it answered (negative where it failed), its end. */
export interface Step {
  /** The same one at both. */
  readonly call: SystemCall;
  readonly result?: number;
}

const ENTRY = /^(\d+) +(\w+)\((.*?)(?: <unfinished \.\.\.>|\) += (-?\d+|0x[0-9a-f]+|\?).*)$/;
const END = /^(\d+) +<\.\.\. \w+ resumed>.*\) += (-?\d+|0x[0-9a-f]+|\?)/;

/** The bytes of a text that strace shows as hexadecimal numbers. */
export const bytesOf = (text: string): Buffer => Buffer.from(text.replaceAll('\\x', ''), 'hex');

/**
 * The entries and ends of the system calls of a trace (`strace -f -xx`), in order. strace holds a thread at each of both until it has written it
 * down, so that what follows from a call stands behind its end.
 */
export async function* systemCalls(file: string): AsyncGenerator<Step> {
  const open = new Map<string, SystemCall>();
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const [, thread = '', name, args = '', answered] = ENTRY.exec(line) ?? [];
    if (name !== undefined) {
      const call = { name, args };
      yield { call };
      if (answered === undefined) open.set(thread, call);
      else yield { call, result: Number(answered) };
      continue;
    }
    const [, ending = '', result] = END.exec(line) ?? [];
    const call = open.get(ending);
    open.delete(ending);
    if (call) yield { call, result: Number(result) };
    // Signals and the ends of threads stand in a trace, too.
    else if (!/^\d+ +(?:---|\+\+\+)/.test(line)) throw new Error(`The trace has a line that cannot be read: ${line.slice(0, 200)}`);
  }
}
