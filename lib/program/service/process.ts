import { inspect } from 'node:util';
import { type Log, logFailure } from '../../http';
import { createRedaction } from '../settings/connection-string';
import { StartError } from './start-error';

/** Exits with status 1 and a message on standard error: a sentence for expected errors, else the stack. Removes credentials. */
export function fail(error: unknown): never {
  const expected = error instanceof StartError || (error instanceof Error && error.name === 'UnusableDatabaseError');
  const text = expected ? error.message : error instanceof Error ? (error.stack ?? String(error)) : inspect(error);
  process.stderr.write(`${createRedaction(process.env['MONGODB_URI'])(text)}\n`);
  process.exit(1);
}

export function exitOnStrayErrors(): void {
  process.on('uncaughtException', fail);
}

/**
 * Logs uncaught errors instead of ending the process, e.g. errors of a plugin's timer or unhandled promise. A request that waits for the
 * failed code gets 500 at its deadline.
 */
export function logStrayErrors(log: Log): void {
  const logStray = (error: unknown) => logFailure(log, {}, error, 'something failed outside of its request');
  process.off('uncaughtException', fail);
  process.on('uncaughtException', (error: unknown) => {
    // If even the log fails, the process must end.
    if (isOutputLost(error)) process.exit(1);
    logStray(error);
  });
  process.on('unhandledRejection', logStray);
}

/** Error codes of output streams without a reader, or with a full or broken disk. */
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
 * The time in which a second SIGINT is ignored, in ms. A terminal sends the signal to all its processes, and `npm start` repeats it.
 */
const ECHO_MILLISECONDS = 50;

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Stops the process on SIGTERM or SIGINT. Runs `stop`, ends the log, and exits with 0, or with 1 if stopping fails. A second signal exits
 * at once with 1. In the returned state, `begun` is true after the first signal.
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

/** Runs `work`. If SIGINT or SIGTERM arrives before it is done, calls `leave` first. In nested calls, the innermost `leave` comes first. */
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
