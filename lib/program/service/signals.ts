import type { Log } from '../../http';

/**
 * The time in which a second SIGINT counts as the same one, in ms. `npm start` repeats the signal that a terminal sends to all its
 * processes.
 */
const ECHO_MILLISECONDS = 50;

/** The state of the shutdown; `begun` after the first signal. */
export interface Stopping {
  readonly begun: boolean;
}

/**
 * Stops the process on SIGTERM or SIGINT. It runs `stop`, ends the log and exits with 0, or 1 if stopping fails. A second signal exits at
 * once with 1.
 */
export function stopOnSignals(stop: () => Promise<void>, log: Log, endLog: () => Promise<void>): Stopping {
  const stopping = { begun: false };
  let began = 0;
  const onSignal = (signal: NodeJS.Signals) => {
    if (stopping.begun) {
      if (signal === 'SIGINT' && performance.now() - began < ECHO_MILLISECONDS) return;
      process.exit(1);
    }
    stopping.begun = true;
    began = performance.now();
    log.info({ signal }, 'Stopping.');
    stop()
      .then(
        () => 0,
        (error) => {
          log.error({ error: String(error) }, 'The service did not stop cleanly.');
          return 1;
        },
      )
      .then(async (code) => {
        await endLog();
        process.exit(code);
      });
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  return stopping;
}

const ENDING = ['SIGINT', 'SIGTERM'] as const;

/** Runs work, and calls `leave` first if a signal ends the program meanwhile. The innermost `leave` is called before the others. */
export async function beforeExit<T>(leave: () => void, work: () => Promise<T>): Promise<T> {
  const end = (signal: NodeJS.Signals) => {
    leave();
    process.kill(process.pid, signal);
  };
  for (const signal of ENDING) process.prependOnceListener(signal, end);
  try {
    return await work();
  } finally {
    for (const signal of ENDING) process.off(signal, end);
  }
}
