import type { Cache } from '../cache/cache';
import type { Language } from '../language';
import { countsKey } from '../records/change-log';
import { countName } from './count-slots';
import type { Services } from './services';
import { countIn } from './terms/term-presenting';

const BYTES = 16;

/** The record that is counted. */
export const countedKey = (name: string): string => countsKey(name.slice(0, name.lastIndexOf(' ')));

/** Makes what knows how many records name terms; only what has changed is read again, in one query for each kind of term. */
export const createKeptCounts = (cache: Cache, kinds: Services['kinds']) => ({
  /** Answers some counts, by their names (`countName`). */
  async read(names: readonly string[], begun: number): Promise<ReadonlyMap<string, number>> {
    const counts = new Map<string, number>();
    const missing = new Map<string, Map<number, Language[]>>();
    for (const name of names) {
      const known = cache.find<{ readonly count: number }>(`count ${name}`);
      if (known !== undefined) counts.set(name, known.count);
      else {
        const [plural = '', id, language] = name.split(' ');
        const terms = missing.get(plural) ?? new Map<number, Language[]>();
        missing.set(plural, terms.set(Number(id), [...(terms.get(Number(id)) ?? []), language as Language]));
      }
    }
    await Promise.all(
      Array.from(missing, async ([plural, terms]) => {
        for (const term of (await kinds.terms(plural).many(terms.keys())).values())
          for (const language of terms.get(term._id) ?? []) {
            const name = countName(plural, term._id, language);
            const count = countIn(language, term);
            counts.set(name, count);
            cache.keep(`count ${name}`, { count }, BYTES, begun, [countedKey(name)]);
          }
      }),
    );
    return counts;
  },
});
