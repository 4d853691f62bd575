import { slugify } from '../../calendar/slug';
import { errors } from '../../errors';
import type { Language, Served, Text } from '../../language';
import type { Term } from '../../records/record';
import type { Terms } from '../../records/terms';
import type { ArgRequest } from '../../registry/args';
import { isEmptyScalar } from '../../values/emptiness';
import { IDS_OR_SLUGS, listOf, named } from '../../values/lists';
import { readId } from '../../values/read-id';
import { servedRecords } from '../served-record';

/** Terms of a filter as links name them: by ID, or by slug where the ID is the slug of another term of the language. */
export async function termsInLinks(terms: Terms, ids: readonly number[], language: Language): Promise<(number | string)[]> {
  const taken = new Set((await terms.find({ language, slug: { $in: ids.map(String) } })).map(({ slug }) => slug));
  const mistaken = ids.filter((id) => taken.has(String(id)));
  if (mistaken.length === 0) return [...ids];
  const named = await terms.many(mistaken);
  return ids.map((id) => {
    const term = named.get(id);
    return term?.translations[language]?.slug ?? term?.slug ?? id;
  });
}

/** A filter by terms, as IDs or slugs: what is both is taken as the slug, and what is neither as the slug of another language. */
export function termsFilter(termsOf: () => Terms, served: Served) {
  const why: Text = {
    en: 'Send IDs or slugs that exist, in a list or with commas between them.',
    fr: 'Envoyez des identifiants ou des slugs existants, dans une liste ou séparés par des virgules.',
  };
  const read = (value: unknown): string[] =>
    named(listOf(value)).map((item) => (typeof item === 'string' || typeof item === 'number' ? String(item) : ''));
  return {
    type: 'array',
    items: { type: 'integer' },
    accepts: IDS_OR_SLUGS,
    validate(value: unknown): true {
      const items = read(value);
      if (items.length === 0 || items.some(isEmptyScalar)) throw errors.invalidValue(why);
      return true;
    },
    async sanitize(value: unknown, { language }: ArgRequest): Promise<number[]> {
      const items = [...new Set(read(value))];
      const slugs = items.map((item) => slugify(item));
      const ids = items.map(readId);
      const terms = termsOf();
      // Not one query by either: a server may find no index that serves both.
      const bySlug = new Map((await terms.find({ language, slug: { $in: slugs } })).map((term) => [term.slug, term]));
      const byId = await servedRecords(
        terms,
        ids.flatMap((id) => id ?? []),
        { served },
      );
      const found = ids.map((id, place) => bySlug.get(slugs[place] ?? '') ?? byId.get(id ?? 0));
      const unknown = slugs.filter((slug, place) => found[place] === undefined && slug !== '');
      const elsewhere = unknown.length === 0 ? [] : await spokenElsewhere(terms, unknown, language, served);
      return found.map((term, place) => {
        const meant = term ?? elsewhere.find(({ slug }) => slug === slugs[place]);
        if (!meant) throw errors.invalidValue(why);
        return meant._id;
      });
    },
  } as const;
}

/** The terms of these slugs in other languages, in the order of the languages. */
async function spokenElsewhere(terms: Terms, slugs: readonly string[], language: Language, { languages }: Served): Promise<Term[]> {
  const others = languages.filter((one) => one !== language);
  const found = await terms.find({ language: { $in: others }, slug: { $in: [...slugs] } });
  return found.sort((one, other) => others.indexOf(one.language) - others.indexOf(other.language));
}
