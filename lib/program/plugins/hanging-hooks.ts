import type { Services } from '../../content';
import { errors } from '../../errors';
import type { Log } from '../../http';
import { HANGING_MILLISECONDS, hookText } from '../../registry';

/** Makes the function that logs a plugin's hook that does not answer, and refuses the request. */
export const createHanging =
  (log: Pick<Log, 'warn'>): Services['hanging'] =>
  (hook) => {
    log.warn({ ...hook }, `${hookText(hook)} has not answered for ${HANGING_MILLISECONDS / 1000} s`);
    throw errors.pluginTimeout(hook);
  };
