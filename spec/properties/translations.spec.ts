import { expect } from 'chai';
import fc from 'fast-check';
import { faultsOf } from '../support/faults';
import { runs } from '../support/runs';
import { clockAt, type Login, type Running, startService } from '../support/service';

const DATES = { start_date: '2030-05-06 10:00:00', end_date: '2030-05-06 12:00:00' };
const LANGUAGES = ['en', 'fr'] as const;

/** A random write. `place` and `other` select records, modulo their number. */
interface Write {
  readonly as: Login;
  readonly deed: 'update' | 'create' | 'translate' | 'join' | 'part' | 'trash' | 'restore' | 'remove';
  readonly plural: (typeof PLURALS)[number];
  readonly place: number;
  readonly other: number;
  readonly language: (typeof LANGUAGES)[number];
  readonly json: Readonly<Record<string, unknown>>;
}

const PLURALS = ['venues', 'organizers', 'categories', 'tags', 'events', 'events', 'events'] as const;
const NAMES = { events: 'title', venues: 'venue', organizers: 'organizer', categories: 'name', tags: 'name' } as const;

/** A placeholder for the ID of a record. */
const link = fc.nat(5).map((number) => ({ record: number }));
const links = fc.array(link, { maxLength: 2 });
/** An inline translation of a record. */
const inlineTranslation = (name: string) => fc.nat(5).map((number) => ({ [name]: `Made ${number}`, translation_of: { record: number } }));
const day = fc.integer({ min: 1, max: 28 }).map((number) => String(number).padStart(2, '0'));
const said = fc.record(
  {
    start_date: day.map((number) => `2030-05-${number} 10:00:00`),
    end_date: day.map((number) => `2030-06-${number} 12:00:00`),
    all_day: fc.boolean(),
    timezone: fc.constantFrom('UTC', 'Europe/Paris', 'America/New_York'),
    cost: fc.constantFrom('1', '2', '', null),
    featured: fc.boolean(),
    website: fc.constantFrom('https://example.org/', ''),
    venue: fc.oneof({ weight: 4, arbitrary: link }, fc.constant([]), inlineTranslation('venue')),
    organizer: fc.oneof(
      { weight: 4, arbitrary: links },
      inlineTranslation('organizer').map((one) => [one]),
    ),
    categories: links,
    tags: links,
    phone: fc.constantFrom('1', '2'),
    address: fc.constantFrom('Here', 'There'),
    parent: fc.oneof(link, fc.constant(0)),
    post_parent: fc.oneof(link, fc.constant(0)),
    status: fc.constantFrom('publish', 'draft', 'private'),
    title: fc.constantFrom('One', 'Two'),
  },
  { requiredKeys: [] },
);
const write: fc.Arbitrary<Write> = fc.record({
  as: fc.constantFrom('editor', 'admin', 'editor', 'author'),
  deed: fc.constantFrom(
    ...([
      'update',
      'update',
      'update',
      'update',
      'create',
      'translate',
      'translate',
      'join',
      'part',
      'trash',
      'restore',
      'remove',
    ] as const),
  ),
  plural: fc.constantFrom(...PLURALS),
  place: fc.nat(20),
  other: fc.nat(20),
  language: fc.constantFrom(...LANGUAGES),
  json: said,
});

/** The updatable fields by content type. */
const TAKEN: Readonly<Record<string, readonly string[]>> = {
  events: [
    ...['start_date', 'end_date', 'all_day', 'timezone', 'cost', 'featured', 'website', 'venue', 'organizer', 'categories', 'tags'],
    ...['post_parent', 'status', 'title'],
  ],
  venues: ['phone', 'address', 'website', 'status'],
  organizers: ['phone', 'website', 'status'],
  categories: ['parent'],
  tags: [],
};

