import type { ClientSession } from 'mongodb';
import type { FixtureRecord, Fixtures } from '../../../fixtures/fixture';
import { isNamed, POST_LISTS, TERM_LISTS } from '../../../fixtures/naming';
import type { User } from '../../access';
import { type PostRecord, recordsOfType, type Services } from '../../content';
import { fieldAt, membersByLanguage, type NewRecord, type Stored, type Term, withValue } from '../../database';
import { isOverloaded } from '../../errors';
import type { Language } from '../../language';
import type { Progress } from '../../maintenance';
import { type DraftContext, draftOf, FixtureRefusal, hasLanguage, refuseFixture } from './fixture-drafts';

/** The maximum number of fixtures in a batch, which one transaction stores. Requests that change the same counts wait for a batch. */
export const LARGEST_BATCH = 250;
/** The maximum number of characters of a batch as JSON. A single fixture may have more. */
export const LONGEST_BATCH = 1_048_576;

/** The state that several calls of `seed` share. */
export interface Seeding {
  /** The IDs of stored records by fixture key and language. Later fixtures may name these keys. */
  readonly ids: Map<string, Partial<Record<Language, number>>>;
  /** The maximum number of fixtures in the next batch. A batch that takes too long for a transaction halves it. */
  largest: number;
  stored: number;
  /** Makes missing indexes, which updates need. Undefined if no index is missing. */
  completeIndexes: (() => Promise<void>) | undefined;
}

export const createSeeding = (completeIndexes?: Seeding['completeIndexes']): Seeding => ({
  ids: new Map(),
  largest: LARGEST_BATCH,
  stored: 0,
  completeIndexes,
});

/**
 * Stores fixtures in the served languages, as translations of each other, and returns the number of new records. Skips stored records, so
 * a repeated call changes nothing. Fixtures may name fixtures of the same call, or of earlier calls with the same `seeding`. Throws a
 * `FixtureRefusal` for the first fixture that the API would reject.
 */
export async function seed(
  fixtures: Fixtures,
  services: Services,
  user: User,
  progress: Progress = () => undefined,
  seeding: Seeding = createSeeding(),
): Promise<number> {
  const lists = [...TERM_LISTS, ...POST_LISTS];
  const { languages } = services.site.served;
  const total = lists.reduce((sum, list) => sum + fixtures[list].length, 0) * languages.length;
  const before = seeding.stored;
  let done = 0;
  for (const list of lists) {
    const context = { services, user, list, ids: seeding.ids, seeding };
    for (const level of levelsOf(fixtures[list])) {
      for (let start = 0; start < level.length; ) {
        const batch = nextBatch(level, start, seeding.largest);
        start += batch.length;
        await storeTogether(context, batch);
        done += batch.length * languages.length;
        progress(done, total);
      }
    }
  }
  return seeding.stored - before;
}

/** Groups fixtures by their depth in the hierarchy, so that parents are stored before their children. Only terms have parents. */
function levelsOf(fixtures: readonly FixtureRecord[]): FixtureRecord[][] {
  const depths = new Map<string, number>();
  const levels: FixtureRecord[][] = [];
  for (const fixture of fixtures) {
    const depth = 'parent' in fixture && fixture.parent !== undefined ? (depths.get(fixture.parent) ?? -1) + 1 : 0;
    depths.set(fixture.key, depth);
    const level = levels[depth] ?? [];
    level.push(fixture);
    levels[depth] = level;
  }
  return levels;
}

interface ListContext extends DraftContext {
  readonly seeding: Seeding;
}

/** Returns the fixtures of the next batch, from `start`. */
function nextBatch(fixtures: readonly FixtureRecord[], start: number, largest: number): readonly FixtureRecord[] {
  let end = start;
  for (let characters = 0; end < Math.min(start + largest, fixtures.length); end++) {
    characters += JSON.stringify(fixtures[end]).length;
    if (end > start && characters > LONGEST_BATCH) break;
  }
  return fixtures.slice(start, end);
}

/** Stores the missing records of a batch of fixtures in one transaction. If that takes too long, stores each half of the batch. */
async function storeTogether(context: ListContext, fixtures: readonly FixtureRecord[]): Promise<void> {
  const { services, seeding, list } = context;
  try {
    const done = await services.connection.transact((session) => storeMissing(context, fixtures, session));
    if (done === undefined) {
      await seeding.completeIndexes?.();
      seeding.completeIndexes = undefined;
      return storeTogether(context, fixtures);
    }
    for (const { source = '', language, _id } of isNamed(list) ? [...done.existing, ...done.created] : [])
      seeding.ids.set(source, { ...seeding.ids.get(source), [language]: _id });
    seeding.stored += done.created.length;
  } catch (error) {
    if (!isOverloaded(error) || fixtures.length === 1) throw error;
    const half = Math.ceil(fixtures.length / 2);
    seeding.largest = half;
    await storeTogether(context, fixtures.slice(0, half));
    await storeTogether(context, fixtures.slice(half));
  }
}

