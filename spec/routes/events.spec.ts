import { expect } from 'chai';
import { openStage, play, type Scenario, type Stage, type Step } from '../support/scenario';

const DATES = { start_date: '2030-05-06 10:00:00', end_date: '2030-05-06 12:00:00' };
const event = (more: Readonly<Record<string, unknown>> = {}, asked: Partial<Step> = {}): Step => ({
  path: '/events',
  json: { title: 'Fair', ...DATES, ...more },
  ...asked,
});
const created = (
  title: string,
  more: Readonly<Record<string, unknown>>,
  has: Readonly<Record<string, unknown>>,
  asked: Partial<Scenario> = {},
): Scenario => ({
  title,
  ...event(more, { as: 'editor', method: 'POST', status: 201, has, ...asked }),
});
const changed = (
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
  next: [{ path: '/events/{one}', has }],
});

/** What is sent as `start_date`, in the event's zone (UTC unless given), and what it is read as. */
const STARTS: readonly (readonly [string, string, string?])[] = [
  ['2030-05-06 07:08:09', '2030-05-06 07:08:09'],
  ['2030-05-06 07:08', '2030-05-06 07:08:00'],
  ['2030-05-06', '2030-05-06 00:00:00'],
  ['2030-05-06T07:08:09.75', '2030-05-06 07:08:09'],
  ['2030-05-06T07:08:09+02:00', '2030-05-06 05:08:09'],
  ['2030-05-06T07:08:09+02:00', '2030-05-06 07:08:09', 'Europe/Paris'],
  ['2030-05-06T07:08:09Z', '2030-05-06 09:08:09', 'Europe/Paris'],
  ['6 May 2030 7pm', '2030-05-06 19:00:00'],
  ['05/06/2030', '2030-05-06 00:00:00'],
  ['06.05.2030', '2030-05-06 00:00:00'],
  ['@1900000000', '2030-03-17 17:46:40'],
  ['1900000000', '2030-03-17 17:46:40'],
  ['1900000000', '2030-03-17 18:46:40', 'Europe/Paris'],
  ['20300506', '2030-05-06 00:00:00'],
  ['2030-05-06 24:00', '2030-05-07 00:00:00'],
  ['tomorrow 9am', '2030-01-16 09:00:00'],
  ['next monday', '2030-01-21 00:00:00'],
  ['+1 week', '2030-01-22 12:00:00'],
];

/** A zone, a wall time in it, the UTC that it is, and the zone's abbreviation then. */
const ZONES: readonly (readonly [string, string, string, string])[] = [
  ['Europe/Paris', '2030-07-01 09:00:00', '2030-07-01 07:00:00', 'CEST'],
  ['Europe/Paris', '2030-01-20 09:00:00', '2030-01-20 08:00:00', 'CET'],
  ['europe/paris', '2030-07-01 09:00:00', '2030-07-01 07:00:00', 'CEST'],
  ['America/New_York', '2030-07-01 09:00:00', '2030-07-01 13:00:00', 'EDT'],
  ['UTC', '2030-07-01 09:00:00', '2030-07-01 09:00:00', 'UTC'],
  ['UTC+2', '2030-07-01 09:00:00', '2030-07-01 07:00:00', 'UTC+2'],
  ['UTC-5', '2030-07-01 09:00:00', '2030-07-01 14:00:00', 'UTC-5'],
  ['UTC+5.5', '2030-07-01 09:00:00', '2030-07-01 03:30:00', 'UTC+5.5'],
  ['UTC+5:30', '2030-01-20 09:00:00', '2030-01-20 03:30:00', 'UTC+5:30'],
];

