import pino, { type Logger } from 'pino';
import type { Settings } from './settings';

/** The structured log of the process: one JSON object a line on standard error, so that standard output stays readable. */
export const createLog = ({ LOG_LEVEL }: Pick<Settings, 'LOG_LEVEL'>): Logger =>
  pino({ level: LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination({ dest: 2, sync: false }));
