import { slugify } from '../../calendar/slug';
import { errors } from '../../errors';
import type { Language, Text } from '../../language';
import type { Terms } from '../../records/terms';
import type { ArgRequest } from '../../registry/args';
import { readId } from '../../values/ids';
import { IDS_OR_SLUGS, listOf, named } from '../../values/lists';

/** Terms of a filter as links name them: by ID, or by slug where the ID is the slug of another term of the language. */
export async function termsInLinks(terms: Terms, ids: readonly number[], language: Language): Promise<(number | string)[]> {
  const taken = new Set((await terms.find({ language, slug: { $in: ids.map(String) } })).map(({ slug }) => slug));
  const mistaken = ids.filter((id) => taken.has(String(id)));
  if (mistaken.length === 0) return [...ids];
  const named = await terms.many(mistaken);
  return ids.map((id) => named.get(id)?.slug ?? id);
}

/** A filter by terms, as IDs, slugs or names; what is both a slug and an ID is taken as the slug. */
export function termsFilter(termsOf: () => Terms) {
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
      if (items.length === 0 || items.some((item) => item === '' || item === '0')) throw errors.invalidValue(why);
      return true;
    },
    async sanitize(value: unknown, { language }: ArgRequest): Promise<number[]> {
      const items = [...new Set(read(value))];
      const slugs = items.map((item) => slugify(item));
      const ids = items.flatMap((item) => readId(item) ?? []);
      const terms = termsOf();
      // Not one query by either: a server may find no index that serves both.
      const bySlug = new Map((await terms.find({ language, slug: { $in: slugs } })).map((term) => [term.slug, term]));
      const byId = await terms.many(ids);
      return items.map((item, place) => {
        const term = bySlug.get(slugs[place] ?? '') ?? byId.get(readId(item) ?? 0);
        if (!term) throw errors.invalidValue(why);
        return term._id;
      });
    },
  } as const;
}
