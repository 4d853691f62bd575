import pino, { type Logger } from 'pino';
import { waitAtMost } from '../../deadline';
import { createRedaction } from '../settings/connection-string';
import type { Settings } from '../settings/settings';

/** The longest wait for the last log lines to be written when the process ends, in ms. */
const END_MILLISECONDS = 1000;

/**
 * Makes the log of the process: one JSON object a line on standard error, without credentials. `end` flushes the log and closes it. Nothing
 * more is logged afterwards.
 */
export const createLog = ({
  LOG_LEVEL,
  MONGODB_URI,
}: Pick<Settings, 'LOG_LEVEL' | 'MONGODB_URI'>): { readonly log: Logger; end(): Promise<void> } => {
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
      // At exit it would wait for ever for a reader or for room on the disk.
      destination.flushSync = () => undefined;
    },
  };
};