describe('events: dates and zones', () =>
  play([
    ...STARTS.map(([sent, start, timezone]) =>
      created(
        `reads ${sent}${timezone ? ` in ${timezone}` : ''} as ${start}`,
        { start_date: sent, end_date: '2031-12-31', ...(timezone && { timezone }) },
        { start_date: start },
      ),
    ),
    ...ZONES.map(([timezone, wall, utc, abbreviation]) =>
      created(
        `knows that ${wall} in ${timezone} is ${utc} in UTC`,
        { timezone, start_date: wall, end_date: wall },
        { timezone, start_date: wall, utc_start_date: utc, utc_end_date: utc, timezone_abbr: abbreviation },
      ),
    ),
    created(
      'moves a time that a zone leaves out forward',
      { timezone: 'Europe/Paris', start_date: '2030-03-31 02:30', end_date: '2030-03-31 05:00' },
      { start_date: '2030-03-31 03:30:00', utc_start_date: '2030-03-31 01:30:00' },
    ),
    created(
      'takes the first of a time that a zone has twice',
      { timezone: 'Europe/Paris', start_date: '2030-10-27 02:30', end_date: '2030-10-27 05:00' },
      { utc_start_date: '2030-10-27 00:30:00' },
    ),
    created('takes the zone of the site for an empty one', { timezone: '' }, { timezone: 'UTC' }),
    created(
      'says every part of a date as text',
      {},
      { start_date_details: { year: '2030', month: '05', day: '06', hour: '10', minutes: '00', seconds: '00' } },
    ),
    created('may end as it starts', { end_date: DATES.start_date }, { end_date: DATES.start_date }),
    changed(
      'moves the start alone',
      {},
      { start_date: '2030-05-06 09:00' },
      { start_date: '2030-05-06 09:00:00', end_date: '2030-05-06 12:00:00', utc_start_date: '2030-05-06 09:00:00' },
    ),
    changed(
      'moves the end alone',
      {},
      { end_date: '2030-05-07 01:00' },
      { start_date: '2030-05-06 10:00:00', end_date: '2030-05-07 01:00:00', utc_end_date: '2030-05-07 01:00:00' },
    ),
    changed(
      'keeps wall times when the zone changes, and moves the instants',
      {},
      { timezone: 'Asia/Tokyo' },
      { start_date: '2030-05-06 10:00:00', utc_start_date: '2030-05-06 01:00:00', timezone: 'Asia/Tokyo' },
    ),
    changed(
      'reads dates of an update in the zone of the event',
      { timezone: 'Asia/Tokyo' },
      { start_date: '2030-05-06T00:00:00Z' },
      { start_date: '2030-05-06 09:00:00', utc_start_date: '2030-05-06 00:00:00' },
    ),
    changed(
      'keeps the zone that is not sent',
      { timezone: 'Europe/Paris' },
      { title: 'New' },
      { timezone: 'Europe/Paris', start_date: DATES.start_date },
    ),
    created(
      'lasts whole days',
      { all_day: true, end_date: '2030-05-08 09:00' },
      { all_day: true, start_date: '2030-05-06 00:00:00', end_date: '2030-05-08 23:59:59' },
    ),
    changed(
      'keeps its days when it becomes a whole-day event',
      { end_date: '2030-05-08 09:00' },
      { all_day: true },
      { start_date: '2030-05-06 00:00:00', end_date: '2030-05-08 23:59:59' },
    ),
    changed(
      'keeps its times when it stops being one',
      { all_day: true, end_date: '2030-05-08' },
      { all_day: false },
      { all_day: false, start_date: '2030-05-06 00:00:00', end_date: '2030-05-08 23:59:59' },
    ),
  ]));

/** A cost as it is sent, as it is shown, and the values that it holds. */
const COSTS: readonly (readonly [unknown, string, readonly string[]])[] = [
  ['10', '$10', ['10']],
  [10, '$10', ['10']],
  ['$5', '$5', ['5']],
  ['€10', '€10', ['10']],
  ['5$', '5$', ['5']],
  ['10-20', '$10 – $20', ['10', '20']],
  ['20-10', '$10 – $20', ['10', '20']],
  ['10 to 20', '$10 – $20', ['10', '20']],
  ['10,50', '$10,50', ['10.50']],
  ['1,000', '$1,000', ['1000']],
  ['10 €', '10€', ['10']],
  [' ', '', ['']],
  [['10', '20'], '$10 – $20', ['10', '20']],
  ['0', 'Free', ['0']],
  [0, 'Free', ['0']],
  [['0', '10'], 'Free – $10', ['0', '10']],
  ['£5-£10', '£5 – £10', ['5', '10']],
  ['Donation', 'Donation', ['donation']],
  ['', '', []],
  [[], '', []],
  [null, '', []],
  [false, '', []],
];

