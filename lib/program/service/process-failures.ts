import { inspect } from 'node:util';
import { type Log, logFailure } from '../../http';
import { createRedaction } from '../settings/connection-string';
import { StartError } from './start-error';

/** Codes of a stream without a reader or with a full disk. If even the log fails, the process cannot go on. */
const OUTPUT_LOST: readonly unknown[] = ['EPIPE', 'ENOSPC', 'EIO'];

const MESSAGE = 'something failed outside of its request';

/** Ends the process with a message on standard error: a sentence for expected errors, else the stack. It contains no credentials. */
export function fail(error: unknown): never {
  const expected = error instanceof StartError || (error instanceof Error && error.name === 'UnusableDatabaseError');
  const said = expected ? error.message : error instanceof Error ? (error.stack ?? String(error)) : inspect(error);
  process.stderr.write(`${createRedaction(process.env['MONGODB_URI'])(said)}\n`);
  process.exit(1);
}

/** Ends the process as `fail` does for errors that nobody catches. */
export function exitOnStrayErrors(): void {
  process.on('uncaughtException', fail);
}

/**
 * Keeps the process alive if the code of a route fails outside of its request, e.g. in a timer or an unhandled promise. Each failure is
 * logged. Its request is answered 500 at its deadline.
 */
export function logStrayErrors(log: Log): void {
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
    // A plugin may throw an object whose members throw when they are read.
    return false;
  }
};
