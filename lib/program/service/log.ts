import pino, { type Logger } from 'pino';
import { waitAtMost } from '../../deadline';
import { createRedaction } from '../settings/connection-string';
import type { Settings } from '../settings/settings';

/** How long the end of a process waits for a log that nobody reads, in ms. */
const END_MILLISECONDS = 1000;

/** The log of a process. */
export interface ProcessLog {
  readonly log: Logger;
  /** Writes what is not written yet; nothing more is logged. What the end of the process leaves to be written gets lost, or comes in another order. */
  end(): Promise<void>;
}

/** Makes the structured log of the process: one JSON object a line on standard error, so that standard output stays readable; without credentials. */
export const createLog = ({ LOG_LEVEL, MONGODB_URI }: Pick<Settings, 'LOG_LEVEL' | 'MONGODB_URI'>): ProcessLog => {
  const destination = pino.destination({ dest: 2, sync: false });
  const log = pino(
    { level: LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime, hooks: { streamWrite: createRedaction(MONGODB_URI) } },
    destination,
  );
  return {
    log,
    async end() {
      log.level = 'silent';
      const ended = new Promise<void>((resolve) => {
        for (const event of ['close', 'error']) destination.once(event, () => resolve());
      });
      destination.end();
      await waitAtMost(END_MILLISECONDS, ended, { late: () => undefined, keepsAlive: true });
      // At the end of the process it would wait for a reader, or for room on the disk, for ever.
      destination.flushSync = () => undefined;
    },
  };
};
