import { expect } from 'chai';
import { openStage, play, type Scenario, type Stage, type Step } from '../../support/scenario';

const EVENT = { title: 'Fair', start_date: '2030-05-06 10:00:00', end_date: '2030-05-06 12:00:00' };
const event = (more: Readonly<Record<string, unknown>> = {}): Step => ({ path: '/events', json: { ...EVENT, ...more } });
const hall: Step = { path: '/venues', json: { venue: 'Old Hall', city: 'Lyon' } };
const barn: Step = { path: '/venues', json: { venue: 'Barn' } };
const ann: Step = { path: '/organizers', json: { organizer: 'Ann' } };
const bob: Step = { path: '/organizers', json: { organizer: 'Bob', phone: '1' } };
const RECORDS = { hall, barn, ann, bob, salle: { path: '/venues', language: 'fr', json: { venue: 'Salle' } } } as const;

const linked = (
  title: string,
  more: Readonly<Record<string, unknown>>,
  has: Readonly<Record<string, unknown>>,
  overrides: Partial<Scenario> = {},
): Scenario => ({
  title,
  as: 'editor',
  method: 'POST',
  ...event(more),
  status: 201,
  has,
  ...overrides,
});
const relinked = (
  title: string,
  first: Readonly<Record<string, unknown>>,
  json: unknown,
  has: Readonly<Record<string, unknown>>,
): Scenario => ({
  title,
  given: { one: event(first) },
  as: 'editor',
  method: 'PATCH',
  path: '/events/{one}',
  json,
  status: 200,
  has,
});