describe('events: cost', () =>
  play([
    ...COSTS.map(([cost, shown, values]) =>
      created(`shows ${JSON.stringify(cost)} as "${shown}"`, { cost }, { cost: shown, 'cost_details.values': values }),
    ),
    created('understands grouping and decimals', { cost: '1.000,50' }, { 'cost_details.values': ['1000.50'] }),
    created('understands them the other way round', { cost: '1,000.50' }, { 'cost_details.values': ['1000.50'] }),
    created(
      'says where the symbol stands',
      { cost: '€10' },
      { 'cost_details.currency_symbol': '€', 'cost_details.currency_position': 'prefix' },
    ),
    ...[
      ['€10', 'EUR'],
      ['$10 USD', 'USD'],
      ['10 CHF', 'CHF'],
      ['10', 'USD'],
    ].map(
      ([cost, currency]): Scenario => ({
        title: `tells machines that ${cost} is of the currency ${currency}`,
        given: { one: event({ cost }) },
        path: '/events/{one}',
        has: { 'json_ld.offers.price': '10', 'json_ld.offers.priceCurrency': currency },
      }),
    ),
    { ...created('is free in French too', { cost: 0, title: 'Foire' }, { cost: 'Gratuit' }), language: 'fr' },
    {
      title: 'takes as many prices from a form as from JSON',
      as: 'editor',
      method: 'POST',
      path: '/events',
      form: `${new URLSearchParams({ title: 'Fair', ...DATES })}${'&cost[]=5'.repeat(500)}`,
      status: 201,
      has: { cost: '$5', 'cost_details.values': ['5'] },
    },
    changed('keeps a cost that is not sent', { cost: '10-20' }, { title: 'x' }, { cost: '$10 – $20' }),
    changed('keeps a cost that is sent as it was shown', { cost: '0' }, { cost: 'Free' }, { cost: 'Free', 'cost_details.values': ['0'] }),
    changed('clears a cost with null', { cost: '10' }, { cost: null }, { cost: '', 'cost_details.values': [] }),
    changed('clears a blank cost with the empty text', { cost: ' ' }, { cost: '' }, { cost: '', 'cost_details.values': [] }),
    changed('keeps a cost that is sent with its comma', { cost: '1,000' }, { cost: '$1,000' }, { 'cost_details.currency_symbol': '' }),
    changed('clears a cost with the empty text', { cost: '10' }, { cost: '' }, { cost: '', 'cost_details.values': [] }),
  ]));

const PICTURE = 'https://example.org/pictures/a.png';

describe('events: website, image and switches', () =>
  play([
    created(
      'shows a website with its ampersands escaped',
      { website: 'https://example.org/?a=1&b=2' },
      { website: 'https://example.org/?a=1&amp;b=2' },
    ),
    { ...created('shows its own address where it has no website', { slug: 'alone' }, {}), says: /"website":"[^"]*\/en\/event\/alone\/"/ },
    changed('clears a website', { website: 'https://example.org/' }, { website: '' }, { website: '' }),
    changed('clears a website with null', { website: 'https://example.org/' }, { website: null }, { website: '' }),
    changed('keeps a website that is not sent', { website: 'https://example.org/' }, { title: 'x' }, { website: 'https://example.org/' }),

    created('names an image by its address', { image: PICTURE }, { 'image.url': PICTURE, 'image.extension': 'png' }),
    created('shows no image as false', {}, { image: false }),
    changed('keeps an image that is not sent', { image: PICTURE }, { title: 'x' }, { 'image.url': PICTURE }),
    changed('clears an image with null', { image: PICTURE }, { image: null }, { image: false }),
    changed('clears an image with the empty text', { image: PICTURE }, { image: '' }, { image: false }),
    ...['show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured'].flatMap((name) => [
      created(`is not ${name} by itself`, {}, { [name]: false }),
      ...[true, 1, '1', 'true', 'TRUE'].map((value) =>
        created(`is ${name} given ${JSON.stringify(value)}`, { [name]: value }, { [name]: true }),
      ),
      changed(`keeps ${name} when it is not sent`, { [name]: true }, { title: 'x' }, { [name]: true }),
      changed(`is ${name} no more given 0`, { [name]: true }, { [name]: 0 }, { [name]: false }),
    ]),
  ]));

describe('events: text', () =>
  play([
    created('keeps plain text plain', { title: 'R&B -- "loud" <b>and</b> a\\b ...' }, { title: 'R&B -- "loud" and a\\b ...' }),
    {
      ...created(
        'takes scripts out of descriptions, whoever sends them',
        { description: '<p onclick="x()">Hi<script>alert(1)</script> <a href="javascript:x()">there</a></p>' },
        {},
        { as: 'admin' },
      ),
      hides: /<script|javascript:|onclick/,
    },
    created(
      'makes paragraphs',
      { description: 'One\n\nTwo', excerpt: 'Short' },
      { description: '<p>One</p>\n<p>Two</p>', excerpt: '<p>Short</p>' },
    ),
    changed(
      'clears description and excerpt',
      { description: 'Long', excerpt: 'Short' },
      { description: null, excerpt: '' },
      { description: '', excerpt: '' },
    ),
    created('has no slug as a draft', { status: 'draft' }, { slug: '', date_utc: '0000-00-00 00:00:00' }),
    created('takes the slug from the title', { title: 'Fête / Été <i>2030</i>' }, { slug: 'fete-ete-2030' }),
    created('takes the slug from the title where the given one comes to nothing', { title: 'Dots', slug: '..' }, { slug: 'dots' }),
  ]));

