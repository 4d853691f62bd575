import type { ClientSession } from 'mongodb';
import type { FixtureTerm } from '../../../fixtures/fixture';
import { type FixturePost, type PostList, toldBy } from '../../../fixtures/naming';
import type { User } from '../../access';
import { sanitizeHtml, slugify } from '../../calendar';
import {
  addedFields,
  draftRecord,
  draftTerm,
  inheritedFrom,
  type PostLike,
  type PostRecord,
  type Sent,
  type Services,
  type TermLike,
  termNameOf,
  withoutParent,
} from '../../content';
import type { Draft, Stored, Term } from '../../database';
import { isLanguage, type Language, type Text } from '../../language';

/** The context of drafts: their author, and the IDs of stored records by fixture key and language. */
export interface DraftContext {
  readonly services: Services;
  readonly user: User;
  readonly ids: ReadonlyMap<string, Partial<Record<Language, number>>>;
}

/** The language of a draft, and the stored record that the draft translates; undefined for an original. */
export interface DraftOptions {
  readonly language: Language;
  readonly original: Stored | undefined;
  readonly session: ClientSession;
}

/** A function that makes the draft of a fixture in one language. Validates, sanitizes and throws like the API. */
type DraftFixture<F, D> = (fixture: F, drafting: DraftOptions) => Promise<D>;

export const termDrafting = ({ services, user, ids }: DraftContext, plural: string): DraftFixture<FixtureTerm, Draft<Term>> => {
  const terms = services.kinds.terms(plural);
  const type = services.termLikes.get(plural) as TermLike;
  return async ({ name: said, slug, description, parent }, { language, original, session }) => {
    const body = inLanguage({ name: said, slug, description }, language);
    const sent: Sent = await type.checks.update({ query: {}, body }, { path: {}, record: undefined, user, language });
    const name = termNameOf(String(sent['name']));
    const own = parent === undefined ? undefined : ids.get(parent)?.[language];
    const shared = original && services.kinds.sharing.valueIn(plural, 'parent', (original as Term).parent, language, session);
    const parentId = shared === undefined ? own : Number(await shared);
    const context = { current: undefined, user, language, session, baseUrl: `http://localhost/${language}` };
    const begun = original && (await inheritedFrom(services, type, withoutParent(type.inherited), { original, language, session }));
    return draftTerm(terms, services, {
      name,
      language,
      session,
      slug: slugify(String(sent['slug'] ?? name)),
      ...(sent['description'] !== undefined && { description: sanitizeHtml(String(sent['description'])) }),
      ...(parentId !== undefined && { parent: parentId }),
      ...(await addedFields(type, {}, context, begun)),
    });
  };
};

export const postDrafting = ({ services, user, ids }: DraftContext, plural: PostList): DraftFixture<FixturePost, Draft<PostRecord>> => {
  const type = services.postLikes.get(plural) as PostLike;
  const idsOf = (keys: readonly string[], language: Language) => keys.flatMap((key) => ids.get(key)?.[language] ?? []);
  return async (fixture, { language, original, session }) => {
    const { said, named } = toldBy(plural, fixture);
    const linked = Object.fromEntries(Object.entries(named).map(([field, keys]) => [field, idsOf(keys, language)]));
    const context = { user, language, session, baseUrl: `http://localhost/${language}` };
    // The check for updates requires no member, since a translation inherits missing members from its original.
    const body = inLanguage(said, language);
    const sent: Sent = await type.checks.update({ query: {}, body }, { path: {}, record: undefined, user, language });
    if (original === undefined) return { ...(await draftRecord(type, services, sent, context)), ...linked };
    const own = Object.entries(sent).filter(([name]) => type.accepted.get(name)?.shared?.by !== true);
    const inherited = await inheritedFrom(services, type, type.inherited, { original, language, session });
    return draftRecord(type, services, Object.fromEntries(own), { ...context, original: original as PostRecord }, inherited);
  };
};

const inLanguage = (fields: object, language: Language): Sent =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, isText(value) ? value[language] : value]),
  );

/** Reads a stored record of any content type from the database, by its ID. */
export const storedById = (
  { kinds, postLikes }: Services,
  plural: string,
  id: number,
  session?: ClientSession,
): Promise<Stored | undefined> => (postLikes.has(plural) ? kinds.posts(plural) : kinds.terms(plural)).byId(id, session);

/** True for an object of texts by language. Some languages may be missing. */
const isText = (value: unknown): value is Partial<Text> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).every(isLanguage);

export const hasLanguage = (fixture: object, language: Language): boolean =>
  Object.values(fixture).some((value) => isText(value) && value[language] !== undefined);
