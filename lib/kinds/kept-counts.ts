import type { Cache } from '../cache/cache';
import type { Language } from '../language';
import { countsKey } from '../records/change-log';
import { keyOf } from '../records/connection';
import type { Services } from './services';
import { countIn } from './terms/term-presenting';

const BYTES = 16;

/** Makes what knows how many records name terms; only what has changed is read again, in one query for each kind of term. */
export const createKeptCounts = (cache: Cache, kinds: Services['kinds']) => ({
  /** Answers the counts of some slots (`countsIn`). */
  async read(slots: readonly string[], begun: number): Promise<ReadonlyMap<string, number>> {
    const counts = new Map<string, number>();
    const missing = new Map<string, Map<number, Language[]>>();
    for (const slot of slots) {
      const known = cache.find<{ readonly count: number }>(`count ${slot}`);
      if (known !== undefined) counts.set(slot, known.count);
      else {
        const [plural = '', id, language] = slot.split(' ');
        const terms = missing.get(plural) ?? new Map<number, Language[]>();
        missing.set(plural, terms.set(Number(id), [...(terms.get(Number(id)) ?? []), language as Language]));
      }
    }
    await Promise.all(
      Array.from(missing, async ([plural, terms]) => {
        for (const term of (await kinds.terms(plural).many(terms.keys())).values())
          for (const language of terms.get(term._id) ?? []) {
            const slot = `${plural} ${term._id} ${language}`;
            const count = countIn(language, term);
            counts.set(slot, count);
            cache.keep(`count ${slot}`, { count }, BYTES, begun, [countsKey(keyOf(plural, term._id))]);
          }
      }),
    );
    return counts;
  },
});
