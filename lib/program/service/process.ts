import { inspect } from 'node:util';
import { type Log, logFailure } from '../../http';
import { createRedaction } from '../settings/connection-string';
import { StartError } from './start-error';

/** Ends the process with a message on standard error: a sentence for expected errors, else the stack. It contains no credentials. */
export function fail(error: unknown): never {
  const expected = error instanceof StartError || (error instanceof Error && error.name === 'UnusableDatabaseError');
  const text = expected ? error.message : error instanceof Error ? (error.stack ?? String(error)) : inspect(error);
  process.stderr.write(`${createRedaction(process.env['MONGODB_URI'])(text)}\n`);
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
  const logStray = (error: unknown) => logFailure(log, {}, error, 'something failed outside of its request');
  process.off('uncaughtException', fail);
  process.on('uncaughtException', (error: unknown) => {
    // If even the log fails, the process cannot go on.
    if (isOutputLost(error)) process.exit(1);
    logStray(error);
  });
  process.on('unhandledRejection', logStray);
}

/** Codes of a stream without a reader or with a full disk. */
const OUTPUT_LOST: readonly unknown[] = ['EPIPE', 'ENOSPC', 'EIO'];

const isOutputLost = (error: unknown): boolean => {
  try {
    return error instanceof Error && 'syscall' in error && error.syscall === 'write' && 'code' in error && OUTPUT_LOST.includes(error.code);
  } catch {
    // A plugin may throw an object whose members throw when they are read.
    return false;
  }
};

/**
 * The time in which a second SIGINT counts as the same one, in ms. `npm start` repeats the signal that a terminal sends to all its
 * processes.
 */
const ECHO_MILLISECONDS = 50;

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Stops the process on SIGTERM or SIGINT. It runs `stop`, ends the log and exits with 0, or 1 if stopping fails. A second signal exits at
 * once with 1. The answered state has `begun` set after the first signal.
 */
export function stopOnSignals(stop: () => Promise<void>, log: Log, endLog: () => Promise<void>): { readonly begun: boolean } {
  const stopping = { begun: false };
  let began = 0;
  const onSignal = async (signal: NodeJS.Signals) => {
    if (stopping.begun) {
      if (signal === 'SIGINT' && performance.now() - began < ECHO_MILLISECONDS) return;
      process.exit(1);
    }
    stopping.begun = true;
    began = performance.now();
    log.info({ signal }, 'Stopping.');
    let code = 0;
    try {
      await stop();
    } catch (error) {
      log.error({ error: String(error) }, 'The service did not stop cleanly.');
      code = 1;
    }
    await endLog();
    process.exit(code);
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return stopping;
}

/** Runs work, and calls `leave` first if a signal ends the program meanwhile. The innermost `leave` is called before the others. */
export async function beforeExit<T>(leave: () => void, work: () => Promise<T>): Promise<T> {
  const end = (signal: NodeJS.Signals) => {
    leave();
    process.kill(process.pid, signal);
  };
  for (const signal of SIGNALS) process.prependOnceListener(signal, end);
  try {
    return await work();
  } finally {
    for (const signal of SIGNALS) process.off(signal, end);
  }
}
