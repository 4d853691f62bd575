import { slugify } from '../../calendar/slug';
import { errors } from '../../errors';
import type { Language, Served, Text } from '../../language';
import type { Term } from '../../records/record';
import type { Terms } from '../../records/terms';
import type { ArgRequest } from '../../registry/args';
import { isEmptyScalar } from '../../values/emptiness';
import { askedList, IDS_OR_SLUGS, named } from '../../values/lists';
import { readId } from '../../values/read-id';
import type { View } from '../context';
import { groupMembers } from '../group-members';
import { termsKnownTo } from '../proposed-terms';
import { servedRecords } from '../served-record';
import type { Services, User } from '../services';
import { EVERY_MEMBER } from '../shown-members';
import { keptNaming } from './kept-namings';

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

/** Terms that were asked for as the links of a list repeat them. */
export const repeatedTerms = (services: Pick<Services, 'cache' | 'kinds'>, plural: string, ids: readonly number[], view: View) =>
  keptNaming<readonly (number | string)[]>(services, plural, ['repeated', view.language, ...ids], () =>
    termsInLinks(services.kinds.terms(plural), ids, view.language),
  );

/** The terms by which a filter finds records: those that were asked for, in every language, and in a tree those below them. */
export const findingTerms = (services: Pick<Services, 'cache' | 'kinds' | 'termLikes'>, plural: string, ids: readonly number[]) =>
  keptNaming<readonly number[]>(services, plural, ['finding', ...ids], async () => {
    const terms = services.kinds.terms(plural);
    const members = await groupMembers(terms, ids, EVERY_MEMBER);
    return services.termLikes.get(plural)?.hierarchical ? terms.withDescendants(members) : members;
  });

/** A filter by terms, as IDs or slugs: what is both is taken as the slug, and what is neither as the slug of another language. */
export function termsFilter(services: Pick<Services, 'cache' | 'kinds' | 'site' | 'termLikes'>, plural: string) {
  const { served } = services.site;
  const why: Text = {
    en: 'Send IDs or slugs that exist, in a list or with commas between them.',
    fr: 'Envoyez des identifiants ou des slugs existants, dans une liste ou séparés par des virgules.',
  };
  const read = (value: unknown): string[] =>
    named(askedList(value)).map((item) => (typeof item === 'string' || typeof item === 'number' ? String(item) : ''));
  return {
    type: 'array',
    items: { type: 'integer' },
    accepts: IDS_OR_SLUGS,
    validate(value: unknown): true {
      const items = read(value);
      if (items.length === 0 || items.some(isEmptyScalar)) throw errors.invalidValue(why);
      return true;
    },
    sanitize(value: unknown, { language, user }: ArgRequest): Promise<readonly number[]> {
      const items = [...new Set(read(value))];
      return keptNaming(services, plural, ['sent', language, ...items], async () => {
        const slugs = items.map((item) => slugify(item));
        const ids = items.map(readId);
        const terms = services.kinds.terms(plural);
        // Not one query by either: a server may find no index that serves both.
        const { seen } = termsKnownTo(services, plural, user as User | undefined);
        const slugged = (await terms.find({ language, slug: { $in: slugs } })).filter(seen);
        const bySlug = new Map(slugged.map((term) => [term.slug, term]));
        const byId = await servedRecords(
          terms,
          ids.flatMap((id) => id ?? []),
          { served },
        );
        const found = ids.map((id, place) => bySlug.get(slugs[place] ?? '') ?? [byId.get(id ?? 0)].find((term) => term && seen(term)));
        const unknown = slugs.filter((slug, place) => found[place] === undefined && slug !== '');
        const elsewhere = unknown.length === 0 ? [] : (await spokenElsewhere(terms, unknown, language, served)).filter(seen);
        return found.map((term, place) => {
          const meant = term ?? elsewhere.find(({ slug }) => slug === slugs[place]);
          if (!meant) throw errors.invalidValue(why);
          return meant._id;
        });
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
