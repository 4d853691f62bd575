import type { Log } from '../../http';

/** How soon after a SIGINT another one is the same: `npm start` passes on what a terminal has sent to all of its processes, in ms. */
const ECHO_MILLISECONDS = 50;

/** Whether the process has been told to stop. */
export interface Stopping {
  readonly begun: boolean;
}

/** On SIGTERM or SIGINT runs `stop`, ends the log, and ends with 0, or with 1 where stopping fails; a second signal ends at once with 1. */
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
