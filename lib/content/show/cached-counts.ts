import type { Cache } from '../../cache';
import { addedBy, countsKey, incrementIn } from '../../database';
import type { Language } from '../../language';
import type { Services } from '../types';
import { countName } from './count-placeholders';
import { countIn } from './term-presenter';

/** How many records name a term, in which language that is, and how many commits had begun when they were read. */
interface KeptCount {
  readonly count: number;
  readonly own: string;
  readonly counted: number;
}

const BYTES = 64;

/** The record that is counted. */
export const countedKey = (name: string): string => countsKey(name.slice(0, name.lastIndexOf(' ')));

const partsOf = (name: string): readonly [plural: string, id: number, language: Language] => {
  const [plural = '', id, language] = name.split(' ');
  return [plural, Number(id), language as Language];
};

/**
 * Makes what knows how many records name terms: it is read once, in one query for each kind of term, and then follows what creations and the like add to
 * it; only what was changed in another way is read again.
 */
export const createCachedCounts = (cache: Cache, { kinds, connection: { changes } }: Pick<Services, 'kinds' | 'connection'>) => {
  /** By how much a count was raised since a change; undefined where that is not known, as of what was under way when it was read. */
  const raisedSince = (name: string, since: number, { own, counted }: KeptCount): number | undefined => {
    const [plural, id, language] = partsOf(name);
    const changed = changes.recordsSince(since, plural)?.filter((change) => change.id === id);
    return changed && addedBy(changed, counted, ({ increments }) => increments && incrementIn(increments, own, language));
  };
  const keep = (name: string, value: KeptCount, begun: number | undefined): void => cache.keep(`count ${name}`, value, BYTES, begun, []);
  const known = (name: string, state: number | undefined): number | undefined => {
    const kept = cache.peek<KeptCount>(`count ${name}`);
    if (kept === undefined) return undefined;
    const { value, begun } = kept;
    if (!changes.changedSince(begun, [countedKey(name)])) return value.count;
    const raised = raisedSince(name, begun, value);
    if (raised === undefined) return undefined;
    const count = value.count + raised;
    keep(name, { ...value, count }, state);
    return count;
  };

  return {
    /** Answers some counts, by their names (`countName`). */
    async read(names: readonly string[]): Promise<ReadonlyMap<string, number>> {
      const state = changes.state();
      const counts = new Map<string, number>();
      const missing = new Map<string, Map<number, Language[]>>();
      for (const name of names) {
        const count = known(name, state);
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