/** What is sent as `slug`, and what it becomes. */
const SLUGS: readonly (readonly [string, string])[] = [
  ['given-slug', 'given-slug'],
  ['Given Slug', 'given-slug-2'],
  ['given-slug', 'given-slug-3'],
  ['a/B.c', 'a-b-c'],
  ['--Dashed--', 'dashed'],
  ['under_scored', 'under_scored'],
  ['<b>bold</b> Ñandú', 'bold-nandu'],
  ['a&nbsp;b — c&amp;d', 'a-b-cd'],
  ['  padded  ', 'padded'],
  ['100%', '100'],
  ['2030', '2030'],
  ['sample-page', 'sample-page'],
  ['%e6%97%a5', '日'],
  ['Ёлка', 'ёлка'],
  [' ', 'fair'],
  ['&', 'fair-2'],
  ['x'.repeat(250), 'x'.repeat(200)],
  ['x'.repeat(250), `${'x'.repeat(198)}-2`],
];

const slugged = (title: string, first: string, slug: string, shown: string): Scenario => ({
  ...changed(title, { slug: first }, { slug }, { slug: shown }),
});

describe('events: slugs', () =>
  play([
    ...SLUGS.map(([slug, shown]) =>
      created(`makes ${JSON.stringify(slug.slice(0, 20))} ${shown.slice(-20)}`, { slug }, { slug: shown, status: 'publish' }),
    ),
    created('keeps the slug that a draft is given', { slug: 'Waiting', status: 'draft' }, { slug: 'waiting', status: 'draft' }),
    created(
      'are not given by those who may not publish what waits for consent',
      { slug: 'wished', status: 'publish' },
      { slug: '', status: 'pending' },
      { as: 'contributor' },
    ),
    created(
      'are given to drafts by everybody',
      { slug: 'wished', status: 'draft' },
      { slug: 'wished', status: 'draft' },
      { as: 'contributor' },
    ),
    slugged('may be sent what it has', 'own', 'own', 'own'),
    slugged('renames', 'before', 'After All', 'after-all'),
    slugged('gets the next one where that is occupied', 'latecomer', 'sample-page', 'sample-page-2'),
    changed('stays when the title changes', { slug: 'steady' }, { title: 'Unsteady' }, { slug: 'steady' }),
    {
      title: 'are found in any case',
      given: { one: event({ slug: 'Any Case' }) },
      path: '/events/by-slug/ANY-case',
      has: { id: '{one}', slug: 'any-case' },
    },
    {
      title: 'are free once their event is in the trash, which gets another one when it comes back',
      given: {
        one: event({ slug: 'once' }),
        gone: { path: '/events/{one}', method: 'DELETE', status: 200, has: { slug: 'once__trashed' } },
        two: event({ slug: 'once' }, { has: { slug: 'once' } }),
      },
      as: 'editor',
      method: 'PATCH',
      path: '/events/{one}',
      json: { status: 'publish' },
      has: { slug: 'once-2' },
    },
  ]));

/** Whole days: what is sent beside the day, and from when to when it lasts. */
const DAYS: readonly (readonly [Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>])[] = [
  ...[true, 'true', 'TRUE', 1, '1'].map(
    (all_day) => [{ all_day }, { all_day: true, start_date: '2030-05-06 00:00:00', end_date: '2030-05-06 23:59:59' }] as const,
  ),
  ...[false, 'false', 0, '0'].map((all_day) => [{ all_day }, { all_day: false, ...DATES }] as const),
  [
    { all_day: true, end_date: '2030-05-06 09:00' },
    { start_date: '2030-05-06 00:00:00', end_date: '2030-05-06 23:59:59' },
  ],
  [{ all_day: true, end_date: '2030-05-07' }, { end_date: '2030-05-07 23:59:59' }],
  [{ all_day: true, end_date: '2030-05-06 24:00' }, { end_date: '2030-05-07 23:59:59' }],
  [
    { all_day: true, timezone: 'America/New_York' },
    { utc_start_date: '2030-05-06 04:00:00', utc_end_date: '2030-05-07 03:59:59', timezone_abbr: 'EDT' },
  ],
  // The clocks change on this day.
  [
    { all_day: true, timezone: 'Europe/Paris', start_date: '2030-03-31', end_date: '2030-03-31' },
    { utc_start_date: '2030-03-30 23:00:00', utc_end_date: '2030-03-31 21:59:59', timezone_abbr: 'CET' },
  ],
  // What is still Monday in Greenwich is Tuesday in Paris.
  [
    { all_day: true, timezone: 'Europe/Paris', start_date: '2030-05-06T23:00Z', end_date: '2030-05-06T23:30Z' },
    { start_date: '2030-05-07 00:00:00', end_date: '2030-05-07 23:59:59' },
  ],
];

