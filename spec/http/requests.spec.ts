import { expect } from 'chai';
import { LANGUAGES } from '../../lib/language';
import type { Step } from '../support/scenario';
import {
  category,
  create,
  DATES,
  event,
  HTML,
  KINDS,
  openPromises,
  organizer,
  POST_LIKE,
  patch,
  refused,
  remove,
  TERM_LIKE,
  tag,
  venue,
} from '../support/stage';

/** Fields that read a list of empty lists as empty. */
const EMPTIABLE = ['categories', 'tags', 'venue', 'organizer', 'cost'];

describe('requests to every kind of record', () => {
  const { stage, promise, inBoth } = openPromises();

  describe('invalid values (400)', () => {
    const LONG = 'x'.repeat(70_000);
    for (const { plural, name, make } of KINDS)
      for (const [title, spellings] of [
        ['of blanks', '  \t\n '],
        ['of HTML tags alone', '<b> </b>'],
        ['that is too long', LONG],
        ['that is a list', [['a']]],
        ['that is an object', { a: { b: 'c' } }],
      ] as const)
        promise(
          `POST and PATCH refuse a name ${title}: ${plural}`,
          { one: make(`Named ${plural} ${title}`) },
          create(make('x'), { json: { ...DATES, [name]: spellings }, status: 400, ...(typeof spellings !== 'string' && refused(name)) }),
          patch(`/${plural}/{one}`, { [name]: spellings }, refused(name)),
        );
    for (const { plural, make } of TERM_LIKE) {
      inBoth(
        `PATCH refuses a slug that another term has (duplicate_term_slug): ${plural}`,
        { first: make(`First ${plural}`, { slug: 'first' }), second: make(`Second ${plural}`) },
        patch(`/${plural}/{second}`, { slug: 'first' }, { status: 400, code: 'duplicate_term_slug' }),
        { en: /already used/, fr: /déjà utilisé/ },
      );
      inBoth(`POST says in both languages why a blank name is refused: ${plural}`, {}, create(make(' '), refused('name')), {
        en: /Send a name of 1 to 200/,
        fr: /Envoyez un nom de 1 à 200/,
      });
      inBoth(`POST refuses a name over 200 characters: ${plural}`, {}, create(make('é'.repeat(201)), refused('name')), {
        en: /Send a name of 1 to 200/,
        fr: /Envoyez un nom de 1 à 200/,
      });
    }
    for (const { kind, plural, make } of POST_LIKE.slice(1))
      inBoth(
        `POST says in both languages why a blank name is refused: ${plural}`,
        {},
        create(make(' '), { status: 400, code: `could-not-create-${kind}` }),
        {
          en: /not blank/,
          fr: /ne soit pas vide/,
        },
      );
    inBoth('POST says in both languages why a blank title is refused', {}, create(event(' '), refused('title')), {
      en: /not blank/,
      fr: /ne soit pas vide/,
    });
    inBoth(
      'PATCH refuses an excerpt over 64 KiB',
      { one: event('Excerpt') },
      patch('/events/{one}', { excerpt: LONG }, refused('excerpt')),
      {
        en: /at most 64 KiB/,
        fr: /au plus 64 Kio/,
      },
    );

    const NESTED: readonly unknown[] = [[[['a']]], [{ b: {} }], [['a', ['b']], 1], { a: { b: [1] } }, [[[]]]];
    const FIELDS = ['categories', 'tags', 'venue', 'organizer', 'cost', 'title', 'website', 'image', 'status', 'author', 'start_date'];
    for (const nested of NESTED)
      it(`POST /events refuses ${JSON.stringify(nested)} for every field, and names it`, async () => {
        const isEmpty = JSON.stringify(nested) === '[[[]]]';
        const fields = isEmpty ? FIELDS.filter((field) => !EMPTIABLE.includes(field)) : FIELDS;
        const json = { ...DATES, ...Object.fromEntries(fields.map((field) => [field, nested])) };
        await stage().step({ as: 'editor', method: 'POST', path: '/events', json, ...refused(...fields) });
      });
    // The second group is sanitized only. Its errors come after those of the validated filters.
    for (const [path, ...groups] of [
      [
        '/events',
        'page per_page start_date end_date starts_before starts_after ends_before ends_after strict_dates search categories tags venue organizer status geoloc_lat geoloc_lng include post_parent password',
        'featured geoloc geoloc_radius ticketed',
      ],
      ['/venues', 'page per_page search event status', 'has_events only_with_upcoming'],
      ['/organizers', 'page per_page search event status', 'has_events only_with_upcoming'],
      ['/categories', 'page per_page search exclude include order orderby parent post event slug', 'hide_empty'],
      ['/tags', 'page per_page search exclude include order orderby post event slug', 'hide_empty'],
    ] as const)
      promise(
        `GET ${path} refuses nested lists and objects for every filter, and names it`,
        {},
        ...groups
          .map((filters) => filters.split(' '))
          .flatMap((filters) =>
            [(filter: string) => `${filter}[][]=a&${filter}[][x][]=b`, (filter: string) => `${filter}[a][b][c]=1`].map((query) => ({
              path: `${path}?${filters.map(query).join('&')}`,
              ...refused(...filters),
            })),
          ),
      );
    it('undeclared parameters with nested lists are never a 5xx', async () => {
      for (const name of [
        'context',
        'offset',
        'orderby',
        '_fields',
        '_jsonp',
        '_envelope',
        '_embed',
        '_pretty',
        '_locale',
        '_method',
        'ml_language',
        'x',
      ])
        for (const method of ['GET', 'POST'])
          for (const query of [`${name}[][]=a`, `${name}[a][b][c]=1`, `${name}[]=`, `${name}=%00`]) {
            const { status } = await stage().ask(method, `/events?${query}`, { as: 'editor' });
            expect(status, `${method} /events?${query}`).to.be.lessThan(500);
          }
    });
    for (const { plural, make } of KINDS)
      promise(
        `GET /${plural}?search finds a percent sign literally`,
        { odd: make(`Fifty % off ${plural}`) },
        {
          path: `/${plural}?search=%25${['categories', 'tags'].includes(plural) ? '&hide_empty=false' : ''}`,
          status: 200,
          lists: ['odd'],
          has: { total: 1, total_pages: 1 },
        },
        { path: `/${plural}?search=%25%25%25zz_%25s`, status: 200, lists: [], has: { total: 0 } },
        { path: `/${plural}?search=%&hide_empty=false`, status: 200, lists: ['odd'] },
      );
  });

  describe('error messages: in the language of the request, without HTML', () => {
    before(() =>
      stage().give({
        draft: event('Draft', { status: 'draft' }),
        gone: event('Gone', { status: 'trash' }),
        locked: event('Locked'),
        lock: patch('/events/{locked}', { password: 'p' }),
        cellar: venue('Cellar', { status: 'draft' }),
        ghost: organizer('Ghost', { status: 'draft' }),
        up: category('Up'),
        taken: category('Taken'),
      }),
    );
    for (const [code, step] of [
      ['rest_no_route', { path: '/nothing', status: 404 }],
      ['rest_forbidden', { method: 'POST', path: '/events', status: 401 }],
      ['rest_forbidden', { as: 'subscriber', method: 'POST', path: '/tags', status: 403 }],
      ['rest_missing_callback_param', { as: 'editor', method: 'POST', path: '/events', json: {}, status: 400 }],
      ['rest_invalid_param', create(event('x', { venue: '<b>', status: '<i>', image: '&lt;', timezone: '<u>' }), { status: 400 })],
      ['rest_invalid_param', { path: '/events?start_date=%3Cb%3E&featured=perhaps&venue=%26amp;', status: 400 }],
      ['rest-event-not-found', { path: '/events/by-slug/%3Cb%3E', status: 404 }],
      ['rest-venue-not-found', { path: '/venues/987654', status: 404 }],
      ['rest-organizer-not-found', { path: '/organizers/987654', status: 404 }],
      ['rest-category-not-found', { path: '/categories/987654', status: 404 }],
      ['rest-tag-not-found', { path: '/tags/987654', status: 404 }],
      ['event-not-accessible', { path: '/events/{draft}', status: 403 }],
      ['venue-not-accessible', { path: '/venues/{cellar}', status: 403 }],
      ['organizer-not-accessible', { path: '/organizers/{ghost}', status: 403 }],
      ['event-no-longer-available', { path: '/events/{gone}', status: 403 }],
      ['event-password-protected', { path: '/events/{locked}', status: 403 }],
      ['event-is-in-trash', remove('/events/{gone}', { status: 410 })],
      ['event-archive-page-not-found', { path: '/events?page=9', status: 404 }],
      ['venue-archive-page-not-found', { path: '/venues?page=9', status: 404 }],
      ['organizer-archive-page-not-found', { path: '/organizers?page=9', status: 404 }],
      ['could-not-create-venue', create(venue(' '), { status: 400 })],
      ['could-not-create-organizer', create(organizer(' '), { status: 400 })],
      ['rest_taxonomy_not_hierarchical', create(tag('x', { parent: '{up}' }), { status: 400 })],
      ['duplicate_term_slug', patch('/categories/{up}', { slug: 'taken' }, { status: 400 })],
      ['rest_invalid_json', { method: 'POST', path: '/events', raw: '<b>', headers: { 'content-type': 'application/json' }, status: 400 }],
      ['incorrect_password', { path: '/events', headers: { authorization: `Basic ${btoa('editor:wrong <b>')}` }, status: 401 }],
      ['invalid_username', { path: '/events', headers: { authorization: `Basic ${btoa('<b>no&body</b>:x')}` }, status: 401 }],
    ] as readonly [string, Step][])
      it(`${code} of ${step.method ?? 'GET'} ${step.path}`, async () => {
        const sentencesByLanguage: string[][] = [];
        for (const language of LANGUAGES) {
          const { body, text } = await stage().step({ ...step, language, code, answers: { 'content-language': language } });
          const { params = {} } = body.data;
          const sentences = [body.message, ...(Array.isArray(params) ? [] : Object.values(params))] as string[];
          for (const sentence of sentences) {
            expect(sentence, text).to.match(/\p{L}.*[.]$/u);
            expect(sentence, text).to.not.match(HTML);
          }
          sentencesByLanguage.push(sentences);
        }
        const [english = [], french = []] = sentencesByLanguage;
        expect(french).to.have.length(english.length);
        for (const [place, sentence] of english.entries()) expect(french[place]).to.not.equal(sentence);
      });
    it('term_exists of POST /tags', async () => {
      for (const [name, language, says] of [
        ['R & B', 'en', /A term of this name exists already/],
        ['R & B', 'fr', /Un terme de ce nom existe déjà/],
        ['Folk', 'en', /A term named Folk exists already/],
        ['Folk', 'fr', /Un terme nommé Folk existe déjà/],
      ] as const) {
        await stage().give({ one: tag(name, {}, { language }) });
        await stage().step(create(tag(name), { language, status: 400, code: 'term_exists', says, hides: /&#?\w+;/ }));
      }
    });
    promise(
      'ml_language in the body wins over ml_language in the query, which wins over the path',
      {},
      create(event('x'), {
        path: '/events?ml_language=en',
        json: { ml_language: 'fr' },
        status: 400,
        says: /obligatoires manquent/,
        answers: { 'content-language': 'fr' },
      }),
      { as: 'editor', language: 'fr', method: 'POST', path: '/events?ml_language=en', json: {}, status: 400, says: /are missing/ },
      { path: '/events/987654?ml_language=fr', status: 404, says: /Il n’existe pas/ },
      { language: 'fr', path: '/venues/987654?ml_language=en', status: 404, says: /There is no/ },
    );
  });

  describe('_fields, ETag, Location and method override', () => {
    it('_fields selects nested members of the records of lists, for every kind', async () => {
      await stage().give({
        one: event('Fielded', {
          venue: { venue: 'Fielded' },
          organizer: [{ organizer: 'Fielded' }],
          categories: ['Fielded'],
          tags: ['Fielded'],
        }),
      });
      for (const { plural, name } of KINDS) {
        const { body } = await stage().step({ path: `/${plural}?search=fielded&_fields=${plural}.id,${plural}.${name}` });
        expect(Object.keys(body), plural).to.deep.equal([plural]);
        expect(body[plural], plural).to.have.length.of.at.least(1);
        for (const shown of body[plural]) expect(Object.keys(shown), plural).to.have.members(['id', name]);
      }
      const { body } = await stage().step({ path: '/events/{one}?_fields=organizer.organizer,venue.venue,tags.name' });
      expect(body).to.deep.equal({ organizer: [{ organizer: 'Fielded' }], venue: { venue: 'Fielded' }, tags: [{ name: 'Fielded' }] });
    });
    for (const { plural, make } of KINDS)
      it(`If-None-Match gets 304 until the record changes, for the record and for the list: ${plural}`, async () => {
        await stage().give({ one: make(`Tagged ${plural}`) });
        const paths = [`/${plural}/{one}`, `/${plural}?search=tagged&hide_empty=false`];
        const tags: string[] = [];
        for (const path of paths) {
          const { headers } = await stage().step({ path });
          expect(headers.etag).to.match(/^(W\/)?".+"$/);
          const { text } = await stage().step({ path, headers: { 'if-none-match': String(headers.etag) }, status: 304 });
          expect(text).to.equal('');
          tags.push(String(headers.etag));
        }
        await stage().step(patch(`/${plural}/{one}`, { description: 'Changed' }));
        for (const [place, path] of paths.entries())
          await stage().step({ path, headers: { 'if-none-match': tags[place] ?? '' }, status: 200, says: /Changed/ });
      });
    for (const { plural, make } of KINDS)
      it(`POST answers 201 with a Location that leads to the record: ${plural}`, async () => {
        for (const language of LANGUAGES) {
          const { body, headers } = await stage().step(create(make(`Located ${plural} ${language}`), { language, status: 201 }));
          expect(headers.location).to.equal(`${stage().address}/${language}/cal/events/v1/${plural}/${body.id}`);
          await stage().step({ path: `/${String(headers.location).slice(stage().address.length)}`, has: { id: body.id } });
        }
      });
    it('Access-Control-Expose-Headers lists totals, Link, Location and ETag', async () => {
      for (const { plural } of KINDS) {
        const { headers } = await stage().step({ path: `/${plural}`, headers: { origin: 'https://example.org' } });
        const exposed = String(headers['access-control-expose-headers']).split(/,\s*/);
        expect(exposed).to.include.members([
          'X-WP-Total',
          'X-WP-TotalPages',
          'X-TEC-Total',
          'X-TEC-TotalPages',
          'Link',
          'Location',
          'ETag',
          'Idempotency-Replayed',
          'Changed-Translations',
        ]);
      }
    });
    for (const { plural, make } of KINDS)
      promise(
        `_method and X-HTTP-Method-Override change a POST only: ${plural}`,
        { one: make(`Safe ${plural}`) },
        ...['DELETE', 'delete', 'PATCH', 'POST'].flatMap((method): Step[] => [
          { as: 'admin', path: `/${plural}/{one}?_method=${method}&description=x`, status: 200, has: { id: '{one}' } },
          { as: 'admin', path: `/${plural}/{one}?description=x`, headers: { 'x-http-method-override': method }, status: 200 },
          { as: 'admin', method: 'HEAD', path: `/${plural}/{one}?_method=${method}&description=x`, status: 200 },
        ]),
        { path: `/${plural}/{one}`, status: 200, hides: /"description":"[^"]+"/ },
        ...['PUT', 'PATCH'].map(
          (method): Step =>
            patch(
              `/${plural}/{one}?_method=DELETE`,
              { description: '' },
              { method, headers: { 'x-http-method-override': 'DELETE' }, status: 200 },
            ),
        ),
        { as: 'admin', method: 'POST', path: `/${plural}/{one}?_method=PATCH`, json: { description: 'By query' }, status: 200 },
        { path: `/${plural}/{one}`, says: /By query/ },
        {
          as: 'admin',
          method: 'POST',
          path: `/${plural}/{one}`,
          headers: { 'x-http-method-override': 'PUT' },
          json: { description: 'By header' },
          status: 200,
        },
        { path: `/${plural}/{one}`, says: /By header/ },
        { as: 'admin', method: 'POST', path: `/${plural}/{one}?_method=delete`, status: 200 },
        { path: `/${plural}/{one}`, status: ['categories', 'tags'].includes(plural) ? 404 : 403 },
      );
  });

  describe('the path decides which record is addressed', () => {
    for (const { plural, make } of KINDS)
      it(`id in the query or body is ignored: ${plural}`, async () => {
        await stage().give({ one: make(`Addressed ${plural}`), two: make(`Bystander ${plural}`) });
        const { body: before } = await stage().step({ path: `/${plural}/{two}` });
        for (const id of ['{two}', 'abc', '-1', '[]']) {
          await stage().step({ path: `/${plural}/{one}?id=${id}`, status: 200, has: { id: '{one}' } });
          for (const method of ['POST', 'PUT', 'PATCH'])
            await stage().step({
              as: 'editor',
              method,
              path: `/${plural}/{one}?id=${id}`,
              json: { id, description: method },
              has: { id: '{one}' },
            });
        }
        await stage().step({
          as: 'editor',
          method: 'POST',
          path: `/${plural}/{one}`,
          form: 'id=987654&description=Form',
          has: { id: '{one}' },
        });
        await stage().step(remove(`/${plural}/{one}?id={two}`, { json: { id: '{two}' }, has: { id: '{one}' } }));
        expect((await stage().step({ path: `/${plural}/{two}` })).body).to.deep.equal(before);
      });
    for (const { plural, make } of POST_LIKE)
      promise(
        `slug in the query is ignored, slug in the body renames: ${plural}`,
        { one: make('Renaming'), two: make('Staying') },
        { path: `/${plural}/by-slug/renaming?slug=staying`, has: { id: '{one}' } },
        patch(`/${plural}/by-slug/renaming?slug=staying`, { description: 'x' }, { has: { id: '{one}', slug: 'renaming' } }),
        ...['POST', 'PUT', 'PATCH'].flatMap((method): Step[] => [
          patch(`/${plural}/by-slug/renaming`, { slug: 'renamed' }, { method, has: { id: '{one}', slug: 'renamed' } }),
          { path: `/${plural}/by-slug/renaming`, status: 404 },
          patch(`/${plural}/by-slug/renamed`, { slug: 'renaming' }, { method, has: { id: '{one}', slug: 'renaming' } }),
        ]),
        patch(`/${plural}/by-slug/renaming`, { slug: 'staying' }, { has: { id: '{one}', slug: 'staying-2' } }),
        remove(`/${plural}/by-slug/staying-2?slug=staying`, { json: { slug: 'staying' }, has: { id: '{one}', status: 'trash' } }),
        { path: `/${plural}/{two}`, has: { status: 'publish', slug: 'staying' } },
      );
  });
});
