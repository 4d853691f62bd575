import type { Fixtures } from '../../fixtures/fixture';
import type { PostLike, Sent } from '../../routes/kind';
import type { PostRecord } from '../../routes/post-record';
import type { Services } from '../../routes/services';
import { createTerm } from '../../routes/term-writing';
import { createRecord } from '../../routes/writing';
import type { User } from '../access/user';
import { slugify } from '../calendar/slug';
import { LANGUAGES, type Language, type Text } from '../language';
import type { Stored } from '../records/record';
import { siblingOf } from '../records/store';

/** How many new records a transaction holds. */
const BATCH = 50;

/** Where seeding stands, in records. */
export type Progress = (done: number, total: number) => void;

interface Loading {
  readonly services: Services;
  readonly user: User;
  readonly progress: (records: number) => void;
  /** IDs by fixture key and language, as far as they are stored. */
  readonly ids: Map<string, Partial<Record<Language, number>>>;
}

/** Stores fixtures that are not stored yet, as translations of each other; answers how many records it made. Twice changes nothing. */
export async function seed(fixtures: Fixtures, services: Services, user: User, progress: Progress = () => undefined): Promise<number> {
  const all = [fixtures.categories, fixtures.tags, fixtures.venues, fixtures.organizers, fixtures.events];
  const total = all.reduce((sum, list) => sum + list.length, 0) * LANGUAGES.length;
  let done = 0;
  const loading: Loading = {
    services,
    user,
    ids: new Map(),
    progress(records) {
      done += records;
      progress(done, total);
    },
  };
  const id = (key: string | undefined, language: Language) => (key === undefined ? undefined : loading.ids.get(key)?.[language]);
  const ids = (keys: readonly string[], language: Language) => keys.flatMap((key) => id(key, language) ?? []);

  let made = 0;
  for (const plural of ['categories', 'tags'] as const) {
    made += await load(loading, plural, fixtures[plural], async (term, language, origin, session) => {
      const parent = id('parent' in term ? term.parent : undefined, language);
      return createTerm(services.kinds.terms(plural), services, {
        name: term.name[language],
        description: term.description?.[language] ?? '',
        language,
        session,
        origin,
        slug: slugify(term.slug?.[language] ?? term.name[language]),
        ...(parent !== undefined && { parent }),
      });
    });
  }
  made += await loadPosts(loading, 'venues', fixtures.venues, ({ key: _, ...venue }, language) => spoken(venue, language));
  made += await loadPosts(loading, 'organizers', fixtures.organizers, ({ key: _, ...organizer }, language) => spoken(organizer, language));
  made += await loadPosts(loading, 'events', fixtures.events, ({ key: _, ...event }, language) => ({
    ...spoken(event, language),
    categories: ids(event.categories, language),
    tags: ids(event.tags, language),
    venue: ids(event.venue === undefined ? [] : [event.venue], language),
    organizer: ids(event.organizers ?? [], language),
  }));
  return made;
}

/** A fixture's fields in one language. */
const spoken = (fields: object, language: Language): Sent =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, isText(value) ? value[language] : value]),
  );

const isText = (value: unknown): value is Text => typeof value === 'object' && value !== null && LANGUAGES.every((language) => language in value);

type Origin = { readonly source: string; readonly group?: number; readonly translations?: Stored['translations'] };
type Session = Parameters<Parameters<Services['connection']['transact']>[0]>[0];

const loadPosts = <F extends { readonly key: string }>(
  loading: Loading,
  plural: string,
  fixtures: readonly F[],
  fieldsOf: (fixture: F, language: Language) => Sent,
): Promise<number> => {
  const { services, user } = loading;
  const kind = services.postLikes.get(plural) as PostLike<PostRecord>;
  return load(loading, plural, fixtures, (fixture, language, origin, session) =>
    createRecord(kind, services, fieldsOf(fixture, language), { user, language, session, baseUrl: `http://localhost/${language}` }, origin),
  );
};

/** Stores the fixtures of one kind that are missing, in all languages, a batch in each transaction. */
async function load<F extends { readonly key: string }>(
  { services, ids, progress }: Loading,
  plural: string,
  fixtures: readonly F[],
  create: (fixture: F, language: Language, origin: Origin, session: Session) => Promise<Stored>,
): Promise<number> {
  const stored = await services.connection
    .collection<{ _id: number; source: string; language: Language; group: number; slug: string; status?: string; author?: number }>(plural)
    .find({ source: { $in: fixtures.map(({ key }) => key) } }, { projection: { source: 1, language: 1 } })
    .toArray();
  for (const { _id, source, language } of stored) ids.set(source, { ...ids.get(source), [language]: _id });
  const known = new Map(ids);
  const missing = fixtures.filter(({ key }) => LANGUAGES.some((language) => ids.get(key)?.[language] === undefined));
  progress((fixtures.length - missing.length) * LANGUAGES.length);

  let made = 0;
  for (let start = 0; start < missing.length; start += BATCH) {
    const batch = missing.slice(start, start + BATCH);
    const created = await services.connection.transact(async (session) => {
      const results: (readonly [string, Language, number])[] = [];
      for (const fixture of batch) {
        const group = await createGroup(fixture, known.get(fixture.key) ?? {}, create, session);
        // Known at once: a category's parent may be in the same batch.
        for (const [key, language, id] of group) ids.set(key, { ...ids.get(key), [language]: id });
        results.push(...group);
      }
      return results;
    });
    made += created.length;
    progress(batch.length * LANGUAGES.length);
  }
  return made;
}

/** Stores one fixture in the languages in which it is missing, as one translation group. */
async function createGroup<F extends { readonly key: string }>(
  fixture: F,
  known: Partial<Record<Language, number>>,
  create: (fixture: F, language: Language, origin: Origin, session: Session) => Promise<Stored>,
  session: Session,
): Promise<(readonly [string, Language, number])[]> {
  const made: (readonly [string, Language, number])[] = [];
  const members = new Map<Language, Stored>();
  for (const language of LANGUAGES) {
    if (known[language] !== undefined) continue;
    const [first] = members.values();
    const translations = Object.fromEntries([...members].map(([other, record]) => [other, siblingOf(record)]));
    const record = await create(fixture, language, { source: fixture.key, ...(first && { group: first.group, translations }) }, session);
    members.set(language, record);
    made.push([fixture.key, language, record._id]);
  }
  return made;
}
