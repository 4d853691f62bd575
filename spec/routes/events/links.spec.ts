import { openStage, playOn, type Scenario, type Stage, type Step } from '../../support/scenario';
import { event, refused } from '../../support/stage';

type Json = Readonly<Record<string, unknown>>;

const RECORDS: Readonly<Record<string, Step>> = {
  hall: { path: '/venues', json: { venue: 'Old Hall', city: 'Lyon' } },
  barn: { path: '/venues', json: { venue: 'Barn' } },
  ann: { path: '/organizers', json: { organizer: 'Ann' } },
  bob: { path: '/organizers', json: { organizer: 'Bob', phone: '1' } },
  red: { path: '/categories', json: { name: 'Red' } },
  blue: { path: '/categories', json: { name: 'Sea Blue', slug: 'blue' } },
};

const linked = (title: string, more: Json, has: Json, overrides: Partial<Scenario> = {}): Scenario => ({
  title,
  as: 'editor',
  method: 'POST',
  ...event('Fair', more),
  status: 201,
  has,
  ...overrides,
});
const relinked = (title: string, first: Json, json: unknown, has: Json): Scenario => ({
  title,
  given: { one: event('Fair', first) },
  as: 'editor',
  method: 'PATCH',
  path: '/events/{one}',
  json,
  status: 200,
  has,
});

/** `spec/content/writing/linking.spec.ts` tests every form of a link. */
describe('POST and PATCH /events: venue, organizer and categories', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
    await stage.give(RECORDS);
  });
  after(() => stage.stop());

  playOn(
    () => stage,
    [
      linked('trim the ID of a venue', { venue: ' {hall}' }, { 'venue.id': '{hall}' }),
      linked(
        'leave a venue as it is that is linked by its ID or name, with other data',
        {
          venue: [
            { id: '{barn}', city: 'Paris' },
            { venue: 'old HALL', city: 'Paris' },
          ],
        },
        { 'venue[0].id': '{barn}', 'venue[0].city': undefined, 'venue[1].id': '{hall}', 'venue[1].city': 'Lyon' },
      ),
      ...[0, false].map((venue) => linked(`take ${JSON.stringify(venue)} for no venue`, { venue }, { venue: [] })),
      ...[{ id: 0 }, { id: '' }, { id: null }].map((none) =>
        linked(
          `create a venue from data with ${JSON.stringify(none)}`,
          { venue: { ...none, venue: `Hall ${JSON.stringify(none)}` } },
          { 'venue.venue': `Hall ${JSON.stringify(none)}` },
        ),
      ),
      linked(
        'accept booleans, numbers and null for flags in data',
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
        { organizer: ['{ann}', ''] },
        { organizer: ['{ann}', { organizer: '' }] },
        { organizer: [true] },
      ].map((more) => linked(`refuse ${JSON.stringify(more)}`, more, {}, refused(...Object.keys(more)))),
      linked(
        'say in the language of the request why data are refused',
        { venue: { venue: 'Salle neuve', website: 'nowhere' } },
        {},
        { language: 'fr', status: 400, says: /"venue":"`venue\[website\]` : Envoyez une adresse avec son protocole/ },
      ),
      linked(
        'name the wrong item of several, and its member',
        { organizer: [{ organizer: 'Ann' }, { organizer: 'Bea', website: 'nowhere' }] },
        {},
        { status: 400, says: /"organizer":"`organizer\[1\]\[website\]`: Send an address with its scheme/ },
      ),
      ...[null, '', 0, '0', false].map((venue) =>
        relinked(`keep the venue given ${JSON.stringify(venue)}`, { venue: '{hall}' }, { venue }, { 'venue.id': '{hall}' }),
      ),
      {
        title: '?venue finds no events while the venue is in the trash',
        given: { shed: { path: '/venues', json: { venue: 'Shed' } }, atShed: event('At the shed', { venue: '{shed}' }) },
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
        'keep links that are not sent',
        { venue: '{hall}', organizer: ['{ann}'], categories: ['{red}'] },
        { title: 'x' },
        { 'venue.id': '{hall}', 'organizer[0].id': '{ann}', 'categories[0].id': '{red}' },
      ),
      relinked(
        'are removed with an empty list',
        { venue: '{hall}', organizer: ['{ann}'], categories: ['{red}'] },
        { venue: [], organizer: [], categories: [] },
        { venue: [], organizer: [], categories: [] },
      ),
      relinked(
        'are replaced',
        { venue: '{hall}', organizer: ['{ann}'], categories: ['{red}'] },
        { venue: '{barn}', organizer: ['{bob}', '{ann}', '{bob}'], categories: ['{blue}'] },
        {
          ...{ 'venue.id': '{barn}', 'organizer[0].id': '{bob}', 'organizer[1].id': '{ann}', 'organizer[2]': undefined },
          ...{ 'categories[0].id': '{blue}', 'categories[1]': undefined },
        },
      ),
      relinked('keep categories given null', { categories: ['{red}'] }, { categories: null }, { 'categories[0].id': '{red}' }),
      linked('take categories out of HTML and blanks', { categories: ['  <b>Red</b> '] }, { 'categories[0].id': '{red}' }),
      linked('take true for the name that it becomes', { categories: true }, { 'categories[0].name': '1', 'categories[0].slug': '1' }),
      linked('take 0 for no categories', { categories: 0 }, { categories: [] }),
    ],
  );
});