describe('events: whole days', () =>
  play([
    ...DAYS.map(([sent, has]) => created(`understands ${JSON.stringify(sent)}`, sent, has)),
    changed(
      'last whole days still when their days change',
      { all_day: true },
      { start_date: '2030-05-07 12:00', end_date: '2030-05-09 13:00' },
      { all_day: true, start_date: '2030-05-07 00:00:00', end_date: '2030-05-09 23:59:59' },
    ),
    changed(
      'take the times that are sent when they no longer last whole days',
      { all_day: true },
      { all_day: false, start_date: '2030-05-07 12:00', end_date: '2030-05-09 13:00' },
      { all_day: false, start_date: '2030-05-07 12:00:00', end_date: '2030-05-09 13:00:00' },
    ),
  ]));

const trashed = { method: 'DELETE' } as const;

describe('events: drafts', () =>
  play([
    {
      title: 'get a slug when they are published out of the trash',
      given: { one: event({ title: 'Nameless', status: 'draft' }), gone: { path: '/events/{one}', ...trashed } },
      as: 'editor',
      method: 'PATCH',
      path: '/events/{one}',
      json: { status: 'publish' },
      has: { slug: 'nameless', status: 'publish' },
    },
    {
      title: 'come back from the trash without a slug, however many are in it',
      given: {
        one: event({ title: 'Sketch', status: 'draft' }),
        two: event({ title: 'Sketch', status: 'pending' }),
        oneGone: { path: '/events/{one}', ...trashed },
        twoGone: { path: '/events/{two}', ...trashed },
      },
      as: 'editor',
      method: 'PATCH',
      path: '/events/{one}',
      json: { status: 'draft' },
      has: { slug: '', status: 'draft' },
      next: [{ as: 'editor', method: 'PATCH', path: '/events/{two}', json: { status: 'pending' }, has: { slug: '', status: 'pending' } }],
    },
    {
      title: 'take the slug of their new title when they are published',
      given: { one: event({ title: 'Working title', status: 'draft' }) },
      as: 'editor',
      method: 'PATCH',
      path: '/events/{one}',
      json: { title: 'Final title', status: 'publish' },
      has: { slug: 'final-title' },
    },
    {
      title: 'keep the date that they were given, and are future when it lies ahead',
      given: { one: event({ status: 'draft', date: '2030-06-01 08:00' }) },
      as: 'editor',
      method: 'PATCH',
      path: '/events/{one}',
      json: { status: 'publish' },
      has: { status: 'future', date: '2030-06-01 08:00:00' },
    },
  ]));

describe('events: media', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
  });
  after(() => stage.stop());

  it('are named once by one address, and by their ID from then on, as number or as text', async () => {
    const ids: number[] = [];
    for (const image of [PICTURE, PICTURE])
      ids.push((await stage.step({ ...event({ image }), as: 'author', method: 'POST', status: 201 })).body.image.id);
    expect(new Set(ids).size).to.equal(1);
    for (const image of [ids[0], String(ids[0])])
      await stage.step({ ...event({ image }), as: 'contributor', method: 'POST', status: 201, has: { 'image.url': PICTURE } });
  });
});

describe('events: the site’s settings', () =>
  play(
    [
      created('read dates in the zone of the site', {}, { timezone: 'Europe/Paris', utc_start_date: '2030-05-06 08:00:00' }),
      created('show prices with the symbol of the site', { cost: '10' }, { cost: '10€' }),
      created('publish in the zone of the site', {}, { date: '2030-01-15 13:00:00', date_utc: '2030-01-15 12:00:00' }),
      created(
        'work out relative words in the zone of the site',
        { start_date: 'today', end_date: 'tomorrow' },
        { start_date: '2030-01-15 00:00:00' },
      ),
      { title: 'end pages at the site’s most', path: '/events?per_page=50', says: /per_page=20\b/ },
      { ...created('name the site in addresses', { slug: 'named' }, { url: 'https://www.example.org/en/event/named/' }) },
    ],
    {},
    {
      SITE_TIMEZONE: 'Europe/Paris',
      CURRENCY_SYMBOL: '€',
      CURRENCY_POSITION: 'postfix',
      MAX_PER_PAGE: '20',
      SITE_URL: 'https://www.example.org',
    },
  ));
