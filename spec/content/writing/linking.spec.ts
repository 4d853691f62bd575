import { expect } from 'chai';
import type { Step } from '../../support/scenario';
import { create, event, openPromises, organizer, patch, refused, remove, TERM_LIKE, tag, venue } from '../../support/stage';

const LINKED = [
  { field: 'venue', kind: 'venue', plural: 'venues', make: venue },
  { field: 'organizer', kind: 'organizer', plural: 'organizers', make: organizer },
] as const;

describe('Links of events', () => {
  const { stage, promise, inBoth } = openPromises();
  const idsOf = (shown: { id: number } | { id: number }[]): number[] => [shown].flat().map(({ id }) => id);

  describe('categories and tags by ID, name or slug', () => {
    for (const { kind, plural: field, make } of TERM_LIKE) {
      it(`takes ${field} in every form, mixed, on creation and on update`, async () => {
        await stage().give({
          red: make(`Crimson ${kind}`, { slug: `rot-${kind}` }),
          blue: make(`Deep blue ${kind}`),
          one: event('Recoloured'),
        });
        const { red, blue } = stage().names as { red: number; blue: number };
        for (const [sent, ids] of [
          [red, [red]],
          [String(red), [red]],
          [`Crimson ${kind}`, [red]],
          [`CRIMSON ${kind}`, [red]],
          [`rot-${kind}`, [red]],
          [
            [red, `Deep blue ${kind}`],
            [red, blue],
          ],
          [
            [`rot-${kind}`, String(blue)],
            [red, blue],
          ],
          [[`rot-${kind}`, red, `Crimson ${kind}`], [red]],
          [`${red},${blue}`, [red, blue]],
          [`rot-${kind}, Deep blue ${kind}`, [red, blue]],
          [`${red}, deep-blue-${kind}`, [red, blue]],
          [
            [{ id: red }, { id: blue, name: 'ignored' }],
            [red, blue],
          ],
        ] as const) {
          const linking = Array.isArray(sent) ? create(event('Coloured', { [field]: sent })) : patch('/events/{one}', { [field]: sent });
          const { body } = await stage().step(linking);
          expect(idsOf(body[field]), JSON.stringify(sent)).to.deep.equal(ids);
        }
        await stage().step({ path: `/${field}?search=${kind}`, lists: ['red', 'blue'] });
      });
      promise(
        `creates unknown ${field} by name`,
        { red: make(`Known ${kind}`) },
        create(event('Terms', { [field]: [`Known ${kind}`, `New ${kind}`] }), {
          as: 'contributor',
          status: 201,
          has: { [`${field}[0].id`]: '{red}', [`${field}[1].name`]: `New ${kind}`, [`${field}[1].slug`]: `new-${kind}` },
        }),
      );
      promise(
        `creates a term for a name of the other language: ${field}`,
        { red: make(`Both ${kind}`, {}, { language: 'fr' }) },
        create(event('English', { [field]: [`Both ${kind}`] }), {
          has: { [`${field}[0].language`]: 'en', [`${field}[0].slug`]: `both-${kind}` },
        }),
        create(event('French', { [field]: [`Both ${kind}`] }), { language: 'fr', has: { [`${field}[0].id`]: '{red}' } }),
        create(event('Across', { [field]: ['{red}'] }), { has: { [`${field}[0].id`]: '{red}', [`${field}[0].language`]: 'fr' } }),
      );
      promise(
        `refuses an ID of the other taxonomy: ${field}`,
        { other: { path: field === 'tags' ? '/categories' : '/tags', json: { name: `Other than ${kind}` } }, one: event('Plain') },
        patch('/events/{one}', { [field]: ['{other}'] }, refused(field)),
      );
      promise(
        `takes an empty list, an empty text and null for no terms: ${field}`,
        {},
        ...[[], '', null].map((sent) => create(event('None', { [field]: sent }), { status: 201, has: { [field]: [] } })),
      );
    }
    for (const sent of [987654, ['New', '987654'], '{known},987654', [{ id: 987654 }], -1, [1.5]])
      inBoth(
        `refuses an unknown ID: tags ${JSON.stringify(sent)}`,
        recordFor(tag, 'tag', sent),
        create(event('Unknown', { tags: sent }), refused('tags')),
        { en: /IDs must exist/, fr: /identifiants doivent exister/ },
      );
  });

  describe('venue and organizer by ID or data, one or several', () => {
    for (const { field, kind, plural, make } of LINKED) {
      const made = (name: string) => ({ [kind]: name });
      it(`takes ${plural} in every form, on creation and on update`, async () => {
        await stage().give({ a: make(`A ${kind}`), b: make(`B ${kind}`), bare: event('Bare') });
        const { a, b } = stage().names as { a: number; b: number };
        for (const [sent, ids] of [
          [a, [a]],
          [String(a), [a]],
          [[a], [a]],
          [
            [b, a],
            [b, a],
          ],
          [`${a},${b}`, [a, b]],
          [`${b}, ${a}`, [b, a]],
          [
            [String(a), b],
            [a, b],
          ],
          [{ id: a }, [a]],
          [
            [{ id: b }, { id: a, [kind]: 'ignored' }],
            [b, a],
          ],
          [made(`A ${kind}`), [a]],
          [
            [made(`A ${kind}`), b],
            [a, b],
          ],
          [[a, a, { id: a }, made(`A ${kind}`)], [a]],
          [[], []],
          [null, []],
          ['', []],
        ] as const) {
          const isCreation = Array.isArray(sent) || ids.length === 0;
          const linking = isCreation ? create(event('Linked', { [field]: sent })) : patch('/events/{bare}', { [field]: sent });
          const { body } = await stage().step(linking);
          expect(idsOf(body[field]), JSON.stringify(sent)).to.deep.equal(ids);
          // No venue or several venues give a list, and one venue gives an object. Organizers always give a list.
          expect(Array.isArray(body[field]), JSON.stringify(sent)).to.equal(field === 'organizer' || ids.length !== 1);
        }
      });
      it(`creates ${plural} of data, one or several, of the user who writes the event`, async () => {
        for (const as of ['contributor', 'author'] as const) {
          const has = { status: as === 'contributor' ? 'draft' : 'publish', author: stage().ids[as] };
          const { body } = await stage().step(create(event('Inline', { [field]: made(`One ${kind} of ${as}`) }), { as, status: 201 }));
          expect([body[field]].flat()[0]).to.include({ ...has, ...made(`One ${kind} of ${as}`) });
          const several = [made(`Two ${kind} of ${as}`), made(`Three ${kind} of ${as}`)];
          const { body: many } = await stage().step(create(event('Inline', { [field]: several }), { as, status: 201 }));
          expect(many[field]).to.have.length(2);
          for (const [place, one] of several.entries()) expect(many[field][place]).to.include({ ...has, ...one });
        }
      });
    }
    for (const sent of ['987654', '{known},987654', ['{known}', 987654], [{ id: 987654 }], 'A name', [[1]], 1.5, -1, true])
      inBoth(
        `refuses other values: venue ${JSON.stringify(sent)}`,
        recordFor(venue, 'venue', sent),
        create(event('Unknown', { venue: sent }), refused('venue')),
        { en: /An ID must exist/, fr: /Envoyez .*identifiant.*exist/ },
      );
  });

  describe('venue by a name that exists', () => {
    it('links the venue and leaves it as it is, in any spelling', async () => {
      await stage().give({ own: venue('Own hall’s', { phone: '1', description: 'First' }, { as: 'editor' }) });
      const { body: before } = await stage().step({ path: '/venues/{own}' });
      const more = { phone: '2', website: 'https://example.org/', description: 'Second', status: 'draft', author: stage().ids.author };
      for (const [as, sent] of [
        ['author', { venue: 'Own hall’s', ...more }],
        ['author', { venue: '<b>Own</b> hall’s', ...more }],
        ['contributor', [{ venue: 'OWN HALL’S', ...more }]],
      ] as const)
        await stage().step(create(event('Guest', { venue: sent }), { as, status: 201, has: { 'venue.id': '{own}' } }));
      expect((await stage().step({ path: '/venues/{own}' })).body).to.deep.equal(before);
    });
    promise(
      'creates another venue in the other language',
      { own: venue('Spoken hall') },
      create(event('Invité', { venue: [{ venue: 'Spoken hall' }] }), {
        language: 'fr',
        status: 201,
        says: /\/fr\/venue\/spoken-hall\//,
        hides: /\/en\/venue\/spoken/,
      }),
      { path: '/venues?search=spoken', has: { total: 1 } },
      { language: 'fr', path: '/venues?search=spoken', has: { total: 1 } },
    );
  });

  describe('A venue that is removed', () => {
    promise(
      'is shown in its events again after the trash',
      { it: venue('Boomerang'), one: event('Linked', { venue: ['{it}'] }) },
      remove('/venues/{it}'),
      { as: 'admin', path: '/events/{one}', has: { venue: [] } },
      { path: '/events?include={one}', has: { 'events[0].venue': [] } },
      patch('/events/{one}', { title: 'Still linked' }, { status: 200 }),
      patch('/venues/{it}', { status: 'publish' }),
      { path: '/events/{one}', has: { 'venue.id': '{it}' } },
      { path: '/venues?event={one}', lists: ['it'] },
      { path: '/events?venue={it}', lists: ['one'] },
    );
    promise(
      'leaves its events if it is removed for good',
      { it: venue('Lost'), one: event('Bereft', { venue: ['{it}'] }) },
      remove('/venues/{it}'),
      remove('/venues/{it}?force=true', { status: 200 }),
      { path: '/events/{one}', has: { venue: [] } },
      patch('/events/{one}', { title: 'Bereft still' }, { status: 200, has: { venue: [] } }),
    );
  });
});

/** The record for `{known}` if the sent value contains it. */
function recordFor(make: typeof venue, kind: string, sent: unknown): Readonly<Record<string, Step>> {
  const text = JSON.stringify(sent);
  return text.includes('{known}') ? { known: make(`Known ${kind} ${text}`) } : {};
}
