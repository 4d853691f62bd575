import type { ClientSession } from 'mongodb';
import type { Fixtures, FixtureTerm } from '../../../fixtures/fixture';
import { type FixturePost, isNamed, POST_LISTS, TERM_LISTS } from '../../../fixtures/naming';
import type { User } from '../../access';
import type { PostRecord, Services } from '../../content';
import { type Draft, fieldAt, membersByLanguage, type Stored, type Term, withValue } from '../../database';
import { isOverloaded } from '../../errors';
import type { Language } from '../../language';
import { FixtureRefusal, refuseFixture } from './faults';
import { type DraftContext, type DraftOptions, hasLanguage, postDrafting, storedById, termDrafting } from './fixture-drafts';
import { type BatchBounds, createSeedingBatches, type SeedingBatches, SHARED_BOUNDS } from './seeding-batches';

/** A function that shows progress: the number of records that are done, and the total. */
export type Progress = (done: number, total: number) => void;

/** The state that several calls of `seed` share. */
export interface Seeding {
  /** The IDs of stored records by fixture key and language. Later fixtures may name these keys. */
  readonly ids: Map<string, Partial<Record<Language, number>>>;
  readonly batches: Map<string, SeedingBatches>;
  readonly bounds: BatchBounds;
  stored: number;
  /** Makes missing indexes, which updates need. Undefined if no index is missing. */
  completeIndexes: (() => Promise<void>) | undefined;
}

export type SeedingOptions = Partial<Pick<Seeding, 'completeIndexes' | 'bounds'>>;

