import { expect } from 'chai';
import { openStage, play, playOn, type Scenario, type Stage, type Step } from '../../support/scenario';

const DATES = { start_date: '2030-05-06 10:00:00', end_date: '2030-05-06 12:00:00' };
const event = (more: Readonly<Record<string, unknown>> = {}, overrides: Partial<Step> = {}): Step => ({
  path: '/events',
  json: { title: 'Fair', ...DATES, ...more },
  ...overrides,
});
const created = (
  title: string,
  more: Readonly<Record<string, unknown>>,
  has: Readonly<Record<string, unknown>>,
  overrides: Partial<Scenario> = {},
): Scenario => ({ title, ...event(more, { as: 'editor', method: 'POST', status: 201, has, ...overrides }) });
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

let stage: Stage;
const shared = () => stage;
before(async () => {
  stage = await openStage();
});
after(() => stage.stop());

describe('POST and PATCH /events: start_date, end_date and timezone', () =>
  playOn(shared, [
    created(
      'reads a start_date with an offset in the time zone of the event',
      { start_date: '2030-05-06T07:08:09Z', end_date: '2031-12-31', timezone: 'europe/paris' },
      { start_date: '2030-05-06 09:08:09', utc_start_date: '2030-05-06 07:08:09', timezone: 'europe/paris', timezone_abbr: 'CEST' },
    ),
    created(
      'answers every part of start_date_details as text',
      {},
      { start_date_details: { year: '2030', month: '05', day: '06', hour: '10', minutes: '00', seconds: '00' } },
    ),
    changed(
      'start_date alone leaves the end',
      {},
      { start_date: '2030-05-06 09:00' },
      { start_date: '2030-05-06 09:00:00', end_date: '2030-05-06 12:00:00', utc_start_date: '2030-05-06 09:00:00' },
    ),
    changed(
      'keeps the timezone that is not sent',
      { timezone: 'Europe/Paris' },
      { title: 'New' },
      { timezone: 'Europe/Paris', start_date: DATES.start_date },
    ),
    created(
      'all_day true makes it last from 00:00:00 to 23:59:59',
      { all_day: 'TRUE' },
      { all_day: true, start_date: '2030-05-06 00:00:00', end_date: '2030-05-06 23:59:59' },
    ),
    changed('all_day false keeps the times', { all_day: true }, { all_day: false }, { all_day: false, start_date: '2030-05-06 00:00:00' }),
  ]));

