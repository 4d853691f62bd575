import { expect } from 'chai';
import { category, create, event, openPromises, organizer, POST_LIKE, patch, refused, remove, venue } from '../../support/stage';
import { translation } from '../../support/translations';

const FRENCH = { language: 'fr' } as const;
/** Shared fields of each kind: the sent value and the value in the answer. */
const SHARED: Readonly<
  Record<string, readonly (readonly [sent: Readonly<Record<string, unknown>>, shown: Readonly<Record<string, unknown>>])[]>
> = {
  events: [
    [{ start_date: '2030-05-06 11:00:00' }, { start_date: '2030-05-06 11:00:00', end_date: '2030-05-06 12:00:00' }],
    [{ end_date: '2030-05-07 01:00:00' }, { start_date: '2030-05-06 11:00:00', end_date: '2030-05-07 01:00:00' }],
    [{ timezone: 'Europe/Paris' }, { timezone: 'Europe/Paris', utc_start_date: '2030-05-06 09:00:00' }],
    [{ all_day: true }, { all_day: true, start_date: '2030-05-06 00:00:00' }],
    [{ cost: '10' }, { cost: '$10' }],
    [{ cost: null }, { cost: '' }],
    [{ website: 'https://example.org/' }, { website: 'https://example.org/' }],
    [{ image: 'https://example.org/a.png' }, { 'image.url': 'https://example.org/a.png' }],
    [{ image: null }, { image: false }],
    [
      { featured: true, sticky: true, show_map: true, show_map_link: true, hide_from_listings: true },
      { featured: true, sticky: true, show_map: true, show_map_link: true, hide_from_listings: true },
    ],
  ],
  venues: [
    [
      { address: '2 Street', zip: '12', province: 'P', state: 'S' },
      { address: '2 Street', zip: '12', province: 'P', state: 'S' },
    ],
    [{ phone: '123' }, { phone: '123' }],
    [{ phone: null }, { phone: undefined }],
    [{ website: 'https://example.org/' }, { website: 'https://example.org/' }],
    [
      { geo_lat: 12.5, geo_lng: -3.25 },
      { geo_lat: 12.5, geo_lng: -3.25 },
    ],
    [{ show_map: '0' }, { show_map: false }],
    [{ image: 'https://example.org/b.png' }, { 'image.url': 'https://example.org/b.png' }],
  ],
  organizers: [
    [
      { phone: '456', email: 'a@example.org' },
      { phone: '456', email: 'a@example.org' },
    ],
    [{ website: 'https://example.org/' }, { website: 'https://example.org/' }],
  ],
};

/** Fields of each kind that differ between languages. */
const OWN: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  events: { title: 'Another', description: 'Own', excerpt: 'Own', slug: 'another-event', status: 'draft', password: 'secret' },
  venues: { venue: 'Another', description: 'Own', city: 'Londres', country: 'Angleterre', status: 'draft', date: '2029-01-01 00:00:00' },
  organizers: { organizer: 'Another', description: 'Own', status: 'private' },
};

