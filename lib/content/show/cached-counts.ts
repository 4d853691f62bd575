import type { Cache } from '../../cache';
import { addedBy, countsKey, incrementIn } from '../../database';
import type { Language } from '../../language';
import type { Services } from '../types';
import { countIn, countName } from './term-presenter';

/**
 * The number of records with a term. `own` is the language of the term; `counted` is the number of commits that had begun at the reading.
 */
interface CachedCount {
  readonly count: number;
  readonly own: string;
  readonly counted: number;
}

const BYTES = 64;

export const countedKey = (name: string): string => countsKey(name.slice(0, name.lastIndexOf(' ')));

const partsOf = (name: string): readonly [plural: string, id: number, language: Language] => {
  const [plural = '', id, language] = name.split(' ');
  return [plural, Number(id), language as Language];
};

/**
 * Makes the cache of the counts of terms. One query for each type reads the missing counts; later they follow creations and similar
 * changes. Only other changes cause a new reading.
 */
export const createCachedCounts = (cache: Cache, { kinds, connection: { changes } }: Pick<Services, 'kinds' | 'connection'>) => {
  /** The growth of a count since a change. Undefined if a change may or may not have been part of the last reading. */
  const raisedSince = (name: string, since: number, { own, counted }: CachedCount): number | undefined => {
    const [plural, id, language] = partsOf(name);
    const changed = changes.recordsSince(since, plural)?.filter((change) => change.id === id);
    return changed && addedBy(changed, counted, ({ increments }) => increments && incrementIn(increments, own, language));
  };
  const keep = (name: string, value: CachedCount, begun: number | undefined): void => cache.keep(`count ${name}`, value, BYTES, begun, []);
  const countNow = (name: string, state: number | undefined): number | undefined => {
    const cached = cache.peek<CachedCount>(`count ${name}`);
    if (cached === undefined) return undefined;
    const { value, begun } = cached;
    if (!changes.changedSince(begun, [countedKey(name)])) return value.count;
    const raised = raisedSince(name, begun, value);
    if (raised === undefined) return undefined;
    const count = value.count + raised;
    keep(name, { ...value, count }, state);
    return count;
  };

  return {
    async read(names: readonly string[]): Promise<ReadonlyMap<string, number>> {
      const state = changes.state();
      const counts = new Map<string, number>();
      const missing = new Map<string, Map<number, Language[]>>();
      for (const name of names) {
        const count = countNow(name, state);
        if (count !== undefined) counts.set(name, count);
        else {
          const [plural, id, language] = partsOf(name);
          const terms = missing.get(plural) ?? new Map<number, Language[]>();
          missing.set(plural, terms.set(id, [...(terms.get(id) ?? []), language]));
        }
      }
      await Promise.all(
        Array.from(missing, async ([plural, terms]) => {
          const found = await kinds.terms(plural).many(terms.keys());
          for (const term of found.values())
            for (const language of terms.get(term._id) ?? []) {
              const name = countName(plural, term._id, language);
              const count = countIn(language, term);
              counts.set(name, count);
              keep(name, { count, own: term.language, counted: changes.commits() }, state);
            }
        }),
      );
      return counts;
    },
  };
};
