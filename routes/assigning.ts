import type { ClientSession } from 'mongodb';
import { fold } from '../lib/calendar/fold';
import { slugify } from '../lib/calendar/slug';
import { plainText } from '../lib/calendar/text';
import { errors } from '../lib/errors';
import type { Language, Text } from '../lib/language';
import type { Terms } from '../lib/records/terms';
import { LONGEST, listOf, readId, refused } from './common';
import type { Services } from './services';
import { createTerm } from './term-writing';

/** How an event takes terms: by ID, name or slug, mixed; unknown names are created, unknown IDs refused (DIFFERENCES 15). */
export interface Assigning {
  validate(value: unknown): true;
  /** The IDs that a checked value means, in the order given. */
  resolve(value: unknown, context: { readonly language: Language; readonly session: ClientSession }): Promise<number[]>;
}

const EMPTY = new Set<unknown>([null, '', 0, '0', false]);

/** Makes the assigning of terms by the arg `name`. */
export function createAssigning(services: Services, terms: Terms, name: string): Assigning {
  const why: Text = {
    en: `Send IDs, names or slugs, in a list or with commas between them; IDs must exist, names have at most ${LONGEST.term} characters.`,
    fr: `Envoyez des identifiants, des noms ou des slugs, dans une liste ou séparés par des virgules ; les identifiants doivent exister, les noms ont au plus ${LONGEST.term} caractères.`,
  };

  const read = (value: unknown): (number | string)[] | undefined => {
    const items = itemsOf(value)
      .filter((item) => !EMPTY.has(item))
      .map((item) =>
        typeof item === 'object' && item !== null && 'id' in item ? (readId(item.id) ?? Number.NaN) : (readId(item) ?? item),
      );
    const names = items.map((item) => (typeof item === 'string' ? plainText(item) : item)).filter((item) => item !== '');
    const valid = names.every((item) =>
      typeof item === 'string'
        ? [...item].length <= LONGEST.term && !/^-?[\d.]+$/.test(item)
        : Number.isSafeInteger(item) && (item as number) > 0,
    );
    return valid ? (names as (number | string)[]) : undefined;
  };

  const byName = async (said: string, language: Language, session: ClientSession): Promise<number | undefined> => {
    const folded = fold(said);
    const named = (await terms.find({ language, 'keys.name': folded.slice(0, 200) }, session)).filter((term) => fold(term.name) === folded);
    const [first] = named.sort((one, other) => one._id - other._id);
    return (first ?? (await terms.bySlug(language, slugify(said), session)))?._id;
  };

  return {
    validate(value) {
      if (read(value) === undefined) throw errors.invalidValue(why);
      return true;
    },
    async resolve(value, { language, session }) {
      const ids: number[] = [];
      for (const item of read(value) ?? []) {
        if (typeof item === 'string') {
          ids.push((await byName(item, language, session)) ?? (await createTerm(terms, services, { name: item, language, session }))._id);
          continue;
        }
        const known = (await terms.byId(item, session))?._id ?? (await byName(String(item), language, session));
        if (known === undefined) throw refused(name, why);
        ids.push(known);
      }
      return [...new Set(ids)];
    },
  };
}

const itemsOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && 'id' in value ? [value] : listOf(value);