export const createSeeding = ({ completeIndexes, bounds = SHARED_BOUNDS }: SeedingOptions = {}): Seeding => ({
  ids: new Map(),
  batches: new Map(),
  bounds,
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
  const { kinds, site } = services;
  const total = [...TERM_LISTS, ...POST_LISTS].reduce((sum, list) => sum + fixtures[list].length, 0) * site.served.languages.length;
  let done = 0;
  const context: SeedContext = {
    services,
    user,
    seeding,
    ids: seeding.ids,
    progress(records) {
      done += records;
      progress(done, total);
    },
  };
  const before = seeding.stored;
  for (const plural of TERM_LISTS) {
    const loader: Loader<FixtureTerm, Draft<Term>> = {
      plural,
      draft: termDrafting(context, plural),
      store: (groups, session) => kinds.terms(plural).createGroups(groups, session),
    };
    for (const level of levelsOf(fixtures[plural])) await load(context, loader, level);
  }
  for (const plural of POST_LISTS) {
    const loader: Loader<FixturePost, Draft<PostRecord>> = {
      plural,
      draft: postDrafting(context, plural),
      store: (groups, session) => kinds.posts<PostRecord>(plural).createGroups(groups, session),
    };
    await load(context, loader, fixtures[plural]);
  }
  return seeding.stored - before;
}

/** Groups terms by their depth in the hierarchy, so that parents are stored before their children. */
function levelsOf(terms: readonly FixtureTerm[]): FixtureTerm[][] {
  const depths = new Map<string, number>();
  const levels: FixtureTerm[][] = [];
  for (const term of terms) {
    const depth = term.parent === undefined ? 0 : (depths.get(term.parent) ?? -1) + 1;
    depths.set(term.key, depth);
    const level = levels[depth] ?? [];
    level.push(term);
    levels[depth] = level;
  }
  return levels;
}

interface SeedContext extends DraftContext {
  readonly progress: (records: number) => void;
  readonly seeding: Seeding;
}

interface Fixture {
  readonly key: string;
  readonly translation_of?: number;
}

interface Loader<F, D> {
  readonly plural: string;
  draft(fixture: F, options: DraftOptions): Promise<D>;
  store(groups: readonly (readonly D[])[], session: ClientSession): Promise<readonly Stored[]>;
}

/** Stores the missing fixtures of one type in all served languages, one batch in each transaction. */
async function load<F extends Fixture, D extends object>(
  context: SeedContext,
  loader: Loader<F, D>,
  fixtures: readonly F[],
): Promise<void> {
  const { services, seeding, progress } = context;
  const { batches: all, bounds } = seeding;
  const batches = all.get(loader.plural) ?? createSeedingBatches(bounds);
  all.set(loader.plural, batches);
  for (let start = 0; start < fixtures.length; ) {
    const batch = firstOf(fixtures, start, batches.most(), bounds.characters);
    start += batch.length;
    await storeTogether(context, loader, batches, batch);
    progress(batch.length * services.site.served.languages.length);
  }
}

/** Returns the fixtures of the next batch, from `start`. Several fixtures have at most `mostCharacters` together, as JSON. */
function firstOf<F>(fixtures: readonly F[], start: number, most: number, mostCharacters: number): readonly F[] {
  let end = start;
  for (let characters = 0; end < Math.min(start + most, fixtures.length); end++) {
    characters += JSON.stringify(fixtures[end]).length;
    if (end > start && characters > mostCharacters) break;
  }
  return fixtures.slice(start, end);
}

/** Stores the missing records of a batch of fixtures in one transaction. If that takes too long, stores each half of the batch. */
async function storeTogether<F extends Fixture, D extends object>(
  context: SeedContext,
  loader: Loader<F, D>,
  batches: SeedingBatches,
  fixtures: readonly F[],
): Promise<void> {
  const { services, seeding } = context;
  const remember = ({ source = '', language, _id }: Stored) => {
    if (isNamed(loader.plural)) seeding.ids.set(source, { ...seeding.ids.get(source), [language]: _id });
  };
  try {
    const began = performance.now();
    const done = await services.connection.transact((session) => storeMissing(context, loader, fixtures, session));
    if (done === undefined) {
      await seeding.completeIndexes?.();
      seeding.completeIndexes = undefined;
      return storeTogether(context, loader, batches, fixtures);
    }
    for (const record of [...done.existing, ...done.created]) remember(record);
    seeding.stored += done.created.length;
    if (done.missing > 0) batches.stored(done.missing, performance.now() - began);
  } catch (error) {
    if (!isOverloaded(error) || fixtures.length === 1) throw error;
    batches.tooSlow(fixtures.length);
    const half = Math.ceil(fixtures.length / 2);
    await storeTogether(context, loader, batches, fixtures.slice(0, half));
    await storeTogether(context, loader, batches, fixtures.slice(half));
  }
}

/** Stores the missing records of a batch of fixtures. Returns undefined if missing indexes must be made first. */
async function storeMissing<F extends Fixture, D extends object>(
  { services, seeding }: SeedContext,
  { plural, draft, store }: Loader<F, D>,
  fixtures: readonly F[],
  session: ClientSession,
): Promise<{ readonly existing: readonly Stored[]; readonly created: readonly Stored[]; readonly missing: number } | undefined> {
  const existing = await services.connection
    .collection<Stored>(plural)
    .find(
      { source: { $in: fixtures.map(({ key }) => key) } },
      { projection: { source: 1, language: 1, group: 1, slug: 1, status: 1, author: 1 }, session },
    )
    .toArray();
  const members = new Map<string | undefined, Stored[]>();
  for (const record of existing) members.set(record.source, [...(members.get(record.source) ?? []), record]);
  const missing = fixtures.flatMap((fixture) => {
    const languages = services.site.served.languages.filter((language) => hasLanguage(fixture, language));
    const stored = members.get(fixture.key) ?? [];
    return languages.every((language) => stored.some((record) => record.language === language)) ? [] : [{ fixture, languages, stored }];
  });
  // A new translation updates its stored translations and the records that link to them, which needs the indexes.
  const isTranslation = ({ fixture, stored }: (typeof missing)[number]) => fixture.translation_of !== undefined || stored.length > 0;
  if (seeding.completeIndexes !== undefined && missing.some(isTranslation)) return undefined;
  const groups: D[][] = [];
  for (const { fixture, languages, stored } of missing) {
    const original = await originalOf(services, plural, fixture, stored[0], session);
    const draftIn = (language: Language) =>
      draft(fixture, { language, original, session }).catch((error) => refuseFixture(plural, fixture.key, error));
    groups.push(await draftGroup(services, plural, fixture, languages, original, draftIn));
  }
  return { existing, created: groups.length === 0 ? [] : await store(groups, session), missing: missing.length };
}

/**
 * Returns the record that a fixture translates: the record of `translation_of`, else the fixture's stored record in another language.
 * Throws a `FixtureRefusal` if the record of `translation_of` does not exist.
 */
async function originalOf(
  services: Services,
  plural: string,
  { key, translation_of: id }: Fixture,
  stored: Stored | undefined,
  session: ClientSession,
): Promise<Stored | undefined> {
  const first = id ?? stored?._id;
  const original = first === undefined ? undefined : await storedById(services, plural, first, session);
  if (id !== undefined && original === undefined)
    throw new FixtureRefusal(plural, key, `translates ${id}, which is none of the ${plural}: name one that is stored, by its ID.`);
  return original;
}

/** Makes the drafts of a fixture in its missing languages. Fields that all translations share are copied from the first draft. */
async function draftGroup<D extends object>(
  { kinds, postLikes, termLikes }: Services,
  plural: string,
  { key }: Fixture,
  languages: readonly Language[],
  original: Stored | undefined,
  draft: (language: Language) => Promise<D>,
): Promise<D[]> {
  const translations = original && membersByLanguage(original);
  const origin = { source: key, ...(original && { group: original.group, translations }) };
  const group: D[] = [];
  for (const language of languages) if (translations?.[language] === undefined) group.push({ ...(await draft(language)), ...origin });
  const [first, ...others] = group;
  if (first === undefined) return [];
  // A link refers to a record in the language of the draft, so links are not copied.
  const shared = ((postLikes.get(plural) ?? termLikes.get(plural))?.shared ?? []).filter(
    (field) => kinds.sharing.linkedBy(plural, field) === undefined,
  );
  return [first, ...others.map((one) => shared.reduce((record, field) => withValue(record, field, fieldAt(first, field)), one))];
}