describe('POST and PATCH /events: venue and organizer', () =>
  play(
    [
      linked('link a venue by its ID', { venue: '{hall}' }, { 'venue.id': '{hall}', 'venue.city': 'Lyon' }),
      linked('link a venue by its ID as text', { venue: ' {hall}' }, { 'venue.id': '{hall}' }),
      linked(
        'links a venue by an object with its ID without changing it',
        { venue: { id: '{hall}', city: 'Paris' } },
        { 'venue.id': '{hall}', 'venue.city': 'Lyon' },
      ),
      linked('link one venue in a list', { venue: ['{hall}'] }, { 'venue.id': '{hall}' }),
      linked(
        'answers several venues as a list',
        { venue: ['{hall}', { id: '{barn}' }] },
        { 'venue[0].id': '{hall}', 'venue[1].id': '{barn}' },
      ),
      linked('take a comma list of venues', { venue: '{barn},{hall}' }, { 'venue[0].id': '{barn}', 'venue[1].id': '{hall}' }),
      linked('answer no venue as an empty list', { venue: [] }, { venue: [] }),
      ...[null, '', 0, [], false].map((venue) => linked(`take ${JSON.stringify(venue)} for no venue`, { venue }, { venue: [] })),
      linked('link a venue of the other language by its ID', { venue: '{salle}' }, { 'venue.id': '{salle}', 'venue.language': 'fr' }),
      linked(
        'creates a venue from data',
        { venue: { venue: 'Fresh Hall', city: 'Nice' } },
        { 'venue.venue': 'Fresh Hall', 'venue.city': 'Nice', 'venue.status': 'publish' },
      ),
      linked(
        'creates a draft venue for a contributor',
        { venue: { venue: 'Modest Hall' } },
        { 'venue.venue': 'Modest Hall', 'venue.status': 'draft' },
        { as: 'contributor' },
      ),
      linked(
        'links an existing venue of the same name without changing it',
        { venue: { venue: 'old HALL', city: 'Paris' } },
        { 'venue.id': '{hall}', 'venue.city': 'Lyon' },
      ),
      linked(
        'creates a venue where only the other language has the name',
        { venue: { venue: 'Old Hall' } },
        { 'venue.language': 'fr', 'venue.venue': 'Old Hall' },
        { language: 'fr' },
      ),
      linked(
        'links organizers in the given order, each once',
        { organizer: ['{bob}', '{ann}', '{bob}'] },
        { 'organizer[0].id': '{bob}', 'organizer[1].id': '{ann}', 'organizer[2]': undefined },
      ),
      linked('take one organizer alone', { organizer: '{ann}' }, { 'organizer[0].id': '{ann}' }),
      linked('take one organizer’s data alone', { organizer: { organizer: 'Zoe' } }, { 'organizer[0].organizer': 'Zoe' }),
      linked(
        'accepts organizers by ID, object and data, mixed',
        { organizer: ['{ann}', { organizer: 'Yves' }, { id: '{bob}' }] },
        { 'organizer[0].id': '{ann}', 'organizer[1].organizer': 'Yves', 'organizer[2].id': '{bob}' },
      ),
      {
        ...linked('take forms with brackets', {}, { 'venue.venue': 'Form Hall', 'organizer[0].organizer': 'Form Ann' }),
        json: undefined,
        form: 'title=Form&start_date=2030-05-06&end_date=2030-05-06&venue[venue]=Form+Hall&organizer[0][organizer]=Form+Ann',
      },
      ...[{ id: 0 }, { id: '' }, { id: null }].map((none) =>
        linked(
          `creates a venue from data with ${JSON.stringify(none)}`,
          { venue: { ...none, venue: `Hall ${JSON.stringify(none)}` } },
          { 'venue.venue': `Hall ${JSON.stringify(none)}` },
        ),
      ),
      linked(
        'accepts booleans, numbers and null for flags in data',
        { venue: { venue: 'Switched', city: null, show_map: false, show_map_link: 1 } },
        { 'venue.city': undefined, 'venue.show_map': false, 'venue.show_map_link': true },
      ),
      ...[[0], [''], [null], [{}], { organizer: '' }].map((organizer) =>
        linked(`take ${JSON.stringify(organizer)} for no organizers`, { organizer }, { organizer: [] }),
      ),
      ...[[0], [''], [null], [{}], { venue: '' }].map((venue) =>
        linked(`make no venue of ${JSON.stringify(venue)}`, { venue }, {}, { status: 400, code: 'could-not-create-venue' }),
      ),
      ...[
        { venue: '{hall},' },
        { venue: ['{hall}', 0] },
        { venue: { venue: true } },
        { venue: { venue: 'Tall Hall', phone: true } },
        { venue: { venue: 'Old Hall', website: 'nowhere' } },
        { organizer: ['{ann}', ''] },
        { organizer: ['{ann}', { organizer: '' }] },
        { organizer: [true] },
        { organizer: [['{ann}']] },
      ].map((more) =>
        linked(`refuse ${JSON.stringify(more)}`, more, {}, { status: 400, code: 'rest_invalid_param', params: Object.keys(more) }),
      ),
      linked(
        'says in the language of the request why data are refused',
        { venue: { venue: 'Salle neuve', website: 'nowhere' } },
        {},
        { language: 'fr', status: 400, says: /"venue":"`venue\[website\]` : Envoyez une adresse avec son protocole/ },
      ),
      linked(
        'names the wrong item of several, and its member',
        { organizer: [{ organizer: 'Ann' }, { organizer: 'Bea', website: 'nowhere' }] },
        {},
        { status: 400, says: /"organizer":"`organizer\[1\]\[website\]`: Send an address with a scheme/ },
      ),
      ...[null, '', 0, '0', false].map((venue) =>
        relinked(`keep the venue given ${JSON.stringify(venue)}`, { venue: '{hall}' }, { venue }, { 'venue.id': '{hall}' }),
      ),
      {
        title: 'shows a trashed venue and organizer again once they are restored',
        given: {
          lost: { path: '/venues', json: { venue: 'Lost' } },
          gone: { path: '/organizers', json: { organizer: 'Gone' } },
          moved: event({ venue: '{lost}', organizer: ['{gone}'] }),
        },
        as: 'editor',
        method: 'DELETE',
        path: '/venues/{lost}',
        next: [
          { as: 'editor', method: 'DELETE', path: '/organizers/{gone}' },
          { path: '/events/{moved}', has: { venue: [], organizer: [] } },
          { as: 'editor', method: 'PATCH', path: '/events/{moved}', json: { venue: '{barn}', organizer: ['{ann}'] } },
          { as: 'editor', method: 'PATCH', path: '/venues/{lost}', json: { status: 'publish' } },
          { as: 'editor', method: 'PATCH', path: '/organizers/{gone}', json: { status: 'publish' } },
          {
            path: '/events/{moved}',
            has: { 'venue.id': '{barn}', 'organizer[0].id': '{ann}', 'organizer[1].id': '{gone}' },
          },
        ],
      },
      {
        title: '?venue finds events unless the venue is in the trash',
        given: { shed: { path: '/venues', json: { venue: 'Shed' } }, atShed: event({ venue: '{shed}' }) },
        as: 'editor',
        method: 'DELETE',
        path: '/venues/{shed}',
        next: [
          { as: 'editor', path: '/events?venue={shed}', lists: [] },
          { as: 'editor', method: 'PATCH', path: '/venues/{shed}', json: { status: 'publish' } },
          { as: 'editor', path: '/events?venue={shed}', lists: ['atShed'] },
        ],
      },
      relinked(
        'keeps links that are not sent',
        { venue: '{hall}', organizer: ['{ann}'] },
        { title: 'x' },
        { 'venue.id': '{hall}', 'organizer[0].id': '{ann}' },
      ),
      relinked(
        'removes links with an empty list',
        { venue: '{hall}', organizer: ['{ann}'] },
        { venue: [], organizer: [] },
        { venue: [], organizer: [] },
      ),
      relinked(
        'replaces links',
        { venue: '{hall}', organizer: ['{ann}'] },
        { venue: '{barn}', organizer: ['{bob}'] },
        { 'venue.id': '{barn}', 'organizer[0].id': '{bob}', 'organizer[1]': undefined },
      ),
    ],
    RECORDS,
  ));

/** Scenarios of a content type of terms. Both types share the engine, so tags have the first ones only. */
const assigned = (terms: 'categories' | 'tags', red: string, blue: string): Scenario[] => [
  linked(
    `accepts ${terms} by ID, name and slug, mixed`,
    { [terms]: [red, 'Sea Blue'] },
    { [`${terms}[0].id`]: red, [`${terms}[1].id`]: blue },
  ),
  linked(`take ${terms} by slug`, { [terms]: ['blue'] }, { [`${terms}[0].id`]: blue, [`${terms}[1]`]: undefined }),
  linked(`take a comma list of ${terms}`, { [terms]: `${red}, sea blue` }, { [`${terms}[0].id`]: red, [`${terms}[1].id`]: blue }),
  linked(`link existing ${terms} in any case`, { [terms]: 'RED' }, { [`${terms}[0].id`]: red, [`${terms}[0].name`]: 'Red' }),
  linked(
    `creates ${terms} for new names, for contributors too`,
    { [terms]: ['Green & Gold'] },
    { [`${terms}[0].name`]: 'Green & Gold', [`${terms}[0].slug`]: 'green-gold' },
    { as: 'contributor' },
  ),
  linked(
    `creates ${terms} in the language of the request`,
    { [terms]: ['Red'] },
    { [`${terms}[0].language`]: 'fr', [`${terms}[0].name`]: 'Red' },
    { language: 'fr' },
  ),
  linked(
    `accepts ${terms} as objects with an ID`,
    { [terms]: [{ id: red, name: 'Whatever' }] },
    { [`${terms}[0].id`]: red, [`${terms}[0].name`]: 'Red' },
  ),
  linked(`take ${terms} out of HTML and blanks`, { [terms]: ['  <b>Red</b> '] }, { [`${terms}[0].id`]: red }),
  linked(`take true for the text that it becomes`, { [terms]: true }, { [`${terms}[0].name`]: '1', [`${terms}[0].slug`]: '1' }),
  ...[null, '', [], 0].map((value) => linked(`take ${JSON.stringify(value)} for no ${terms}`, { [terms]: value }, { [terms]: [] })),
  relinked(`keep ${terms} that are not sent`, { [terms]: [red] }, { title: 'x' }, { [`${terms}[0].id`]: red }),
  relinked(`keep ${terms} given null`, { [terms]: [red] }, { [terms]: null }, { [`${terms}[0].id`]: red }),
  relinked(`clear ${terms} with an empty list`, { [terms]: [red] }, { [terms]: [] }, { [terms]: [] }),
  relinked(`replace ${terms}`, { [terms]: [red] }, { [terms]: [blue] }, { [`${terms}[0].id`]: blue, [`${terms}[1]`]: undefined }),
];

describe('POST and PATCH /events: categories and tags', () =>
  play(
    [...assigned('categories', '{categoriesRed}', '{categoriesBlue}'), ...assigned('tags', '{tagsRed}', '{tagsBlue}').slice(0, 2)],
    Object.fromEntries(
      ['categories', 'tags'].flatMap((terms) => [
        [`${terms}Red`, { path: `/${terms}`, json: { name: 'Red' } }],
        [`${terms}Blue`, { path: `/${terms}`, json: { name: 'Sea Blue', slug: 'blue' } }],
      ]),
    ),
  ));

describe('POST /events: concurrent creations', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
  });
  after(() => stage.stop());

  it('create one venue, organizer, category and tag of the same name', async () => {
    const json = { ...EVENT, venue: { venue: 'Common' }, organizer: [{ organizer: 'Common' }], categories: ['Common'], tags: ['Common'] };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => stage.step({ as: 'author', method: 'POST', path: '/events', json, status: 201 })),
    );
    for (const ids of [
      answers.map(({ body }) => body.venue.id),
      answers.map(({ body }) => body.organizer[0].id),
      answers.map(({ body }) => body.categories[0].id),
      answers.map(({ body }) => body.tags[0].id),
    ])
      expect(new Set(ids).size).to.equal(1);
    expect(new Set(answers.map(({ body }) => body.slug)).size, 'slugs').to.equal(4);
    for (const [path, count] of [
      ['/venues?search=common', 1],
      ['/organizers?search=common', 1],
      ['/categories', 1],
      ['/tags', 1],
    ] as const)
      expect((await stage.step({ path })).body.total, path).to.equal(count);
  });
});
