import pino, { type Logger } from 'pino';
import { createRedaction } from './connection-string';
import type { Settings } from './settings';

/** The structured log of the process: one JSON object a line on standard error, so that standard output stays readable; without credentials. */
export const createLog = ({ LOG_LEVEL, MONGODB_URI }: Pick<Settings, 'LOG_LEVEL' | 'MONGODB_URI'>): Logger =>
  pino(
    { level: LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime, hooks: { streamWrite: createRedaction(MONGODB_URI) } },
    pino.destination({ dest: 2, sync: false }),
  );
