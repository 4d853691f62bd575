import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** A system call with its arguments in the format of strace. */
export interface SystemCall {
  readonly name: string;
  readonly args: string;
}

/** The start of a system call, or its end with the result. The result is negative after an error. */
export interface Step {
  /** The call, one object for its start and its end. */
  readonly call: SystemCall;
  readonly result?: number;
}

const ENTRY = /^(\d+) +(\w+)\((.*?)(?: <unfinished \.\.\.>|\) += (-?\d+|0x[0-9a-f]+|\?).*)$/;
const END = /^(\d+) +<\.\.\. \w+ resumed>.*\) += (-?\d+|0x[0-9a-f]+|\?)/;

/** Decodes the hexadecimal text of strace. */
export const bytesOf = (text: string): Buffer => Buffer.from(text.replaceAll('\\x', ''), 'hex');

/**
 * Reads starts and ends of system calls from a trace (`strace -f -xx`), in order.
 * strace stops each thread while it writes, so effects of a call follow its end in the trace.
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
    // A trace also contains signals and ends of threads.
    else if (!/^\d+ +(?:---|\+\+\+)/.test(line)) throw new Error(`The trace has a line that cannot be read: ${line.slice(0, 200)}`);
  }
}
