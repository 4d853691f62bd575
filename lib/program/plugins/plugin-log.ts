import type { Clock } from '../../calendar';
import type { Services } from '../../content';
import { errors } from '../../errors';
import { type Log, logFailure } from '../../http';
import { hookText, PLUGIN_TIMEOUT_MILLISECONDS } from '../../registry';

/** The minimum time between two log lines about the same field, in ms. */
const SILENCE_MILLISECONDS = 60_000;

/**
 * Makes the function that logs a failure of a plugin's field in responses. Each field gets at most one log line a minute, with the number
 * of failures since the last line.
 */
export function createFieldFailureLog(log: Log, clock: Clock): Services['reportFieldFailure'] {
  const fields = new Map<string, { readonly logged: number; readonly times: number }>();
  return (hook, thrown) => {
    const name = hookText(hook);
    const now = clock.now().getTime();
    const before = fields.get(name);
    const times = (before?.times ?? 0) + 1;
    // A clock that is set back must not silence the log.
    const isSilent = before !== undefined && Math.abs(now - before.logged) < SILENCE_MILLISECONDS;
    fields.set(name, isSilent ? { logged: before.logged, times } : { logged: now, times: 0 });
    if (isSilent) return;
    const since = `${times} ${times === 1 ? 'time' : 'times'} since the last such line`;
    logFailure(log, { ...hook, times }, thrown, `${name} failed ${since}: null was shown`);
  };
}

/** Makes the function that logs a plugin's hook after its time limit, and throws the error for the client. */
export const createTimeoutRefusal =
  (log: Pick<Log, 'warn'>): Services['refuseTimeout'] =>
  (hook) => {
    log.warn({ ...hook }, `${hookText(hook)} has not answered for ${PLUGIN_TIMEOUT_MILLISECONDS / 1000} s`);
    throw errors.pluginTimeout(hook);
  };

/** Logs the fields declared with `cache: false`, since responses with them are slower. */
export const logUncachedFields = ({ postLikes, termLikes }: Pick<Services, 'postLikes' | 'termLikes'>, log: Log): void => {
  const types = [...postLikes.values(), ...termLikes.values()];
  const named = types.flatMap(({ plural, fields }) =>
    fields.flatMap(({ name, plugin, isUncacheable }) => (isUncacheable ? [{ field: `${plural}.${name}`, plugin }] : [])),
  );
  if (named.length === 0) return;
  const fields = named.map(({ field, plugin }) => (plugin === undefined ? field : `${field} (plugin ${plugin})`)).join(', ');
  log.info({ fields }, `Answers that show or filter by these fields are not cached, since the fields declare cache: false: ${fields}.`);
};
