import { inspect } from 'node:util';
import { type Log, logFailure } from '../../http';
import { createRedaction } from '../settings/connection-string';
import { StartError } from './start-error';

/** What a stream says that nobody reads any more, or whose disk is full: where even the log fails, the process cannot go on. */
const OUTPUT_LOST: readonly unknown[] = ['EPIPE', 'ENOSPC', 'EIO'];

const MESSAGE = 'something failed outside of its request';

/** Ends the process: by a sentence where it is expected, else by where the program went wrong; without credentials. */
export function fail(error: unknown): never {
  const expected = error instanceof StartError || (error instanceof Error && error.name === 'UnusableDatabaseError');
  const said = expected ? error.message : error instanceof Error ? (error.stack ?? String(error)) : inspect(error);
  process.stderr.write(`${createRedaction(process.env['MONGODB_URI'])(said)}\n`);
  process.exit(1);
}

/** Ends the process as `fail` does where anything fails that nobody waits for. */
export function endWithStrays(): void {
  process.on('uncaughtException', fail);
}

/**
 * Keeps the process alive where the code of a route fails outside of its request (in a timer, a callback, or a promise that nobody waits for).
 * Each failure is logged; its request, if it still waits, is answered 500 by its deadline.
 */
export function outliveStrays(log: Log): void {
  process.off('uncaughtException', fail);
  process.on('uncaughtException', (error: unknown) => {
    if (isOutputLost(error)) process.exit(1);
    logFailure(log, {}, error, MESSAGE);
  });
  process.on('unhandledRejection', (reason: unknown) => logFailure(log, {}, reason, MESSAGE));
}

const isOutputLost = (error: unknown): boolean => {
  try {
    return error instanceof Error && 'syscall' in error && error.syscall === 'write' && 'code' in error && OUTPUT_LOST.includes(error.code);
  } catch {
    // Something of a plugin's own, whose members throw when they are read.
    return false;
  }
};
