import type { ClientSession } from 'mongodb';
import type { FixtureRecord, Fixtures, FixtureTerm } from '../../../fixtures/fixture';
import type { FixtureFault } from '../../../fixtures/fixture-fault';
import type { JudgedRecord } from '../../../fixtures/fixtures-file';
import { type FixturePost, type PostList, TERM_LISTS, toldBy } from '../../../fixtures/naming';
import type { User } from '../../access';
import { sanitizeHtml, slugify } from '../../calendar';
import {
  draftRecord,
  draftTerm,
  inheritedFrom,
  type PostLike,
  type PostRecord,
  pluginFieldValues,
  recordsOfType,
  type Sent,
  type Services,
  type TermLike,
  termNameOf,
  withoutParent,
} from '../../content';
import type { NewRecord, Stored, Term } from '../../database';
import { ApiError } from '../../errors';
import { isLanguage, type Language, type Text } from '../../language';
import { StartError } from '../service/start-error';

export type ListName = keyof Fixtures;

/** The context of the drafts of a list: their author, and the IDs of stored records by fixture key and language. */
export interface DraftContext {
  readonly services: Services;
  readonly user: User;
  readonly list: ListName;
  readonly ids: ReadonlyMap<string, Partial<Record<Language, number>>>;
}

/** The language of a draft, and the stored record that the draft translates; undefined for an original. */
interface DraftOptions {
  readonly language: Language;
  readonly original: Stored | undefined;
  readonly session: ClientSession;
}

/** Makes the draft of a fixture in one language. Validates, sanitizes and throws like the API. */
export const draftOf = (context: DraftContext, fixture: FixtureRecord, options: DraftOptions): Promise<NewRecord<Stored>> =>
  TERM_LISTS.some((one) => one === context.list)
    ? termDraft(context, fixture as FixtureTerm, options)
    : postDraft(context, fixture as FixturePost, options);

async function termDraft(
  { services, user, list, ids }: DraftContext,
  { name: said, slug, description, parent }: FixtureTerm,
  { language, original, session }: DraftOptions,
): Promise<NewRecord<Term>> {
  const type = services.termLikes.get(list) as TermLike;
  const body = inLanguage({ name: said, slug, description }, language);
  const sent: Sent = await type.validators.update({ query: {}, body }, { path: {}, record: undefined, user, language });
  const name = termNameOf(String(sent['name']));
  const own = parent === undefined ? undefined : ids.get(parent)?.[language];
  const shared = original && services.stores.sharing.valueIn(list, 'parent', (original as Term).parent, language, session);
  const parentId = shared === undefined ? own : Number(await shared);
  const context = { current: undefined, user, language, session, baseUrl: `http://localhost/${language}` };
  const inherited = original && (await inheritedFrom(services, type, withoutParent(type.inherited), { original, language, session }));
  return draftTerm(services.stores.terms(list), services, {
    name,
    language,
    session,
    slug: slugify(String(sent['slug'] ?? name)),
    ...(sent['description'] !== undefined && { description: sanitizeHtml(String(sent['description'])) }),
    ...(parentId !== undefined && { parent: parentId }),
    ...(await pluginFieldValues(type, {}, context, inherited)),
  });
}

async function postDraft(
  { services, user, list, ids }: DraftContext,
  fixture: FixturePost,
  { language, original, session }: DraftOptions,
): Promise<NewRecord<PostRecord>> {
  const type = services.postLikes.get(list) as PostLike;
  const idsOf = (keys: readonly string[]) => keys.flatMap((key) => ids.get(key)?.[language] ?? []);
  const { said, named } = toldBy(list as PostList, fixture);
  const linked = Object.fromEntries(Object.entries(named).map(([field, keys]) => [field, idsOf(keys)]));
  const context = { user, language, session, baseUrl: `http://localhost/${language}` };
  // The check for updates requires no member, since a translation inherits missing members from its original.
  const body = inLanguage(said, language);
  const sent: Sent = await type.validators.update({ query: {}, body }, { path: {}, record: undefined, user, language });
  if (original === undefined) return { ...(await draftRecord(services, type, sent, context)), ...linked };
  const isShared = (name: string) => type.fields.some((field) => field.name === name && field.arg && field.shared?.by === true);
  const own = Object.entries(sent).filter(([name]) => !isShared(name));
  const inherited = await inheritedFrom(services, type, type.inherited, { original, language, session });
  return draftRecord(services, type, Object.fromEntries(own), { ...context, original: original as PostRecord }, inherited);
}

