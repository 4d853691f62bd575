import type { Clock } from '../../calendar';
import type { Services } from '../../content';
import { type Log, logFailure } from '../../http';
import { hookText } from '../../registry';

/** The silence of the log about a field after a line, in ms. */
const SILENCE_MILLISECONDS = 60_000;

/**
 * Makes the function that logs fields that could not be shown. Each field has at most one line a minute, with the number of failures
 * since the last line.
 */
export function createUnshown(log: Log, clock: Clock): Services['unshown'] {
  const fields = new Map<string, { readonly told: number; readonly times: number }>();
  return (hook, thrown) => {
    const name = hookText(hook);
    const now = clock.now().getTime();
    const before = fields.get(name);
    const times = (before?.times ?? 0) + 1;
    // A clock that is set back must not silence the log.
    const isSilent = before !== undefined && Math.abs(now - before.told) < SILENCE_MILLISECONDS;
    fields.set(name, isSilent ? { told: before.told, times } : { told: now, times: 0 });
    if (isSilent) return;
    const since = `${times} ${times === 1 ? 'time' : 'times'} since the last such line`;
    logFailure(log, { ...hook, times }, thrown, `${name} failed ${since}: null was shown`);
  };
}
