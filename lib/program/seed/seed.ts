import type { Fixtures, FixtureTerm } from '../../../fixtures/fixture';
import { type FixturePost, isNamed, POST_LISTS, TERM_LISTS } from '../../../fixtures/naming';
import type { User } from '../../access';
import type { PostRecord, Services } from '../../content';
import { type Draft, fieldAt, membersByLanguage, type Stored, type Term, withValue } from '../../database';
import { isOverloaded } from '../../errors';
import type { Language } from '../../language';
import { type DraftContext, type DraftOptions, hasLanguage, postDrafting, termDrafting } from './fixture-drafts';
import { FixtureRefusal, refusedFixture } from './fixture-refusal';
import { type BatchBounds, createSeedingBatches, type SeedingBatches, SHARED_BOUNDS } from './seeding-batches';

/** Reports the number of records that are done, and the total. */
export type Progress = (done: number, total: number) => void;

type Session = Parameters<Parameters<Services['connection']['transact']>[0]>[0];
type Members = Partial<Record<Language, Stored>>;

interface SeedContext extends DraftContext {
  readonly progress: (records: number) => void;
  readonly seeding: Seeding;
}

/** The state of a seeding across several calls of `seed`. */
export interface Seeding {
  /** The IDs of stored records by fixture key and language. Other fixtures name them. */
  readonly ids: Map<string, Partial<Record<Language, number>>>;
  /** Batch sizes by type, since records of some types are heavier. */
  readonly batches: Map<string, SeedingBatches>;
  readonly bounds: BatchBounds;
  /** The number of records stored so far. */
  stored: number;
  /** Makes missing indexes. Updates of stored records need them. */
  completeIndexes(): Promise<void>;
}

export type SeedingOptions = Partial<Pick<Seeding, 'completeIndexes' | 'bounds'>>;

/** Begins a seeding. By default no index is missing and other processes write too. */
export const createSeeding = ({ completeIndexes = async () => undefined, bounds = SHARED_BOUNDS }: SeedingOptions = {}): Seeding => ({
  ids: new Map(),
  batches: new Map(),
  bounds,
  stored: 0,
  completeIndexes,
});

/**
 * Stores fixtures in the served languages, as translations of each other, and answers the number of new records. It skips what is stored
 * already, so a repeated call changes nothing. Fixtures may name others of the same call, or of earlier calls with the same `seeding`.
 * Throws a `FixtureRefusal` for the first fixture that the API would refuse.
 */
export async function seed(
  fixtures: Fixtures,
  services: Services,
  user: User,
  progress: Progress = () => undefined,
  seeding: Seeding = createSeeding(),
): Promise<number> {
  const { languages } = services.site.served;
  const total = [...TERM_LISTS, ...POST_LISTS].reduce((sum, list) => sum + fixtures[list].length, 0) * languages.length;
  let done = 0;
  const loading: SeedContext = {
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
    const levels = services.termLikes.get(plural)?.hierarchical ? levelsOf(fixtures[plural]) : [fixtures[plural]];
    const store: Loader<FixtureTerm, Draft<Term>>['store'] = (groups, session) =>
      services.kinds.terms(plural).createGroups(groups, session);
    for (const level of levels) await load(loading, plural, level, { draft: termDrafting(loading, plural), store });
  }
  for (const plural of POST_LISTS)
    await load<FixturePost, Draft<PostRecord>>(loading, plural, fixtures[plural], {
      draft: postDrafting(loading, plural),
      store: (groups, session) => services.kinds.posts(plural).createGroups(groups, session),
    });
  return seeding.stored - before;
}

/** Groups terms by depth, so that parents are stored before their children. */
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

/** The functions that draft and store the fixtures of one type. */
interface Loader<F, D> {
  draft(fixture: F, drafting: DraftOptions): Promise<D>;
  store(groups: readonly (readonly D[])[], session: Session): Promise<readonly Stored[]>;
}