/** A fixture that is not stored in all its `languages`, and its stored records. */
interface MissingFixture {
  readonly fixture: FixtureRecord;
  readonly languages: readonly Language[];
  readonly stored: readonly Stored[];
}

/** Stores the missing records of a batch of fixtures. Returns undefined if missing indexes must be made first. */
async function storeMissing(
  context: ListContext,
  fixtures: readonly FixtureRecord[],
  session: ClientSession,
): Promise<{ readonly existing: readonly Stored[]; readonly created: readonly Stored[] } | undefined> {
  const { services, seeding, list } = context;
  const existing = await services.connection
    .collection<Stored>(list)
    .find(
      { source: { $in: fixtures.map(({ key }) => key) } },
      { projection: { source: 1, language: 1, group: 1, slug: 1, status: 1, author: 1 }, session },
    )
    .toArray();
  const members = new Map<string | undefined, Stored[]>();
  for (const record of existing) members.set(record.source, [...(members.get(record.source) ?? []), record]);
  const missing = fixtures.flatMap((fixture): MissingFixture[] => {
    const languages = services.site.served.languages.filter((language) => hasLanguage(fixture, language));
    const stored = members.get(fixture.key) ?? [];
    return languages.every((language) => stored.some((record) => record.language === language)) ? [] : [{ fixture, languages, stored }];
  });
  // A new translation updates its stored translations and the records that link to them, which needs the indexes.
  const isTranslation = ({ fixture, stored }: MissingFixture) => fixture.translation_of !== undefined || stored.length > 0;
  if (seeding.completeIndexes !== undefined && missing.some(isTranslation)) return undefined;
  const groups: (readonly NewRecord<Stored>[])[] = [];
  for (const fixture of missing) groups.push(await draftGroup(context, fixture, session));
  return { existing, created: groups.length === 0 ? [] : await storeGroups(context, groups, session) };
}

type Groups<R extends Stored> = readonly (readonly NewRecord<R>[])[];

/** Stores groups of drafts. The records of a group become translations of each other. */
const storeGroups = ({ services, list }: ListContext, groups: Groups<Stored>, session: ClientSession): Promise<readonly Stored[]> =>
  services.postLikes.has(list)
    ? services.stores.posts<PostRecord>(list).createGroups(groups as Groups<PostRecord>, session)
    : services.stores.terms(list).createGroups(groups as Groups<Term>, session);

/**
 * Returns the record that a fixture translates: the record of `translation_of`, else the fixture's stored record in another language.
 * Throws a `FixtureRefusal` if the record of `translation_of` does not exist.
 */
async function originalOf(
  { services, list }: ListContext,
  { key, translation_of: id }: FixtureRecord,
  stored: Stored | undefined,
  session: ClientSession,
): Promise<Stored | undefined> {
  const first = id ?? stored?._id;
  const original = first === undefined ? undefined : await recordsOfType(services, list).byId(first, session);
  if (id !== undefined && original === undefined)
    throw new FixtureRefusal(list, key, `translates ${id}, which is not one of the ${list}: send the ID of a stored record.`);
  return original;
}

/** Makes the drafts of a fixture in its missing languages. Fields that all translations share are copied from the first draft. */
async function draftGroup(
  context: ListContext,
  { fixture, languages, stored }: MissingFixture,
  session: ClientSession,
): Promise<readonly NewRecord<Stored>[]> {
  const { list } = context;
  const { stores, postLikes, termLikes } = context.services;
  const original = await originalOf(context, fixture, stored[0], session);
  const joined = original && { group: original.group, translations: membersByLanguage(original) };
  const group: NewRecord<Stored>[] = [];
  for (const language of languages.filter((one) => joined?.translations[one] === undefined)) {
    const drafted = await draftOf(context, fixture, { language, original, session }).catch((error) =>
      refuseFixture(list, fixture.key, error),
    );
    group.push({ ...drafted, source: fixture.key, ...joined });
  }
  const [first, ...others] = group;
  if (first === undefined) return [];
  // A link refers to a record in the language of the draft, so links are not copied.
  const shared = ((postLikes.get(list) ?? termLikes.get(list))?.shared ?? []).filter(
    (field) => stores.sharing.linkedBy(list, field) === undefined,
  );
  return [first, ...others.map((one) => shared.reduce((record, field) => withValue(record, field, fieldAt(first, field)), one))];
}
