import { expect } from 'chai';
import { LANGUAGES } from '../../../lib/language';
import type { Step } from '../../support/scenario';
import { create, event, openPromises, organizer, patch, refused, remove, TERM_LIKE, venue } from '../../support/stage';

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
      for (const as of ['contributor', 'admin'] as const)
        promise(
          `creates unknown ${field} by name, for the ${as}`,
          { red: make(`Known to ${as}`) },
          create(event('Terms', { [field]: [`Known to ${as}`, `New of ${as}`] }), {
            as,
            status: 201,
            has: { [`${field}[0].id`]: '{red}', [`${field}[1].name`]: `New of ${as}`, [`${field}[1].slug`]: `new-of-${as}` },
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
      for (const sent of [987654, '987654', [987654], ['New', '987654'], '{known},987654', [{ id: 987654 }], -1, [1.5]])
        inBoth(
          `refuses an unknown ID: ${field} ${JSON.stringify(sent)}`,
          recordFor(make, kind, sent),
          create(event('Unknown', { [field]: sent }), refused(field)),
          { en: /IDs must exist/, fr: /identifiants doivent exister/ },
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
      promise(
        `takes data of ${plural} in a form`,
        {},
        {
          as: 'editor',
          method: 'POST',
          path: '/events',
          form: `title=Formed&start_date=2030-05-06&end_date=2030-05-06&${field}[0][${kind}]=Form+${kind}&${field}[1][${kind}]=Second+${kind}`,
          status: 201,
          has: { [`${field}[0].${kind}`]: `Form ${kind}`, [`${field}[1].${kind}`]: `Second ${kind}` },
        },
      );
      for (const sent of [
        987654,
        '987654',
        [987654],
        '{known},987654',
        ['{known}', 987654],
        { id: 987654 },
        [{ id: 987654 }],
        'A name',
        ['A name'],
        [[1]],
        1.5,
        -1,
        true,
      ])
        inBoth(
          `refuses other values: ${field} ${JSON.stringify(sent)}`,
          recordFor(make, kind, sent),
          create(event('Unknown', { [field]: sent }), refused(field)),
          { en: /An ID must exist/, fr: /Envoyez .*identifiant.*exist/ },
        );
      promise(
        `refuses an ID of another type: ${field}`,
        { other: event('Neither'), one: event('Plain') },
        patch('/events/{one}', { [field]: ['{other}'] }, refused(field)),
      );
    }
  });

  describe('venue and organizer by a name that exists', () => {
    for (const { field, kind, plural, make } of LINKED) {
      for (const spelling of [`Own ${kind}’s`, `OWN ${kind.toUpperCase()}’S`, `<b>Own</b> ${kind}’s`])
        it(`links the ${kind} and leaves it as it is: “${spelling}”`, async () => {
          await stage().give({ own: make(`Own ${kind}’s`, { phone: '1', description: 'First' }, { as: 'editor' }) });
          const first = stage().names[`first${kind}`] ?? stage().names['own'] ?? 0;
          stage().names[`first${kind}`] = first;
          const { body: before } = await stage().step({ path: `/${plural}/${first}` });
          const data = {
            [kind]: spelling,
            phone: '2',
            website: 'https://example.org/',
            description: 'Second',
            status: 'draft',
            author: stage().ids.author,
          };
          for (const [as, sent] of [
            ['author', data],
            ['contributor', [data]],
          ] as const)
            await stage().step(
              create(event('Guest', { [field]: sent }), {
                as,
                status: 201,
                has: { [field === 'venue' ? 'venue.id' : 'organizer[0].id']: first },
              }),
            );
          expect((await stage().step({ path: `/${plural}/${first}` })).body).to.deep.equal(before);
        });
      promise(
        `creates another ${kind} in the other language`,
        { own: make(`Spoken ${kind}`) },
        create(event('Invité', { [field]: [{ [kind]: `Spoken ${kind}` }] }), {
          language: 'fr',
          status: 201,
          says: new RegExp(`/fr/${kind}/spoken-${kind}/`),
          hides: new RegExp(`/en/${kind}/spoken`),
        }),
        { path: `/${plural}?search=spoken`, has: { total: 1 } },
        { language: 'fr', path: `/${plural}?search=spoken`, has: { total: 1 } },
      );
      promise(
        `does not link a ${kind} in the trash`,
        { own: make(`Binned ${kind}`), gone: remove(`/${plural}/{own}`) },
        create(event('Guest', { [field]: [{ [kind]: `Binned ${kind}` }] }), {
          status: 201,
          has: { [`${field === 'venue' ? 'venue' : 'organizer[0]'}.slug`]: `binned-${kind}` },
        }),
      );
      promise(
        `POST /${plural} always creates`,
        { first: make(`Again ${kind}`), second: make(`Again ${kind}`), third: make(`Again ${kind}`, {}, { as: 'author' }) },
        { path: `/${plural}/{first}`, has: { slug: `again-${kind}` } },
        { path: `/${plural}/{second}`, has: { slug: `again-${kind}-2` } },
        { path: `/${plural}/{third}`, has: { slug: `again-${kind}-3`, author: '{author}' } },
      );
    }
    it('links the venue and organizer that an earlier event created', async () => {
      for (const language of LANGUAGES) {
        const data = { venue: { venue: 'Twice' }, organizer: [{ organizer: 'Twice' }] };
        const [first, second] = [
          await stage().step(create(event('First', data), { language })),
          await stage().step(create(event('Second', data), { language })),
        ];
        expect(second.body.venue.id).to.equal(first.body.venue.id);
        expect(second.body.organizer[0].id).to.equal(first.body.organizer[0].id);
        await stage().step(remove(`/venues/${first.body.venue.id}`));
      }
    });
  });
});

/** The record for `{known}` if the sent value contains it. */
function recordFor(make: typeof venue, kind: string, sent: unknown): Readonly<Record<string, Step>> {
  const text = JSON.stringify(sent);
  return text.includes('{known}') ? { known: make(`Known ${kind} ${text}`) } : {};
}
