import { expect } from 'chai';
import { LANGUAGES } from '../../../lib/language';
import type { Step } from '../../support/scenario';
import { category, create, DATES, event, HTML, openPromises, organizer, patch, refused, remove, tag, venue } from '../../support/stage';

/** Fields that read a list of empty lists as empty. */
const EMPTIABLE = ['categories', 'tags', 'venue', 'organizer', 'cost'];

/** A post-like and a term-like content type. */
const ONE_OF_EACH = [
  { plural: 'events', make: event },
  { plural: 'tags', make: tag },
] as const;

/** A multipart form. Each part has a `Content-Disposition` and content. */
const form = (...parts: readonly (readonly [disposition: string, content: string])[]): Pick<Step, 'raw' | 'headers'> => ({
  headers: { 'content-type': 'multipart/form-data; boundary=B' },
  raw: [
    ...parts.map(([disposition, content]) => `--B\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`),
    '--B--\r\n',
  ].join(''),
});

const picture = (name: string) => [`name="${name}"; filename="a.png"\r\nContent-Type: image/png`, '\x89PNG'] as const;

describe('requests to records', () => {
  const { stage, promise, inBoth } = openPromises();

  describe('invalid values (400)', () => {
    inBoth(
      'PATCH refuses a slug that another term has (duplicate_term_slug)',
      { first: category('First', { slug: 'first' }), second: category('Second') },
      patch('/categories/{second}', { slug: 'first' }, { status: 400, code: 'duplicate_term_slug' }),
      { en: /already used/, fr: /déjà utilisé/ },
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
    promise(
      'GET /tags?search finds a percent sign literally',
      { odd: tag('Fifty % off') },
      { path: '/tags?search=%25&hide_empty=false', lists: ['odd'], has: { total: 1, total_pages: 1 } },
      { path: '/tags?search=%&hide_empty=false', lists: ['odd'] },
      { path: '/tags?search=%25%25%25zz_%25s&hide_empty=false', lists: [] },
    );
  });

  describe('errors: code, message and data, in the language of the request, without HTML', () => {
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
          expect(Object.keys(body)).to.deep.equal(['code', 'message', 'data']);
          expect(text).to.not.include('additional_data');
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

  describe('ETag and Location', () => {
    for (const { plural, make } of ONE_OF_EACH)
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
    for (const { plural, make } of ONE_OF_EACH)
      it(`POST answers 201 with a Location that leads to the record: ${plural}`, async () => {
        for (const language of LANGUAGES) {
          const { body, headers } = await stage().step(create(make(`Located ${plural} ${language}`), { language, status: 201 }));
          expect(headers.location).to.equal(`${stage().address}/${language}/cal/events/v1/${plural}/${body.id}`);
          await stage().step({ path: `/${String(headers.location).slice(stage().address.length)}`, has: { id: body.id } });
        }
      });
    it('Access-Control-Expose-Headers lists the headers of all routes', async () => {
      const { headers } = await stage().step({ path: '/events', headers: { origin: 'https://example.org' } });
      const exposed = String(headers['access-control-expose-headers']).split(/,\s*/);
      expect(exposed).to.include.members([
        ...['X-WP-Total', 'X-TEC-TotalPages', 'Link', 'ETag', 'Idempotency-Replayed', 'Changed-Translations'],
      ]);
    });
  });

  describe('the path decides which record is addressed', () => {
    for (const { plural, make } of ONE_OF_EACH)
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
    promise(
      'slug in the query is ignored, slug in the body renames',
      { one: event('Renaming'), two: event('Staying') },
      { path: '/events/by-slug/renaming?slug=staying', has: { id: '{one}' } },
      patch('/events/by-slug/renaming?slug=staying', { description: 'x' }, { has: { id: '{one}', slug: 'renaming' } }),
      ...['POST', 'PUT', 'PATCH'].flatMap((method): Step[] => [
        patch('/events/by-slug/renaming', { slug: 'renamed' }, { method, has: { id: '{one}', slug: 'renamed' } }),
        { path: '/events/by-slug/renaming', status: 404 },
        patch('/events/by-slug/renamed', { slug: 'renaming' }, { method, has: { id: '{one}', slug: 'renaming' } }),
      ]),
      patch('/events/by-slug/renaming', { slug: 'staying' }, { has: { id: '{one}', slug: 'staying-2' } }),
      remove('/events/by-slug/staying-2?slug=staying', { json: { slug: 'staying' }, has: { id: '{one}', status: 'trash' } }),
      { path: '/events/{two}', has: { status: 'publish', slug: 'staying' } },
    );
  });

  describe('multipart files are refused by the name of their part (400)', () => {
    promise(
      'on creating, on updating, and by a POST that stands for another method',
      { one: event('Filed') },
      { as: 'editor', method: 'POST', path: '/events', ...form(['name="title"', 'New'], picture('image')), ...refused('image') },
      { as: 'editor', method: 'POST', path: '/events', ...form(picture('title')), ...refused('title') },
      ...['POST', 'PUT', 'PATCH'].map(
        (method): Step => ({
          as: 'editor',
          method,
          path: '/events/{one}',
          ...form(['name="description"', 'Lost'], picture('a[]'), picture('b.c')),
          ...refused('a', 'b_c'),
        }),
      ),
      { path: '/events/{one}', status: 200, hides: /Lost/ },
      { as: 'editor', method: 'POST', path: '/events/{one}?_method=DELETE', ...form(picture('f')), ...refused('f') },
      ...['', '/doc', '/events', '/events/{one}', '/events.ics', '/events/{one}.ics'].map(
        (path): Step => ({ method: 'POST', path: `${path}?_method=GET`, ...form(picture('f')), ...refused('f') }),
      ),
    );
    inBoth(
      'in the language of the request',
      {},
      { as: 'editor', method: 'POST', path: '/tags', ...form(['name="name"', 'x'], picture('f')), ...refused('f') },
      { en: /Files are not accepted here/, fr: /Les fichiers ne sont pas acceptés ici/ },
    );
  });

  describe('GET /en/?namespace', () => {
    inBoth(
      'an unknown namespace is 404',
      {},
      { path: '?namespace[$ne]=x&context[=1', status: 404, code: 'rest_invalid_namespace', has: { 'data.status': 404 } },
      { en: /This namespace does not exist/, fr: /Cet espace de noms n’existe pas/ },
    );
    promise(
      'an existing one is described, as at its own address',
      {},
      { path: '?namespace=cal/events/v1', status: 200, has: { namespace: 'cal/events/v1' } },
      { path: '', status: 200, has: { namespace: 'cal/events/v1' } },
    );
    promise(
      'only the index has the error in the document',
      {},
      {
        path: '/doc',
        says: /rest_invalid_namespace/,
        has: { 'paths./.get.responses.404': { $ref: '#/components/responses/NotFoundRestInvalidNamespace' } },
      },
    );
  });
});
