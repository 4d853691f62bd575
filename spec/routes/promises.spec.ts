import { expect } from 'chai';
import { LANGUAGES, type Language } from '../../lib/language';
import { NOW, openStage, type Stage, type Step } from './scenario';

const DATES = { start_date: '2030-05-06 10:00:00', end_date: '2030-05-06 12:00:00' };
const event = (title: string, more: Readonly<Record<string, unknown>> = {}, asked: Partial<Step> = {}): Step => ({
  path: '/events',
  json: { title, ...DATES, ...more },
  ...asked,
});
const venue = (name: string, more: Readonly<Record<string, unknown>> = {}, asked: Partial<Step> = {}): Step => ({
  path: '/venues',
  json: { venue: name, ...more },
  ...asked,
});
const patch = (path: string, json: unknown, asked: Partial<Step> = {}): Step => ({ as: 'editor', method: 'PATCH', path, json, ...asked });
const remove = (path: string, asked: Partial<Step> = {}): Step => ({ as: 'editor', method: 'DELETE', path, ...asked });

/** What the service promises to do better than the reference: one spec or more each, in the order of DIFFERENCES. */
describe('the promises', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
  });
  after(() => stage.stop());

  const promise = (title: string, given: Readonly<Record<string, Step>>, ...steps: readonly Step[]) =>
    it(title, async () => {
      await stage.give(given);
      for (const step of steps) await stage.step(step);
    });
  const inBoth = (title: string, given: Readonly<Record<string, Step>>, step: Step, says: Readonly<Record<Language, RegExp>>) =>
    it(title, async () => {
      await stage.give(given);
      for (const language of LANGUAGES)
        await stage.step({ ...step, language, says: says[language], hides: /<[a-z]|&#?\w+;/, answers: { 'content-language': language } });
    });

  // 1
  for (const as of ['admin', 'editor', 'author', 'contributor'] as const)
    promise(
      `text is plain and HTML is clean, whoever writes it: the ${as}`,
      {
        one: event(
          'A "B" -- C & <i>D</i> \\ ...',
          { description: '<b>Bold</b><script>alert(1)</script><a href="javascript:x">y</a><img src="x.png" onerror="x()">' },
          { as },
        ),
      },
      {
        as: 'admin',
        path: '/events/{one}',
        has: { title: 'A "B" -- C & D \\ ...' },
        says: /<b>Bold<\\?\/b>/,
        hides: /<script|onerror|javascript:/,
      },
    );
  promise(
    'names of venues, organizers and terms are plain text',
    {},
    { as: 'editor', method: 'POST', ...venue('<b>R</b> & "B" -- \\'), has: { venue: 'R & "B" -- \\' } },
    { as: 'editor', method: 'POST', path: '/organizers', json: { organizer: '<b>R</b> & "B" -- \\' }, has: { organizer: 'R & "B" -- \\' } },
    { as: 'editor', method: 'POST', path: '/tags', json: { name: '<b>R</b> & "B" -- \\' }, has: { name: 'R & "B" -- \\' } },
  );

  // 2
  it('IDs are integers, the global ID keeps the port, and links are encoded', async () => {
    await stage.give({ one: event('Numbers', { author: '{author}' }) });
    const { port } = new URL(stage.address);
    const { body } = await stage.step({
      path: '/events/{one}',
      has: { id: '{one}', author: '{author}', global_id: `127.0.0.1:${port}?id=${stage.names['one']}` },
    });
    expect(body.url).to.include(`:${port}/`);
    const list = await stage.step({ path: '/events?search=caf%C3%A9+%26+bar&per_page=1' });
    expect(list.body.rest_url).to.match(/search=caf%C3%A9\+%26\+bar/);
  });

  // 3
  for (const [kind, plural] of [
    ['event', 'events'],
    ['venue', 'venues'],
    ['organizer', 'organizers'],
    ['category', 'categories'],
    ['tag', 'tags'],
  ] as const)
    inBoth(
      `an unknown ${kind} is a 404 of its own`,
      {},
      { path: `/${plural}/987654`, status: 404, code: `rest-${kind}-not-found` },
      { en: /There is no .* 987654/, fr: /Il n’existe pas .* 987654/ },
    );
  promise(
    'an ID of another kind is unknown',
    { hall: venue('Hall') },
    { path: '/events/{hall}', status: 404, code: 'rest-event-not-found' },
    { path: '/organizers/{hall}', status: 404, code: 'rest-organizer-not-found' },
  );
  inBoth(
    'an unknown ID in a list filter is a bad parameter',
    {},
    { path: '/events?venue=987654', status: 400, code: 'rest_invalid_param', params: ['venue'] },
    { en: /IDs that exist/, fr: /identifiants existants/ },
  );

  // 4
  inBoth(
    'an anonymous write is 401 whatever it carries',
    { one: event('Locked') },
    { method: 'PUT', path: '/events/{one}', json: { title: [], status: 7 }, status: 401, code: 'rest_forbidden' },
    { en: /You must log in/, fr: /Vous devez vous identifier/ },
  );
  promise(
    'malformed JSON is malformed for everybody',
    {},
    {
      method: 'POST',
      path: '/events',
      raw: '{"title":',
      headers: { 'content-type': 'application/json' },
      status: 400,
      code: 'rest_invalid_json',
    },
  );

  // 5
  inBoth(
    'a trashed record is no longer available to those who may not edit it',
    { one: venue('Gone', { status: 'trash' }) },
    { path: '/venues/{one}', status: 403, code: 'venue-no-longer-available' },
    { en: /in the trash/, fr: /dans la corbeille/ },
  );
  inBoth(
    'an unpublished record is not accessible',
    { one: event('Draft', { status: 'draft' }) },
    { path: '/events/{one}', status: 403, code: 'event-not-accessible' },
    { en: /not published/, fr: /n’est pas publié/ },
  );
  promise(
    'those who may edit a trashed record read it',
    { one: event('Trashed', { status: 'trash', author: '{author}' }) },
    { as: 'author', path: '/events/{one}', status: 200, has: { status: 'trash' } },
  );

  // 6
  for (const [title, step] of Object.entries({
    'a blank title': { method: 'POST', path: '/events', json: { ...DATES, title: ' ' }, params: ['title'] },
    'an over-long title': { method: 'POST', path: '/events', json: { ...DATES, title: 'x'.repeat(5000) }, params: ['title'] },
    'a blank term name': { method: 'POST', path: '/tags', json: { name: ' ' }, params: ['name'] },
    'an over-long term name': { method: 'POST', path: '/categories', json: { name: 'x'.repeat(201) }, params: ['name'] },
    'nested categories': {
      method: 'POST',
      path: '/events',
      json: { title: 'x', ...DATES, categories: [[['a']], { b: {} }] },
      params: ['categories'],
    },
    'an over-long excerpt': {
      method: 'POST',
      path: '/events',
      json: { title: 'x', ...DATES, excerpt: 'x'.repeat(66_000) },
      params: ['excerpt'],
    },
    'lists where texts belong': { method: 'POST', path: '/venues', json: { venue: ['a'], city: [['b']] }, params: ['venue', 'city'] },
  }))
    promise(`${title} is a refusal that names the parameter`, {}, { as: 'editor', ...step, status: 400, code: 'rest_invalid_param' });
  promise(
    'a percent sign in a search is itself',
    { odd: venue('Fifty % off') },
    { path: '/venues?search=%25', status: 200, lists: ['odd'], has: { total: 1 } },
  );
  inBoth(
    'an occupied term slug is a refusal',
    { first: { path: '/tags', json: { name: 'First' } }, second: { path: '/tags', json: { name: 'Second' } } },
    patch('/tags/{second}', { slug: 'first' }, { status: 400, code: 'duplicate_term_slug' }),
    { en: /already used/, fr: /déjà utilisé/ },
  );

  // 7
  promise(
    'errors are in the effective language: that of the body before that of the query and of the address',
    {},
    {
      as: 'editor',
      method: 'POST',
      path: '/events?ml_language=en',
      json: { ml_language: 'fr' },
      status: 400,
      says: /obligatoires manquent/,
      answers: { 'content-language': 'fr' },
    },
    { as: 'editor', language: 'fr', method: 'POST', path: '/events?ml_language=en', json: {}, status: 400, says: /are missing/ },
  );

  // 8
  it('fields reach into lists, and an ETag spares the body', async () => {
    await stage.give({ one: event('Tagged') });
    const { headers } = await stage.step({ path: '/events/{one}' });
    await stage.step({ path: '/events/{one}', headers: { 'if-none-match': String(headers.etag) }, status: 304 });
    const { body } = await stage.step({ path: '/events?_fields=events.title,events.venue.id' });
    for (const shown of body.events) expect(Object.keys(shown)).to.include('title').and.not.include('id');
  });
  promise(
    'a GET never changes anything, whatever its _method',
    { one: event('Safe') },
    { as: 'admin', path: '/events/{one}?_method=DELETE', status: 200, has: { status: 'publish' } },
    { as: 'admin', path: '/events/{one}', headers: { 'x-http-method-override': 'DELETE' }, status: 200 },
    { path: '/events/{one}', has: { status: 'publish' } },
  );
  promise(
    'totals are among the headers that browsers may read',
    {},
    {
      path: '/events',
      headers: { origin: 'https://example.org' },
      answers: { 'access-control-expose-headers': /X-TEC-Total.*X-TEC-TotalPages/i },
    },
  );

  // 9
  promise(
    'the path addresses the record, always',
    { one: event('Addressed', { slug: 'addressed' }), two: event('Bystander', { slug: 'bystander' }) },
    patch('/events/{one}?id={two}', { id: '{two}', excerpt: 'Short' }, { has: { id: '{one}' } }),
    patch('/events/by-slug/addressed?slug=bystander', { excerpt: 'Shorter' }, { has: { id: '{one}', slug: 'addressed' } }),
    patch('/events/by-slug/addressed', { slug: 'renamed' }, { has: { id: '{one}', slug: 'renamed' } }),
    { path: '/events/{two}', has: { slug: 'bystander', excerpt: '' } },
  );

  // 10
  it('an update changes what is sent and nothing else', async () => {
    await stage.give({
      hall: venue('Full hall'),
      full: event('Full', {
        status: 'private',
        date: '2029-03-04 05:06:07',
        timezone: 'Europe/Paris',
        all_day: true,
        cost: '5-7',
        website: 'https://example.org/',
        description: 'Long',
        excerpt: 'Short',
        slug: 'full',
        image: 'https://example.org/f.png',
        show_map: true,
        show_map_link: true,
        hide_from_listings: true,
        sticky: true,
        featured: true,
        categories: ['Full'],
        tags: ['Full'],
        venue: '{hall}',
        organizer: [{ organizer: 'Full' }],
      }),
    });
    const { body: before } = await stage.step({ as: 'editor', path: '/events/{full}' });
    stage.clock.set('2030-01-15T13:00:00Z');
    for (const method of ['POST', 'PUT', 'PATCH'])
      await stage.step({ as: 'editor', method, path: '/events/{full}', json: { title: 'Fuller' } });
    const { body } = await stage.step({ as: 'editor', path: '/events/{full}' });
    stage.clock.set(NOW);
    const { name: _, ...facts } = before.json_ld;
    expect(body).to.deep.include({
      ...before,
      title: 'Fuller',
      modified: '2030-01-15 13:00:00',
      modified_utc: '2030-01-15 13:00:00',
      json_ld: { ...facts, name: 'Fuller' },
    });
  });
  promise(
    'null and the empty text clear what can be empty',
    {
      one: event('Cleared', {
        description: 'Long',
        excerpt: 'Short',
        cost: '5',
        website: 'https://example.org/',
        image: 'https://example.org/f.png',
      }),
    },
    patch(
      '/events/{one}',
      { description: null, excerpt: '', cost: null, website: '', image: null },
      { has: { description: '', excerpt: '', cost: '', website: '', image: false } },
    ),
    patch('/events/{one}', { title: null, start_date: '', end_date: null }, { status: 400, code: 'rest_invalid_param' }),
  );

  for (const [plural, name, more] of [
    ['venues', 'venue', { city: 'Lyon', geo_lat: 1, geo_lng: 2 }],
    ['organizers', 'organizer', { email: 'a@example.org', phone: '1' }],
  ] as const)
    for (const cleared of [null, ''])
      it(`${plural} are cleared by ${JSON.stringify(cleared)}`, async () => {
        const texts = { ...more, description: 'Long', website: 'https://example.org/', image: 'https://example.org/f.png' };
        await stage.give({ one: { path: `/${plural}`, json: { [name]: 'Cleared', ...texts } } });
        const json = Object.fromEntries(Object.keys(texts).map((field) => [field, cleared]));
        const { body } = await stage.step(patch(`/${plural}/{one}`, json, { status: 200 }));
        expect(body).to.not.have.any.keys(...Object.keys(texts));
        await stage.step(patch(`/${plural}/{one}`, { [name]: cleared }, { status: 400, params: [name] }));
      });

  // 11
  promise(
    'one date alone is applied',
    { one: event('Moved') },
    patch('/events/{one}', { end_date: '2030-05-06 13:00' }, { has: { start_date: DATES.start_date, end_date: '2030-05-06 13:00:00' } }),
  );
  inBoth(
    'an end before the start is refused, after merging too',
    { one: event('Ordered') },
    patch('/events/{one}', { start_date: '2030-05-07' }, { status: 400, code: 'rest_invalid_param', params: ['end_date'] }),
    { en: /not before the start/, fr: /ne précède pas le début/ },
  );

  // 12
  promise(
    'offsets are converted, eight digits are a date, manual zones are exact',
    {},
    {
      as: 'editor',
      method: 'POST',
      ...event('Z', { start_date: '2030-05-06T10:00:00Z', timezone: 'America/New_York' }),
      has: { start_date: '2030-05-06 06:00:00', utc_start_date: '2030-05-06 10:00:00' },
    },
    { as: 'editor', method: 'POST', ...event('Eight', { start_date: '20300506' }), has: { start_date: '2030-05-06 00:00:00' } },
    {
      as: 'editor',
      method: 'POST',
      ...event('Manual', { timezone: 'UTC-5', start_date: '2030-07-01 09:00', end_date: '2030-07-01 10:00' }),
      has: { utc_start_date: '2030-07-01 14:00:00' },
    },
  );
  for (const start_date of ['2030-02-30', '', '0000-01-01', '10000-01-01', '-1', '2030-13-01', '2030-05-06 25:00'])
    inBoth(
      `the date "${start_date}" is ${start_date === '-1' ? 'before all years' : 'refused'}`,
      {},
      {
        as: 'editor',
        method: 'POST',
        ...event('Impossible', { start_date, end_date: '1900-01-01' }),
        status: 400,
        code: 'rest_invalid_param',
        params: [start_date === '-1' ? 'end_date' : 'start_date'],
      },
      { en: /Send an? /, fr: /Envoyez une / },
    );

  // 13
  promise(
    'a whole-day event of many days keeps them',
    { one: event('Days', { all_day: true, end_date: '2030-05-09 01:00' }) },
    { path: '/events/{one}', has: { end_date: '2030-05-09 23:59:59' } },
    patch('/events/{one}', { all_day: false }, { has: { start_date: '2030-05-06 00:00:00', end_date: '2030-05-09 23:59:59' } }),
    patch('/events/{one}', { all_day: true }, { has: { end_date: '2030-05-09 23:59:59' } }),
  );

  // 14
  for (const language of LANGUAGES)
    promise(
      `nought is free, in ${language}`,
      { one: event('Zero', { cost: 0 }, { language }) },
      { path: '/events/{one}', has: { cost: language === 'en' ? 'Free' : 'Gratuit', 'cost_details.values': ['0'] } },
    );
  promise(
    'what is no price stays as text',
    {},
    { as: 'editor', method: 'POST', ...event('Words', { cost: 'Pay what you can' }), has: { cost: 'Pay what you can' } },
  );

  // 15
  promise(
    'unknown names make new terms, unknown IDs are refused',
    { red: { path: '/tags', json: { name: 'Crimson' } } },
    {
      as: 'contributor',
      method: 'POST',
      ...event('Terms', { tags: ['crimson', 'Brand new'] }),
      has: { 'tags[1].id': '{red}', 'tags[0].name': 'Brand new' },
    },
    { as: 'editor', method: 'POST', ...event('Terms', { tags: [999999] }), status: 400, params: ['tags'] },
  );

  // 16
  promise(
    'an inline venue of a known name links it and changes nothing in it',
    { own: venue('Editor’s own', { city: 'Lyon' }, { as: 'editor' }) },
    {
      as: 'author',
      method: 'POST',
      ...event('Guest', { venue: { venue: 'EDITOR’S OWN', city: 'Paris', website: 'https://example.org/' } }),
      has: { 'venue.id': '{own}', 'venue.city': 'Lyon', 'venue.website': undefined },
    },
    { path: '/venues/{own}', has: { city: 'Lyon', author: '{editor}' } },
  );
  promise(
    'POST /venues always creates',
    { first: venue('Again'), second: venue('Again') },
    { path: '/venues/{second}', has: { slug: 'again-2' } },
  );

  // 17
  it('an image is a number, a text or an address, and is never fetched', async () => {
    const { body } = await stage.step({
      as: 'author',
      method: 'POST',
      ...event('Pictured', { image: 'http://127.0.0.1:1/never-there.jpg' }),
      status: 201,
    });
    const { id } = body.image;
    expect(id).to.be.a('number').and.not.equal(body.id);
    for (const image of [id, String(id)])
      await stage.step({ as: 'contributor', method: 'POST', ...event('Pictured', { image }), has: { 'image.id': id } });
    await stage.step({ as: 'editor', method: 'POST', ...event('Pictured', { image: 987654 }), status: 400, params: ['image'] });
  });

  // 18
  promise(
    'a password is set and removed by those who may edit',
    { one: event('Guarded', {}, { as: 'author' }) },
    patch('/events/{one}', { password: 'x' }, { as: 'author', status: 200 }),
    { path: '/events/{one}', status: 403, code: 'event-password-protected' },
    { path: '/events/{one}?password=x', status: 200 },
    patch('/events/{one}', { password: '' }, { as: 'author', status: 200 }),
    { path: '/events/{one}', status: 200 },
  );
  for (const status of ['auto-draft', 'inherit', 'Draft', 'bogus'])
    promise(
      `the status ${status} is refused`,
      {},
      { as: 'admin', method: 'POST', ...event('Odd', { status }), status: 400, params: ['status'] },
    );

  // 19
  for (const [plural, field, name] of [
    ['venues', 'venue', 'venue'],
    ['organizers', 'organizer', 'organizer'],
  ] as const)
    promise(
      `events show ${plural} again that come back from the trash`,
      { it: { path: `/${plural}`, json: { [name]: 'Boomerang' } }, one: event('Linked', { [field]: ['{it}'] }) },
      remove(`/${plural}/{it}`, { has: { status: 'trash' } }),
      { path: '/events/{one}', has: { [field]: [] } },
      { as: 'admin', path: '/events/{one}', has: { [field]: [] } },
      patch('/events/{one}', { title: 'Still linked' }, { status: 200 }),
      patch(`/${plural}/{it}`, { status: 'publish' }, { has: { status: 'publish' } }),
      { path: '/events/{one}', has: { [field === 'venue' ? 'venue.id' : 'organizer[0].id']: '{it}' } },
    );
  promise(
    'what is in the trash stays there until its status says otherwise',
    { one: event('Binned', {}, { as: 'author' }) },
    remove('/events/{one}', { as: 'author' }),
    patch('/events/{one}', { title: 'Binned still' }, { as: 'author', has: { status: 'trash', title: 'Binned still' } }),
    patch('/events/{one}', { status: 'publish' }, { as: 'author', has: { status: 'publish', slug: 'binned' } }),
  );
  promise(
    'force removes what is in the trash, and trashes what is not',
    { one: event('Doomed') },
    remove('/events/{one}?force=true', { has: { status: 'trash' } }),
    remove('/events/{one}?force=true', { status: 200 }),
    remove('/events/{one}?force=true', { status: 404 }),
  );

  // 20
  promise(
    'categories move, but never below themselves',
    { top: { path: '/categories', json: { name: 'Top' } }, low: { path: '/categories', json: { name: 'Low', parent: '{top}' } } },
    patch('/categories/{top}', { parent: '{low}' }, { status: 400, params: ['parent'] }),
    patch('/categories/{top}', { parent: '{top}' }, { status: 400, params: ['parent'] }),
    patch('/categories/{low}', { parent: 0 }, { has: { parent: 0 } }),
  );

  // 21
  promise(
    'a refused creation leaves no orphan behind',
    {},
    {
      as: 'editor',
      method: 'POST',
      ...event('Refused', {
        venue: { venue: 'Orphanage' },
        organizer: [{ organizer: 'Orphanage' }, { organizer: '' }],
        categories: ['Orphanage'],
        tags: ['Orphanage'],
      }),
      status: 400,
      code: 'could-not-create-organizer',
    },
    { as: 'admin', path: '/venues?search=orphanage', lists: [] },
    { as: 'admin', path: '/organizers?search=orphanage', lists: [] },
    { path: '/categories?search=orphanage&hide_empty=false', lists: [] },
    { path: '/tags?search=orphanage&hide_empty=false', lists: [] },
  );

  // 22, 23
  promise(
    'what is included is shown whatever its date',
    {
      old: event('Ancient', { start_date: '1950-01-01', end_date: '1950-01-02' }),
      late: event('Remote', { start_date: '2190-01-01', end_date: '2190-01-02' }),
    },
    { path: '/events?include={late},{old}&start_date=2030-01-01&ends_before=2030-01-01', lists: ['old', 'late'] },
    { path: '/events?start_date=2190-01-01', lists: ['late'] },
  );

  // 24
  it('links of lists carry every filter that was sent', async () => {
    await stage.give({
      hall: venue('Filter hall', { geo_lat: 10, geo_lng: 10 }),
      ann: { path: '/organizers', json: { organizer: 'Filter Ann' } },
      cat: { path: '/categories', json: { name: 'Filter cat' } },
      tag: { path: '/tags', json: { name: 'Filter tag' } },
    });
    for (const name of ['fa', 'fb', 'fc'])
      await stage.give({
        [name]: event('Filter é&b', { featured: true, venue: '{hall}', organizer: ['{ann}'], categories: ['{cat}'], tags: ['{tag}'] }),
      });
    const query =
      'per_page=1&start_date=2030-01-01&end_date=2031-01-01&starts_after=2030-01-01&starts_before=2031-01-01&ends_after=2030-01-01&ends_before=2031-01-01&strict_dates=true&search=%C3%A9%26b&categories={cat}&tags={tag}&venue={hall}&organizer={ann}&featured=true&status=publish&geoloc=true&geoloc_lat=10&geoloc_lng=10&geoloc_radius=5';
    const first = await stage.step({ path: `/events?${query}`, has: { total: 3 } });
    const sent = [...new URLSearchParams(query).keys()];
    for (const link of ['rest_url', 'next_rest_url'] as const)
      expect([...new URL(first.body[link]).searchParams.keys()], link).to.include.members(sent);
    expect(first.headers.link).to.include(`<${first.body.next_rest_url}>; rel="next"`);
    const second = await stage.step({ path: `/${first.body.next_rest_url.slice(stage.address.length)}`, has: { total: 3 } });
    expect([...new URL(second.body.previous_rest_url).searchParams.keys()]).to.include.members(sent);
    expect(second.headers.link).to.include(`<${second.body.previous_rest_url}>; rel="prev"`);
  });

  // 25
  it('lists show what is unpublished only to those who may read it', async () => {
    await stage.give({
      mine: event('Reserved', { status: 'draft' }, { as: 'contributor' }),
      other: event('Reserved', { status: 'private' }, { as: 'author' }),
    });
    for (const [as, names] of [
      [undefined, []],
      ['subscriber', []],
      ['contributor', ['mine']],
      ['author', ['other']],
      ['author2', []],
      ['editor', ['mine', 'other']],
    ] as const)
      await stage.step({ ...(as && { as }), path: '/events?search=reserved', lists: names, has: { total: names.length } });
  });

  // 26
  for (const [path, param] of [
    ['/venues?has_events=maybe', 'has_events'],
    ['/organizers?only_with_upcoming=perhaps', 'only_with_upcoming'],
    ['/tags?order=up', 'order'],
    ['/categories?include=jazz', 'include'],
  ] as const)
    inBoth(
      `${path} is refused and not guessed`,
      {},
      { path, status: 400, code: 'rest_invalid_param', params: [param] },
      { en: /Send |must be/, fr: /Envoyez |doit être/ },
    );
  promise(
    'totals are those of the filtered set',
    {},
    { path: '/venues?search=surely+nothing', lists: [], has: { total: 0, total_pages: 0, next_rest_url: undefined } },
  );

  // 28
  promise(
    'places filter events, and a point needs both its numbers',
    { spot: venue('Spot', { geo_lat: -33.86, geo_lng: '151.2' }), here: event('Harbour', { venue: '{spot}' }) },
    { path: '/venues/{spot}', has: { geo_lat: -33.86, geo_lng: 151.2 } },
    { path: '/events?geoloc_lat=-33.9&geoloc_lng=151.1', lists: ['here'] },
    { path: '/events?geoloc_lng=151.1', status: 400, params: ['geoloc_lat'] },
    { path: '/events?ticketed=true', lists: [] },
  );

  // 29
  for (const language of LANGUAGES)
    it(`what was read can be written back and changes nothing but its date, through /${language}`, async () => {
      await stage.give({
        cat: { path: '/categories', json: { name: `Kept ${language}`, description: 'A <b>b</b> & c' } },
        low: { path: '/categories', json: { name: `Kept below ${language}`, parent: '{cat}' } },
        place: venue(`Kept hall ${language}`, {
          geo_lat: 1,
          geo_lng: 2,
          website: 'https://example.org/?a=1&b=2',
          province: 'Rhône',
          description: 'One\n\nTwo "three"',
          show_map: 'false',
          image: 'https://example.org/v.png',
        }),
        ann: { path: '/organizers', json: { organizer: `Kept Ann ${language}`, email: 'a@example.org', description: '<em>x</em> -- y' } },
        full: event('Kept "whole" -- & so', {
          timezone: 'Europe/Paris',
          cost: ['0', '10'],
          website: 'https://example.org/?a=1&b=2',
          description: 'One\n\n<b>Two</b> "three" & four...',
          excerpt: "It's --",
          image: 'https://example.org/f.png',
          featured: true,
          sticky: true,
          categories: ['{cat}', '{low}'],
          tags: ['Kept', 'Kept too'],
          venue: ['{place}', { venue: `Second ${language}` }],
          organizer: ['{ann}'],
        }),
        bare: event('Kept bare'),
        draft: event('Kept draft', { status: 'draft' }),
        later: event('Kept later', { date: '2031-01-01' }),
        days: event('Kept days', { all_day: true, cost: 'Donation', timezone: 'UTC+5.5' }),
        locked: event('Kept locked'),
        trash: event('Kept trash', { status: 'trash' }),
      });
      await stage.step(patch('/events/{locked}', { password: 'p' }));
      for (const path of [
        '/events/{full}',
        '/events/{bare}',
        '/events/{draft}',
        '/events/{later}',
        '/events/{days}',
        '/events/{locked}',
        '/events/{trash}',
        '/venues/{place}',
        '/organizers/{ann}',
        '/categories/{low}',
        '/categories/{cat}',
      ]) {
        const { body: before } = await stage.step({ as: 'editor', language, path });
        const stored = await storedAt(stage, path);
        stage.clock.set('2030-01-15T14:00:00Z');
        await stage.step({ as: 'editor', language, method: 'PUT', path, json: before, status: 200 });
        stage.clock.set(NOW);
        const { body } = await stage.step({ as: 'editor', language, path });
        expect({ ...body, modified: 0, modified_utc: 0 }, path).to.deep.equal({ ...before, modified: 0, modified_utc: 0 });
        expect(withoutDate(await storedAt(stage, path)), `${path} as it is stored`).to.deep.equal(withoutDate(stored));
      }
    });
  it('what a list showed can be written back', async () => {
    await stage.give({ spare: event('Sparing', { cost: '5', tags: ['Sparing'], venue: { venue: 'Sparing' } }) });
    const { body } = await stage.step({ as: 'editor', path: '/events?search=sparing', lists: ['spare'] });
    const [before] = body.events;
    const { body: after } = await stage.step({ as: 'editor', method: 'POST', path: '/events/{spare}', json: before, status: 200 });
    expect(after).to.deep.equal(before);
  });

  it('what was read can be written back when its author, its parent or its venue is gone', async () => {
    await stage.give({
      lost: venue('Lost hall'),
      parent: event('Lost parent'),
      one: event('Left behind', { post_parent: '{parent}', venue: '{lost}' }, { as: 'author2' }),
    });
    for (const path of ['/events/{parent}?force=true', '/events/{parent}?force=true', '/venues/{lost}']) await stage.step(remove(path));
    await stage.service.services.users.add({ login: 'leaver', role: 'author', passwordDigest: '' });
    const leaver = (await stage.service.services.users.byLogin('leaver'))?._id;
    await stage.step(patch('/events/{one}', { author: leaver }, { has: { author: leaver } }));
    await stage.service.services.users.remove('leaver');
    const { body: before } = await stage.step({ as: 'editor', path: '/events/{one}', has: { venue: [] } });
    await stage.step({ as: 'editor', method: 'PUT', path: '/events/{one}', json: before, status: 200 });
    expect((await stage.step({ as: 'editor', path: '/events/{one}' })).body).to.deep.equal(before);
    await stage.step(patch('/venues/{lost}', { status: 'publish' }));
    await stage.step({ path: '/events/{one}', has: { 'venue.id': '{lost}' } });
  });
  promise(
    'a state and province that was never said follows the province, after writing back too',
    { one: venue('Provincial', { province: 'Rhône' }) },
    patch('/venues/{one}', { province: 'Rhône', stateprovince: 'Rhône' }, { has: { stateprovince: 'Rhône' } }),
    patch('/venues/{one}', { province: 'Ain' }, { has: { stateprovince: 'Ain' } }),
  );

  // 30
  for (const as of [undefined, 'subscriber', 'contributor', 'author', 'editor'] as const)
    it(`a write tells ${as ?? 'an anonymous client'} nothing of what exists`, async () => {
      await stage.give({ secret: event('Secret', { status: 'private', slug: 'secret' }), unseen: venue('Unseen', { status: 'draft' }) });
      for (const [hidden, unknown] of [
        ['/events/{secret}', '/events/987654'],
        ['/events/by-slug/secret', '/events/by-slug/nothing'],
        ['/venues/{unseen}', '/venues/987654'],
        ['/venues/by-slug/unseen', '/venues/by-slug/nothing'],
      ])
        for (const [method, json] of [
          ['PATCH', { title: [] }],
          ['PUT', {}],
          ['DELETE', undefined],
        ] as const) {
          const asked = { ...(as && { as }), method, ...(json && { json }) };
          const absent = await stage.step({ ...asked, path: unknown ?? '', status: as === 'editor' ? 404 : as ? 403 : 401 });
          if (as === 'editor') continue;
          const present = await stage.step({ ...asked, path: hidden ?? '', status: as ? 403 : 401, code: 'rest_forbidden' });
          expect(present.text).to.equal(absent.text);
          expect(present.headers.allow).to.equal(absent.headers.allow);
        }
    });

  // 31
  promise(
    'a hidden venue is left out of a published event, and is nobody’s to name',
    { cellar: venue('Cellar', { status: 'private' }), one: event('Upstairs', { venue: '{cellar}' }) },
    { path: '/events/{one}', has: { venue: [] }, hides: /Cellar/ },
    { as: 'author', path: '/events/{one}', has: { venue: [] } },
    { as: 'editor', path: '/events/{one}', has: { 'venue.id': '{cellar}' } },
    { as: 'author', method: 'POST', ...event('Guess', { venue: '{cellar}' }), status: 400, params: ['venue'] },
    { path: '/events?venue={cellar}', status: 400, params: ['venue'] },
  );
  it('a hidden venue that is named inline is made anew', async () => {
    const { body } = await stage.step({
      as: 'author',
      method: 'POST',
      ...event('Downstairs', { venue: { venue: 'Cellar' } }),
      status: 201,
    });
    expect(body.venue).to.include({ venue: 'Cellar', status: 'publish' });
    expect(body.venue.id).to.not.equal(stage.names['cellar']);
  });
  promise(
    'a filter that names a hidden event is as if it were unknown',
    { one: event('Behind', { status: 'draft', venue: { venue: 'Behind' }, tags: ['Behind'] }) },
    ...['/venues?event={one}', '/tags?event={one}', '/categories?post={one}'].map(
      (path): Step => ({ path, status: 400, code: 'rest_invalid_param', params: [path.includes('post') ? 'post' : 'event'] }),
    ),
  );

  it('refusals of the hidden and of the unknown are equal to the byte', async () => {
    await stage.give({ hidden: venue('Equal', { status: 'draft' }) });
    for (const step of [
      { path: '/events?venue={hidden}' },
      { as: 'author' as const, method: 'POST', ...event('Equal', { venue: '{hidden}' }) },
    ]) {
      const hidden = await stage.step({ ...step, status: 400 });
      const unknown = await stage.step({
        ...(JSON.parse(JSON.stringify(step).replaceAll('"{hidden}"', '987654').replaceAll('{hidden}', '987654')) as Step),
        status: 400,
      });
      expect(hidden.text).to.equal(unknown.text);
    }
  });
  promise(
    'a hidden event is nobody’s to name as parent',
    { hidden: event('Hidden parent', { status: 'draft' }) },
    { as: 'author', method: 'POST', ...event('Child', { post_parent: '{hidden}' }), status: 400, params: ['post_parent'] },
    { as: 'editor', method: 'POST', ...event('Child', { post_parent: '{hidden}' }), status: 201 },
  );

  // 32 is in protected.spec.ts.

  // 33
  promise(
    'a contributor’s record that was published waits for others, in the trash too',
    { one: event('Approved', { author: '{contributor}' }) },
    patch('/events/{one}', { title: 'x' }, { as: 'contributor', status: 403 }),
    remove('/events/{one}', { as: 'contributor', status: 403 }),
    remove('/events/{one}'),
    { as: 'contributor', path: '/events/{one}', status: 403 },
    patch('/events/{one}', { status: 'draft' }, { as: 'contributor', status: 403 }),
    remove('/events/{one}?force=true', { as: 'contributor', status: 403 }),
  );
  promise(
    'a contributor’s own draft stays his in the trash',
    { one: event('Sketch', {}, { as: 'contributor' }) },
    remove('/events/{one}', { as: 'contributor', has: { status: 'trash' } }),
    patch('/events/{one}', { status: 'draft' }, { as: 'contributor', has: { status: 'draft' } }),
  );
  promise(
    'a contributor cannot publish through the trash',
    { one: event('Climber', {}, { as: 'contributor' }) },
    remove('/events/{one}', { as: 'contributor' }),
    patch('/events/{one}', { status: 'publish' }, { as: 'contributor', has: { status: 'pending' } }),
  );

  // 34
  promise(
    'naming another as author needs the right to edit others’ records',
    { one: event('Signed', {}, { as: 'author' }) },
    { as: 'author', method: 'POST', ...event('Forged', { author: '{admin}' }), status: 403, code: 'rest_forbidden' },
    patch('/events/{one}', { author: '{admin}' }, { as: 'author', status: 403 }),
    patch('/events/{one}', { author: '{author}' }, { as: 'author', status: 200 }),
    patch('/events/{one}', { author: '{subscriber}' }, { status: 200 }),
    patch('/events/{one}', { title: 'Mine' }, { as: 'subscriber', status: 403 }),
    patch('/events/{one}', { status: 'draft' }, { status: 200 }),
    { as: 'subscriber', path: '/events/{one}', status: 403 },
  );

  // 35
  promise(
    'browsers of any origin may read, and never keep credentials',
    {},
    {
      path: '/events',
      headers: { origin: 'https://example.org' },
      answers: { 'access-control-allow-origin': 'https://example.org', 'access-control-allow-credentials': 'true', vary: /Origin/ },
    },
    { method: 'POST', path: '/events', status: 401, answers: { 'www-authenticate': undefined } },
  );

  // 36
  it('what was text stays text, however often it is written back', async () => {
    await stage.give({ one: event('5 &lt;b&gt; &amp;amp; 3 < 4', {}), hall: venue('&lt;i&gt;Hall', { city: '&lt;u&gt;' }) });
    const { body } = await stage.step({ path: '/events/{one}' });
    expect(body.title).to.not.match(/<b>/);
    for (let times = 0; times < 3; times += 1)
      await stage.step(patch('/events/{one}', { title: body.title }, { has: { title: body.title } }));
    const { body: hall } = await stage.step({ path: '/venues/{hall}', hides: /<i>|<u>/ });
    await stage.step(patch('/venues/{hall}', { venue: hall.venue, city: hall.city }, { has: { venue: hall.venue, city: hall.city } }));
  });

  // 37 is in index.spec.ts.

  // 38
  it('links of terms lead to routes of ours', async () => {
    await stage.give({
      up: { path: '/categories', json: { name: 'Linked' } },
      down: { path: '/categories', json: { name: 'Linked below', parent: '{up}' } },
    });
    const { body } = await stage.step({ path: '/categories/{down}' });
    expect(body._links).to.include.keys('self', 'collection', 'up');
    for (const links of Object.values(body._links as Record<string, { href: string }[]>))
      for (const { href } of links) await stage.step({ path: `/${href.slice(stage.address.length)}`, status: 200 });
  });

  // 39
  promise(
    'slugs keep other scripts, and addresses carry the language',
    { jp: event('東京 Été'), fr: event('Fête', {}, { language: 'fr' }) },
    {
      path: `/events/by-slug/${encodeURIComponent('東京-ete')}`,
      has: { id: '{jp}', slug: '東京-ete' },
      says: /\/en\/event\/%E6%9D%B1%E4%BA%AC-ete\//,
    },
    { path: '/events/{fr}', says: /\/fr\/event\/fete\// },
  );
  promise(
    'drafts have addresses by ID',
    { one: event('Unaddressed', { status: 'draft', slug: 'unaddressed' }) },
    { as: 'editor', path: '/events/{one}', says: /\/en\/event\/\?p=\d+"/ },
  );

  // 40
  it('the documentation is OpenAPI 3.1 in both languages', async () => {
    const [english, french] = await Promise.all(LANGUAGES.map((language) => stage.step({ language, path: '/doc', status: 200 })));
    expect(english?.body.openapi).to.match(/^3\.1\./);
    expect(Object.keys(french?.body.paths)).to.deep.equal(Object.keys(english?.body.paths));
    expect(french?.body.info.title).to.not.equal(english?.body.info.title);
  });

  it('the documentation says nothing in English to French readers', async () => {
    const [english, french] = await Promise.all(LANGUAGES.map((language) => stage.step({ language, path: '/doc' })));
    let sentences = 0;
    const compare = (one: unknown, other: unknown, place: string): void => {
      if (typeof one === 'string' && /\.(description|summary)$/.test(place)) {
        expect(other, place).to.be.a('string').that.does.not.equal(one);
        sentences += 1;
      } else if (typeof one === 'object' && one !== null) {
        for (const [name, value] of Object.entries(one)) compare(value, (other as Record<string, unknown>)[name], `${place}.${name}`);
      }
    };
    compare(english?.body.paths, french?.body.paths, '');
    expect(sentences).to.be.greaterThan(200);
  });

  // 41
  for (const [path, field, longest, more] of [
    ['/events', 'title', 1000, DATES],
    ['/venues', 'venue', 1000, {}],
    ['/organizers', 'organizer', 1000, {}],
    ['/categories', 'name', 200, {}],
    ['/tags', 'name', 200, {}],
  ] as const)
    promise(
      `a ${field} has at most ${longest} characters: ${path}`,
      {},
      {
        as: 'editor',
        method: 'POST',
        path,
        json: { ...more, [field]: 'é'.repeat(longest) },
        status: 201,
        has: { [field]: 'é'.repeat(longest) },
      },
      { as: 'editor', method: 'POST', path, json: { ...more, [field]: 'é'.repeat(longest + 1) }, status: 400, params: [field] },
    );
  promise(
    'an excerpt has at most 64 KiB',
    {},
    { as: 'editor', method: 'POST', ...event('Excerpt', { excerpt: 'x'.repeat(65_536) }), status: 201 },
    { as: 'editor', method: 'POST', ...event('Excerpt', { excerpt: `${'é'.repeat(32_768)}x` }), status: 400, params: ['excerpt'] },
  );

  // 42
  promise(
    'lists show protected events whole to those who may edit them',
    { one: event('Veiled', { description: 'Behind it', cost: '9' }, { as: 'author' }) },
    patch('/events/{one}', { password: 'p' }),
    { as: 'author', path: '/events?search=veiled', has: { 'events[0].cost': '$9', 'events[0].description': '<p>Behind it</p>' } },
    { as: 'author2', path: '/events?search=veiled', has: { 'events[0].cost': '', 'events[0].description': '' } },
  );

  // 43
  inBoth(
    'a contributor’s image is no address',
    {},
    { as: 'contributor', method: 'POST', ...event('Upload', { image: 'https://example.org/a.png' }), status: 400, params: ['image'] },
    { en: /role may upload/, fr: /rôle permet/ },
  );

  // 44
  it('every record says its language and its translations, linked ones too', async () => {
    await stage.give({
      one: event(
        'Spoken',
        { venue: { venue: 'Spoken' }, organizer: [{ organizer: 'Spoken' }], categories: ['Spoken'], tags: ['Spoken'] },
        { language: 'fr' },
      ),
    });
    const { body } = await stage.step({ path: '/events/{one}' });
    for (const record of [body, body.venue, body.organizer[0], body.categories[0], body.tags[0]])
      expect(record).to.deep.include({ language: 'fr', translations: {} });
  });
});

/** A record as it is stored, by its route. */
async function storedAt(stage: Stage, path: string): Promise<Record<string, unknown>> {
  const [, plural = '', name = ''] = /^\/(\w+)\/\{(\w+)\}$/.exec(path) ?? [];
  return (await stage.service.services.connection.collection<{ _id: number }>(plural).findOne({ _id: stage.names[name] ?? 0 })) ?? {};
}

/** What a write always changes is left out; terms are shown by name, so their stored order means nothing. */
function withoutDate({ modified: _modified, revision: _revision, ...record }: Record<string, unknown>): Record<string, unknown> {
  const sorted = (value: unknown) => (Array.isArray(value) ? value.toSorted((one, other) => one - other) : value);
  return { ...record, categories: sorted(record['categories']), tags: sorted(record['tags']) };
}