const inLanguage = (fields: object, language: Language): Sent =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, isText(value) ? value[language] : value]),
  );

/** True for an object of texts by language. Some languages may be missing. */
const isText = (value: unknown): value is Partial<Text> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).every(isLanguage);

export const hasLanguage = (fixture: object, language: Language): boolean =>
  Object.values(fixture).some((value) => isText(value) && value[language] !== undefined);

/** The error for a fixture that the API would reject. The message is a sentence with the fixture's key. */
export class FixtureRefusal extends StartError {
  constructor(
    readonly list: string,
    readonly key: string,
    why: string,
  ) {
    super(`The fixture "${key}" ${why}`);
  }
}

/** Returns the English messages of an `ApiError`, by invalid parameter, else without a name. Throws other errors. */
const refusedParams = (error: unknown): readonly (readonly [name: string | undefined, sentence: string])[] => {
  if (!(error instanceof ApiError) || error.status >= 500) throw error;
  const named = Object.entries(error.reasons).map(([name, { text }]) => [name, text.en] as const);
  return named.length > 0 ? named : [[undefined, error.text.en]];
};

/** Throws a `FixtureRefusal` in place of an `ApiError` of status 4xx. Throws other errors unchanged. */
export const refuseFixture = (list: string, key: string, error: unknown): never => {
  const sentences = refusedParams(error).map(([name, why]) => (name === undefined ? why : `${name}: ${why}`));
  throw new FixtureRefusal(list, key, `is refused. ${sentences.join(' ')}`);
};

const SOMETHING = { en: 'Some name', fr: 'Un nom' } satisfies Text;
const SOME_DAY = { start_date: '2030-01-01 00:00:00', end_date: '2030-01-01 00:00:00' };

/** Default members for incomplete fixtures, so that their other members can be checked. */
const DEFAULT_MEMBERS: Readonly<Record<ListName, object>> = {
  categories: { name: SOMETHING },
  tags: { name: SOMETHING },
  venues: { venue: SOMETHING },
  organizers: { organizer: SOMETHING },
  events: { title: SOMETHING, description: SOMETHING, timezone: 'UTC', all_day: false, categories: [], tags: [] },
};

const completed = (list: ListName, { translation_of: _, ...record }: FixtureRecord): FixtureRecord => {
  const isDated = 'start_date' in record && 'end_date' in record;
  return { ...DEFAULT_MEMBERS[list], ...record, ...(list === 'events' && !isDated && SOME_DAY) } as FixtureRecord;
};

/**
 * Finds the faults for which the API would reject a fixture, in the served languages. Paths of faults are relative to the fixture. Missing
 * members and members of a wrong type are not reported. Links to other fixtures are only checked when the record is stored.
 */
export const findFaults = async (
  services: Services,
  user: User,
  list: ListName,
  { record, isWhole }: JudgedRecord,
): Promise<readonly FixtureFault[]> => {
  const { translation_of: id } = record;
  const original = id === undefined ? undefined : await recordsOfType(services, list).byId(id);
  const isMissing = id !== undefined && original === undefined;
  const isComplete = isWhole && !isMissing;
  const judged = isComplete ? record : completed(list, record);
  const context = { services, user, list, ids: new Map() };
  const faultsIn = async (language: Language): Promise<readonly FixtureFault[]> => {
    try {
      await services.connection.transact((session) =>
        draftOf(context, judged, { language, original: isComplete ? original : undefined, session }),
      );
      return [];
    } catch (error) {
      return refusedParams(error).map(([name, why]) => ({ path: pathIn(judged, name, language), why: `is refused: ${why}` }));
    }
  };
  const languages = services.site.served.languages.filter((language) => hasLanguage(record, language));
  const found = (await Promise.all(languages.map(faultsIn))).flat();
  const own = isComplete ? found : found.filter(({ path: [name] }) => name === undefined || Object.hasOwn(record, name));
  const missing = { path: ['translation_of'], why: `is ${id}, which is not one of the ${list}: send the ID of a stored record.` };
  // A fault in a value that all languages share is found once for each language.
  return [...new Map([...(isMissing ? [missing] : []), ...own].map((fault) => [JSON.stringify(fault), fault])).values()];
};

/** Returns the path of a member in a fixture; for a text in several languages, with the language. */
const pathIn = (record: object, name: string | undefined, language: Language): readonly string[] => {
  if (name === undefined) return [];
  const value = Object.entries(record).find(([member]) => member === name)?.[1];
  return typeof value === 'object' && value !== null && language in value ? [name, language] : [name];
};