describe('shared fields of translations agree', function () {
  this.timeout(600_000);
  let running: Running;
  const idsByPlural: Record<string, number[]> = {};
  /** The number of the sequence, which makes names unique. */
  let round = 0;

  const ask = async (method: string, path: string, as: Login, json?: object, language: 'en' | 'fr' = 'en') => {
    const answer = await running.ask(method, path, { as, language, ...(json && { json }) });
    expect(answer.status, `${method} ${path} ${JSON.stringify(json)} ${answer.text}`).to.be.below(500);
    if (answer.status === 201) idsByPlural[path.slice(1)]?.push(answer.body.id);
    return answer;
  };

  /** Replaces placeholders by IDs, and drops fields that the content type does not have. */
  const linked = (plural: string, json: Readonly<Record<string, unknown>>): Record<string, unknown> => {
    const targets: Readonly<Record<string, string>> = {
      venue: 'venues',
      organizer: 'organizers',
      categories: 'categories',
      tags: 'tags',
      parent: 'categories',
      post_parent: 'events',
    };
    const idOf = (target: string, value: unknown): unknown => {
      const ids = idsByPlural[target] ?? [];
      const { record: number, translation_of: of } = (value ?? {}) as { readonly record?: number; readonly translation_of?: object };
      if (of !== undefined) return { ...(value as object), translation_of: idOf(target, of) };
      return number === undefined ? value : (ids[number % Math.max(1, ids.length)] ?? 0);
    };
    return Object.fromEntries(
      Object.entries(json)
        .filter(([name]) => TAKEN[plural]?.includes(name))
        .map(([name, value]) => {
          const target = targets[name] ?? '';
          return [name, Array.isArray(value) ? value.map((one) => idOf(target, one)) : idOf(target, value)];
        }),
    );
  };

  const play = async ({ as, deed, plural, place, other, language, json }: Write): Promise<void> => {
    const ids = idsByPlural[plural] ?? [];
    const id = ids[place % Math.max(1, ids.length)] ?? 0;
    const second = ids[other % Math.max(1, ids.length)] ?? 0;
    const name = { [NAMES[plural]]: `${deed} ${place} ${other} ${ids.length} ${round}` };
    const params = linked(plural, json);
    const isPost = plural === 'events' || plural === 'venues' || plural === 'organizers';
    if (deed === 'update') await ask('PATCH', `/${plural}/${id}`, as, params, language);
    else if (deed === 'create') await ask('POST', `/${plural}`, as, { ...(plural === 'events' && DATES), ...params, ...name }, language);
    else if (deed === 'translate') await ask('POST', `/${plural}`, as, { ...params, ...name, translation_of: id }, language);
    else if (deed === 'join') await ask('PATCH', `/${plural}/${id}`, as, { ...params, translation_of: second });
    else if (deed === 'part') await ask('PATCH', `/${plural}/${id}`, as, { ...params, translation_of: 0 });
    else if (deed === 'trash' && isPost) await ask('DELETE', `/${plural}/${id}`, as);
    else if (deed === 'restore' && isPost) await ask('PATCH', `/${plural}/${id}`, as, { status: 'publish' });
    else if (deed === 'remove') await ask('DELETE', `/${plural}/${id}?force=true`, as);
  };

  before(async () => {
    running = await startService({ clock: clockAt('2030-01-15T12:00:00Z') });
  });
  after(() => running.stop());

  it('after any sequence of writes, one after the other and two at a time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(write, { minLength: 10, maxLength: 40 }), fc.constantFrom(1, 2), async (writes, together) => {
        round += 1;
        for (const plural of new Set(PLURALS)) {
          idsByPlural[plural] = [];
          for (const number of [1, 2, 3]) {
            const { body } = await ask('POST', `/${plural}`, 'editor', {
              ...(plural === 'events' && { ...DATES, status: 'publish' }),
              ...linked(plural, { venue: { record: number }, organizer: [{ record: number }], categories: [{ record: number }] }),
              [NAMES[plural]]: `${plural} ${number} ${round}`,
            });
            const translation = { [NAMES[plural]]: `${plural} ${number} ${round} (fr)`, translation_of: body.id };
            if (number < 3) await ask('POST', `/${plural}`, 'editor', translation, 'fr');
          }
        }
        for (let at = 0; at < writes.length; at += together) await Promise.all(writes.slice(at, at + together).map(play));
        expect(await faultsOf(running)).to.deep.equal([]);
      }),
      { numRuns: runs(20), endOnFailure: true },
    );
  });
});