describe('Shared fields of translations', () => {
  const { stage, promise } = openPromises();

  for (const { kind, plural, name, make } of POST_LIKE) {
    for (const [direction, from, to] of [
      ['from the original', 'one', 'other'],
      ['from the translation', 'other', 'one'],
    ].slice(0, kind === 'event' ? 2 : 1) as [string, 'one' | 'other', 'one' | 'other'][]) {
      const at = (which: string) => `/${plural}/{${which}_${kind}_${from}}`;
      const given = {
        [`one_${kind}_${from}`]: make(`One ${kind}`),
        [`other_${kind}_${from}`]: translation(plural, name, `Autre ${kind}`, `{one_${kind}_${from}}`),
      };
      promise(
        `are changed in the other of ${plural} (Changed-Translations), ${direction}`,
        given,
        // The first fields are enough for the other direction.
        ...(SHARED[plural] ?? []).slice(0, from === 'one' ? undefined : 4).flatMap(([sent, shown]) => [
          patch(at(from), sent, { has: shown, answers: { 'changed-translations': from === 'one' ? 'fr' : 'en' } }),
          { as: 'editor', path: at(to), has: shown } as const,
          // An equal value is not a change.
          patch(at(to), sent, { answers: { 'changed-translations': undefined } }),
        ]),
      );
      it(`leave the fields of each language alone: ${plural}, ${direction}`, async () => {
        const before = await stage().step({ as: 'editor', path: at(to) });
        await stage().step(patch(at(from), OWN[plural], { answers: { 'changed-translations': undefined } }));
        const after = await stage().step({ as: 'editor', path: at(to) });
        const { translations: _, json_ld: __, ...rest } = after.body;
        const { translations: ___, json_ld: ____, ...was } = before.body;
        expect(rest).to.deep.equal(was);
      });
    }
  }

  promise(
    'are links in the language of the record, whatever the language of the request',
    {
      quay: venue('Quay'),
      quai: translation('venues', 'venue', 'Quai', '{quay}'),
      choir: organizer('Choir'),
      choeur: translation('organizers', 'organizer', 'Le chœur', '{choir}'),
      song: category('Song'),
      chant: translation('categories', 'name', 'Le chant', '{song}'),
      evening: event('Evening'),
    },
    patch(
      '/events/{evening}',
      { venue: { venue: 'Quai' }, organizer: [{ organizer: 'Le chœur' }], categories: ['Le chant'] },
      { language: 'fr' },
    ),
    { path: '/events/{evening}', has: { 'venue.id': '{quay}', 'organizer[0].id': '{choir}', 'categories[0].id': '{song}' } },
    { path: '/categories/{song}', has: { count: 1 } },
    { path: '/categories/{chant}', has: { count: 0 } },
  );

  promise(
    'are links, shown in each language',
    {
      inn: venue('Inn'),
      auberge: translation('venues', 'venue', 'Auberge', '{inn}'),
      bar: venue('Bar'),
      duo: organizer('Duo'),
      le_duo: translation('organizers', 'organizer', 'Le duo', '{duo}'),
      art: category('Art'),
      les_arts: translation('categories', 'name', 'Les arts', '{art}'),
      gig: event('Gig', { venue: '{inn}', organizer: ['{duo}'], categories: ['{art}'] }),
      le_gig: translation('events', 'title', 'Le gig', '{gig}'),
    },
    { path: '/events/{le_gig}', has: { 'venue.id': '{auberge}', 'organizer[0].id': '{le_duo}', 'categories[0].id': '{les_arts}' } },
    patch('/events/{gig}', { venue: '{bar}' }, { has: { 'venue.id': '{bar}' }, answers: { 'changed-translations': 'fr' } }),
    { path: '/events/{le_gig}', has: { 'venue.id': '{bar}' } },
    patch('/events/{le_gig}', { venue: '{inn}', organizer: [], categories: [] }, { has: { 'venue.id': '{auberge}' } }),
    { path: '/events/{gig}', has: { 'venue.id': '{inn}', organizer: [], categories: [] } },
    patch('/events/{gig}', { venue: '{auberge}' }, { has: { 'venue.id': '{inn}' }, answers: { 'changed-translations': undefined } }),
    patch('/events/{le_gig}', { venue: [], organizer: '{duo}', categories: 'Nouveauté' }, { has: { 'organizer[0].id': '{le_duo}' } }),
    {
      path: '/events/{gig}',
      has: { venue: [], 'organizer[0].id': '{duo}', 'categories[0].name': 'Nouveauté', 'categories[0].language': 'en' },
    },
    create({ path: '/events', json: { title: 'Avec salle', translation_of: '{gig}' } }, { ...FRENCH, ...refused('translation_of') }),
  );

  it('are unchanged if a whole record is written back', async () => {
    await stage().give({
      read: event('Read', { cost: '3', venue: { venue: 'Written back' } }),
      lu: translation('events', 'title', 'Lu', '{read}'),
    });
    const { body } = await stage().step({ as: 'editor', path: '/events/{lu}' });
    await stage().step(patch('/events/{lu}', body, { answers: { 'changed-translations': undefined } }));
  });

  promise(
    'are the parent of a category',
    {
      top: category('Top'),
      haut: translation('categories', 'name', 'Haut', '{top}'),
      mid: category('Middle'),
      milieu: translation('categories', 'name', 'Milieu', '{mid}'),
    },
    patch('/categories/{mid}', { parent: '{haut}' }, { has: { parent: '{top}' }, answers: { 'changed-translations': 'fr' } }),
    { path: '/categories/{milieu}', has: { parent: '{haut}' } },
    patch('/categories/{top}', { parent: '{milieu}' }, refused('parent')),
    patch('/categories/{milieu}', { parent: '{haut}' }, { answers: { 'changed-translations': undefined } }),
    patch('/categories/{milieu}', { parent: 0, name: 'Centre' }, { has: { parent: 0 } }),
    { path: '/categories/{mid}', has: { parent: 0, name: 'Middle' } },
  );

  describe('and the rights to change them', () => {
    promise(
      'are refused to a contributor whose draft translates a published event, with the reason',
      {
        published: event('Published', { author: '{admin}' }),
        brouillon: translation('events', 'title', 'Brouillon', '{published}', { author: '{contributor}', status: 'draft' }),
      },
      patch(
        '/events/{brouillon}',
        { start_date: '2030-05-01', cost: '9' },
        {
          as: 'contributor',
          status: 403,
          code: 'rest_forbidden',
          says: /share (?:cost, start_date|start_date, cost), and you may not/,
        },
      ),
      { path: '/events/{published}', has: { start_date: '2030-05-06 10:00:00', cost: '' } },
      patch(
        '/events/{brouillon}',
        { title: 'Mon brouillon', start_date: '2030-05-06 10:00:00', cost: '', venue: [] },
        { as: 'contributor', status: 200 },
      ),
      { path: '/events/{published}', has: { title: 'Published' } },
    );
    promise(
      'are refused without a reason if he may not read the other record',
      {
        secret: event('Secret', { author: '{admin}', status: 'private' }),
        sien: translation('events', 'title', 'Sien', '{secret}', { author: '{contributor}', status: 'draft' }),
      },
      patch(
        '/events/{sien}',
        { cost: '9' },
        { as: 'contributor', status: 403, code: 'rest_forbidden', says: /Your role does not allow/, hides: /share|cost/ },
      ),
      { as: 'contributor', path: '/events/{sien}', has: { translations: {} } },
    );
    promise(
      'are refused if the other record is in the trash',
      {
        thrown: event('Thrown', { author: '{admin}' }),
        jete: translation('events', 'title', 'Jeté', '{thrown}', { author: '{contributor}', status: 'draft' }),
        trash: remove('/events/{thrown}'),
      },
      patch('/events/{jete}', { cost: '9' }, { as: 'contributor', status: 403 }),
    );
    promise(
      'are changed by the author of both',
      {
        mine: event('Mine', { author: '{author}' }),
        mien: translation('events', 'title', 'Mien', '{mine}', { author: '{author}', status: 'draft' }),
      },
      patch(
        '/events/{mien}',
        { cost: '4' },
        { as: 'author', has: { cost: '$4', status: 'draft' }, answers: { 'changed-translations': 'en' } },
      ),
      { path: '/events/{mine}', has: { cost: '$4' } },
    );
  });

  describe('and the status of each', () => {
    promise(
      'are written to a translation in the trash, which stays there',
      {
        kept: event('Kept'),
        garde: translation('events', 'title', 'Gardé', '{kept}'),
        trashed: remove('/events/{garde}', { has: { status: 'trash' } }),
      },
      { path: '/events/{kept}', has: { status: 'publish', translations: {} } },
      patch('/events/{kept}', { website: 'https://shared.example/' }),
      { as: 'editor', path: '/events/{garde}', has: { status: 'trash' } },
      patch('/events/{garde}', { status: 'publish' }, { has: { website: 'https://shared.example/', status: 'publish' } }),
      { path: '/events/{kept}', has: { 'translations.fr.id': '{garde}' } },
      remove('/events/{kept}'),
      remove('/events/{kept}?force=true'),
      { path: '/events/{garde}', has: { status: 'publish', translations: {}, website: 'https://shared.example/' } },
    );
    promise(
      'do not include the status',
      { shown: event('Shown'), cache: translation('events', 'title', 'Caché', '{shown}', { status: 'private' }) },
      { path: '/events/{shown}', has: { status: 'publish', translations: {} } },
      { path: '/events/{cache}', status: 403 },
    );
  });

  describe('and concurrent writes', () => {
    it('change the revision of If-Match in each', async () => {
      await stage().give({ tagged: event('Tagged'), marque: translation('events', 'title', 'Marqué', '{tagged}') });
      const { headers } = await stage().step({ as: 'editor', path: '/events/{marque}' });
      const before = await stage().step({ as: 'editor', path: '/events/{marque}' });
      stage().clock.set('2030-01-16T12:00:00Z');
      await stage().step(patch('/events/{tagged}', { title: 'Only mine' }));
      await stage().step(
        patch('/events/{marque}', { title: 'Inchangé' }, { headers: { 'If-Match': String(headers['etag']) }, status: 200 }),
      );
      const translated = await stage().step({ as: 'editor', path: '/events/{marque}' });
      await stage().step(patch('/events/{tagged}', { cost: '8' }));
      await stage().step(
        patch('/events/{marque}', { cost: '7' }, { headers: { 'If-Match': String(translated.headers['etag']) }, status: 412 }),
      );
      const now = await stage().step({ as: 'editor', path: '/events/{marque}' });
      expect(now.body.modified > before.body.modified).to.equal(true);
      await stage().step(patch('/events/{marque}', { cost: '7' }, { headers: { 'If-Match': String(now.headers['etag']) }, status: 200 }));
      await stage().step({ path: '/events/{tagged}', has: { cost: '$7' } });
    });

    it('agree after many concurrent writes in both languages', async () => {
      await stage().give({ busy: event('Busy'), occupe: translation('events', 'title', 'Occupé', '{busy}') });
      const write = (which: string, number: number) =>
        stage().step(
          patch(
            `/events/{${which}}`,
            { cost: String(number), end_date: `2030-05-06 13:00:${String(number % 60).padStart(2, '0')}` },
            { status: 200 },
          ),
        );
      await Promise.all(Array.from({ length: 8 }, (_, number) => write(number % 2 ? 'busy' : 'occupe', number + 1)));
      const [one, other] = [await stage().step({ path: '/events/{busy}' }), await stage().step({ path: '/events/{occupe}' })];
      expect([one.body.cost, one.body.end_date]).to.deep.equal([other.body.cost, other.body.end_date]);
    });

    it('create one translation of several that are requested at once', async () => {
      await stage().give({ wanted: event('Wanted') });
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, number) =>
          stage().ask('POST', '/events', {
            as: 'editor',
            ...FRENCH,
            json: { title: `Voulu ${number}`, translation_of: stage().names['wanted'] },
          }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 400, 400, 400, 400, 400]);
    });
  });
});