describe('POST and PATCH /events: cost', () =>
  playOn(shared, [
    created(
      'answers cost and cost_details of a list of prices',
      { cost: ['20', '1.000,50'] },
      { cost: '$20 – $1000.50', 'cost_details.values': ['20', '1000.50'], 'cost_details.currency_symbol': '' },
    ),
    created(
      'answers currency_symbol and currency_position',
      { cost: '€10' },
      { 'cost_details.currency_symbol': '€', 'cost_details.currency_position': 'prefix' },
    ),
    {
      title: 'json_ld.offers has the price and its currency',
      given: { one: event({ cost: '10 CHF' }) },
      path: '/events/{one}',
      has: { 'json_ld.offers.price': '10', 'json_ld.offers.priceCurrency': 'CHF' },
    },
    { ...created('shows 0 as Gratuit in French', { cost: 0, title: 'Foire' }, { cost: 'Gratuit' }), language: 'fr' },
    {
      title: 'accepts 500 prices in a form body',
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

describe('POST and PATCH /events: website, image, featured and other flags', () =>
  playOn(shared, [
    created(
      'shows a website with its ampersands escaped',
      { website: 'https://example.org/?a=1&b=2' },
      { website: 'https://example.org/?a=1&amp;b=2' },
    ),
    {
      ...created('shows the address of the event where it has no website', { slug: 'alone' }, {}),
      says: /"website":"[^"]*\/en\/event\/alone\/"/,
    },
    changed('clears a website', { website: 'https://example.org/' }, { website: '' }, { website: '' }),
    changed('clears a website with null', { website: 'https://example.org/' }, { website: null }, { website: '' }),
    changed('keeps a website that is not sent', { website: 'https://example.org/' }, { title: 'x' }, { website: 'https://example.org/' }),

    created('accepts the address of an image', { image: PICTURE }, { 'image.url': PICTURE, 'image.extension': 'png' }),
    created('shows no image as false', {}, { image: false }),
    changed('keeps an image that is not sent', { image: PICTURE }, { title: 'x' }, { 'image.url': PICTURE }),
    changed('clears an image with null', { image: PICTURE }, { image: null }, { image: false }),
    changed('clears an image with the empty text', { image: PICTURE }, { image: '' }, { image: false }),
    created(
      'flags are false by default',
      {},
      { show_map: false, show_map_link: false, hide_from_listings: false, sticky: false, featured: false },
    ),
    created(
      'flags are true given "1", 1 and TRUE',
      { featured: '1', sticky: 1, show_map: 'TRUE' },
      { featured: true, sticky: true, show_map: true },
    ),
    changed('flags are false given 0', { featured: true }, { featured: 0 }, { featured: false }),
    changed('keeps featured when it is not sent', { featured: true }, { title: 'x' }, { featured: true }),
  ]));

describe('POST and PATCH /events: title, description and excerpt', () =>
  playOn(shared, [
    created('strips HTML from the title', { title: 'R&B -- "loud" <b>and</b> a\\b ...' }, { title: 'R&B -- "loud" and a\\b ...' }),
    {
      ...created(
        'strips scripts from the description, even of an administrator',
        { description: '<p onclick="x()">Hi<script>alert(1)</script> <a href="javascript:x()">there</a></p>' },
        {},
        { as: 'admin' },
      ),
      hides: /<script|javascript:|onclick/,
    },
    created(
      'wraps description and excerpt in paragraphs',
      { description: 'One\n\nTwo', excerpt: 'Short' },
      { description: '<p>One</p>\n<p>Two</p>', excerpt: '<p>Short</p>' },
    ),
    changed(
      'clears description and excerpt',
      { description: 'Long', excerpt: 'Short' },
      { description: null, excerpt: '' },
      { description: '', excerpt: '' },
    ),
    created('a draft has no slug and no date_utc', { status: 'draft' }, { slug: '', date_utc: '0000-00-00 00:00:00' }),
    created('takes the slug from the title', { title: 'Fête / Été <i>2030</i>' }, { slug: 'fete-ete-2030' }),
    created('takes the slug from the title where the given one comes to nothing', { title: 'Dots', slug: '..' }, { slug: 'dots' }),
  ]));

/** Sent slugs, with the stored slugs. spec/calendar tests the rules of `slugify`. */
const SLUGS: readonly (readonly [string, string])[] = [
  ['given-slug', 'given-slug'],
  ['Given Slug', 'given-slug-2'],
  ['sample-page', 'sample-page'],
  ['%e6%97%a5', '日'],
  [' ', 'unslugged'],
  ['&', 'unslugged-2'],
  ['x'.repeat(250), 'x'.repeat(200)],
  ['x'.repeat(250), `${'x'.repeat(198)}-2`],
];

const slugged = (title: string, first: string, slug: string, shown: string): Scenario => ({
  ...changed(title, { slug: first }, { slug }, { slug: shown }),
});

describe('POST and PATCH /events: slug', () =>
  playOn(shared, [
    ...SLUGS.map(([slug, shown]) =>
      created(
        `makes ${JSON.stringify(slug.slice(0, 20))} ${shown.slice(-20)}`,
        { title: 'Unslugged', slug },
        { slug: shown, status: 'publish' },
      ),
    ),
    created('keeps the slug that a draft is given', { slug: 'Waiting', status: 'draft' }, { slug: 'waiting', status: 'draft' }),
    created(
      'ignores the slug that a contributor sends with a pending event',
      { slug: 'wished', status: 'publish' },
      { slug: '', status: 'pending' },
      { as: 'contributor' },
    ),
    created(
      'keeps the slug that a contributor sends with a draft',
      { slug: 'wished', status: 'draft' },
      { slug: 'wished', status: 'draft' },
      { as: 'contributor' },
    ),
    slugged('accepts the slug that the event has', 'own', 'own', 'own'),
    slugged('changes the slug', 'before', 'After All', 'after-all'),
    slugged('appends a number where another event has the slug', 'latecomer', 'sample-page', 'sample-page-2'),
    changed('keeps the slug when the title changes', { slug: 'steady' }, { title: 'Unsteady' }, { slug: 'steady' }),
    {
      title: 'GET /events/by-slug ignores case',
      given: { one: event({ slug: 'Any Case' }) },
      path: '/events/by-slug/ANY-case',
      has: { id: '{one}', slug: 'any-case' },
    },
    {
      title: 'frees the slug of a trashed event, which gets another one when it is restored',
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

const trashed = { method: 'DELETE' } as const;

describe('PATCH /events: publishing drafts', () =>
  playOn(shared, [
    {
      title: 'gives a slug to a draft that is published out of the trash',
      given: { one: event({ title: 'Nameless', status: 'draft' }), gone: { path: '/events/{one}', ...trashed } },
      as: 'editor',
      method: 'PATCH',
      path: '/events/{one}',
      json: { status: 'publish' },
      has: { slug: 'nameless', status: 'publish' },
    },
    {
      title: 'restores drafts from the trash without a slug',
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
      title: 'makes the slug of the title at the time of publication',
      given: { one: event({ title: 'Working title', status: 'draft' }) },
      as: 'editor',
      method: 'PATCH',
      path: '/events/{one}',
      json: { title: 'Final title', status: 'publish' },
      has: { slug: 'final-title' },
    },
    {
      title: 'a draft with a date ahead becomes future',
      given: { one: event({ status: 'draft', date: '2030-06-01 08:00' }) },
      as: 'editor',
      method: 'PATCH',
      path: '/events/{one}',
      json: { status: 'publish' },
      has: { status: 'future', date: '2030-06-01 08:00:00' },
    },
  ]));

describe('POST /events: image', () => {
  it('gives one address one ID, which is accepted as number and as text', async () => {
    const ids: number[] = [];
    for (const image of [PICTURE, PICTURE])
      ids.push((await stage.step({ ...event({ image }), as: 'author', method: 'POST', status: 201 })).body.image.id);
    expect(new Set(ids).size).to.equal(1);
    for (const image of [ids[0], String(ids[0])])
      await stage.step({ ...event({ image }), as: 'contributor', method: 'POST', status: 201, has: { 'image.url': PICTURE } });
  });
});

describe('events and SITE_TIMEZONE, CURRENCY_SYMBOL, CURRENCY_POSITION, MAX_PER_PAGE, SITE_URL', () =>
  play(
    [
      created('SITE_TIMEZONE is the default timezone', {}, { timezone: 'Europe/Paris', utc_start_date: '2030-05-06 08:00:00' }),
      created('CURRENCY_SYMBOL and CURRENCY_POSITION are used where a cost names no currency', { cost: '10' }, { cost: '10€' }),
      created('date is in SITE_TIMEZONE, date_utc in UTC', {}, { date: '2030-01-15 13:00:00', date_utc: '2030-01-15 12:00:00' }),
      created('relative dates are in SITE_TIMEZONE', { start_date: 'today', end_date: 'tomorrow' }, { start_date: '2030-01-15 00:00:00' }),
      { title: 'per_page is limited by MAX_PER_PAGE', path: '/events?per_page=50', says: /per_page=20\b/ },
      { ...created('url begins with SITE_URL', { slug: 'named' }, { url: 'https://www.example.org/en/event/named/' }) },
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