/** Stores the missing fixtures of one type in all served languages, one batch in each transaction. */
async function load<F extends { readonly key: string; readonly translation_of?: number }, D extends object>(
  { services, seeding, progress }: SeedContext,
  plural: string,
  fixtures: readonly F[],
  { draft, store }: Loader<F, D>,
): Promise<void> {
  const { ids, batches: all, bounds, completeIndexes } = seeding;
  const { languages } = services.site.served;
  const { linkedBy } = services.kinds.sharing;
  // A link names a record of its own language, so it is not copied.
  const shared = ((services.postLikes.get(plural) ?? services.termLikes.get(plural))?.shared ?? []).filter(
    (field) => linkedBy(plural, field) === undefined,
  );
  const remember = ({ source = '', language, _id }: Stored) =>
    isNamed(plural) ? ids.set(source, { ...ids.get(source), [language]: _id }) : ids;
  const batches = all.get(plural) ?? createSeedingBatches(bounds);
  all.set(plural, batches);
  let isComplete = false;

  /** Stores the missing ones of some fixtures in one transaction. If the transaction takes too long, it stores each half by itself. */
  const storeTogether = async (some: readonly F[]): Promise<void> => {
    try {
      const began = performance.now();
      const done = await services.connection.transact(async (session) => {
        const known = await storedOf(services, plural, some, session);
        const missing = some.flatMap((fixture) => {
          const own = languages.filter((language) => hasLanguage(fixture, language));
          return own.some((language) => known.get(fixture.key)?.[language] === undefined) ? [{ fixture, own }] : [];
        });
        // A new translation updates its stored siblings and the records that name them, which needs the indexes.
        if (!isComplete && missing.some(({ fixture: { key, translation_of: id } }) => id !== undefined || known.has(key))) return undefined;
        const groups: D[][] = [];
        for (const { fixture, own } of missing)
          groups.push(
            await draftGroup(
              fixture,
              own,
              { original: await originalOf(services, plural, fixture, known.get(fixture.key), session), shared },
              (one, drafting) =>
                draft(one, { ...drafting, session }).catch((error) => Promise.reject(refusedFixture(plural, one.key, error))),
            ),
          );
        return { known, missing, created: groups.length === 0 ? [] : await store(groups, session) };
      });
      if (done === undefined) {
        await completeIndexes();
        isComplete = true;
        return storeTogether(some);
      }
      for (const members of done.known.values()) for (const record of Object.values(members)) remember(record);
      for (const record of done.created) remember(record);
      seeding.stored += done.created.length;
      if (done.missing.length > 0) batches.stored(done.missing.length, performance.now() - began);
    } catch (error) {
      if (!isOverloaded(error) || some.length === 1) throw error;
      batches.tooSlow(some.length);
      const half = Math.ceil(some.length / 2);
      const [first, second] = [some.slice(0, half), some.slice(half)];
      await storeTogether(first);
      await storeTogether(second);
    }
  };

  for (let start = 0; start < fixtures.length; ) {
    const batch = firstOf(fixtures, start, batches.most(), bounds.characters);
    start += batch.length;
    await storeTogether(batch);
    progress(batch.length * languages.length);
  }
}

/** The next fixtures to store together: at least one, at most `most`, and at most `mostCharacters` as JSON. */
function firstOf<F>(fixtures: readonly F[], start: number, most: number, mostCharacters: number): readonly F[] {
  let end = start;
  for (let characters = 0; end < Math.min(start + most, fixtures.length); end++) {
    characters += JSON.stringify(fixtures[end]).length;
    if (end > start && characters > mostCharacters) break;
  }
  return fixtures.slice(start, end);
}

/** The stored records of fixtures, by key and language. */
async function storedOf(
  services: Services,
  plural: string,
  fixtures: readonly { readonly key: string }[],
  session?: Session,
): Promise<Map<string, Members>> {
  const found = await services.connection
    .collection<Stored>(plural)
    .find(
      { source: { $in: fixtures.map(({ key }) => key) } },
      { projection: { source: 1, language: 1, group: 1, slug: 1, status: 1, author: 1 }, ...(session && { session }) },
    )
    .toArray();
  const stored = new Map<string, Members>();
  for (const record of found) stored.set(record.source ?? '', { ...stored.get(record.source ?? ''), [record.language]: record });
  return stored;
}

/**
 * The record that a fixture translates: the one that it names, else its stored record in another language. Throws a `FixtureRefusal` if
 * the named record does not exist.
 */
async function originalOf(
  { kinds, postLikes }: Services,
  plural: string,
  { key, translation_of: id }: { readonly key: string; readonly translation_of?: number },
  known: Members = {},
  session: Session,
): Promise<Stored | undefined> {
  const records = postLikes.has(plural) ? kinds.posts(plural) : kinds.terms(plural);
  const first = id ?? Object.values(known)[0]?._id;
  const original = first === undefined ? undefined : await records.byId(first, session);
  if (id !== undefined && original === undefined)
    throw new FixtureRefusal(plural, key, `translates ${id}, which is none of the ${plural}: name one that is stored, by its ID.`);
  return original;
}

/** Drafts a fixture in its missing languages, as translations of what is stored. Shared fields are copied from the first draft. */
async function draftGroup<F extends { readonly key: string }, D extends object>(
  fixture: F,
  languages: readonly Language[],
  { original, shared }: { readonly original: Stored | undefined; readonly shared: readonly string[] },
  draft: (fixture: F, drafting: Omit<DraftOptions, 'session'>) => Promise<D>,
): Promise<D[]> {
  const translations = original && membersByLanguage(original);
  const origin = { source: fixture.key, ...(original && { group: original.group, translations }) };
  const group: D[] = [];
  for (const language of languages)
    if (translations?.[language] === undefined) group.push({ ...(await draft(fixture, { language, original })), ...origin });
  const [first, ...others] = group;
  if (first === undefined) return [];
  return [first, ...others.map((one) => shared.reduce((record, field) => withValue(record, field, fieldAt(first, field)), one))];
}
