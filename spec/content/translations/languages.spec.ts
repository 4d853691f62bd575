import { expect } from 'chai';
import { LANGUAGES, type Language } from '../../../lib/language';
import { ROUTES } from '../../routes/specification';
import { openStage, play, type Scenario, type Stage, type Step } from '../../support/scenario';
import type { Answer, Ask } from '../../support/service';

const DATES = { start_date: '2030-05-06 10:00:00', end_date: '2030-05-06 12:00:00' };
const KINDS = ['events', 'venues', 'organizers', 'categories', 'tags'] as const;
type Plural = (typeof KINDS)[number];

const NAMED: Readonly<Record<Plural, string>> = {
  events: 'title',
  venues: 'venue',
  organizers: 'organizer',
  categories: 'name',
  tags: 'name',
};

const called = (plural: Plural, name: string) => ({ [NAMED[plural]]: name, ...(plural === 'events' && DATES) });
const other = (language: Language): Language => (language === 'en' ? 'fr' : 'en');
const isCreation = (method: string, path: string) => method === 'POST' && !path.includes('{');

/** Ways to send `ml_language`, each with its methods. The first is tried on all routes, the others on `SAMPLE`. */
const WAYS: readonly (readonly [title: string, methods: RegExp, send: (language: Language) => Ask & { query?: string }])[] = [
  ['in the query', /./, (language) => ({ query: `ml_language=${language}` })],
  ['in a JSON body', /POST|PUT|PATCH|DELETE/, (language) => ({ json: { ml_language: language } })],
  ['in a form', /POST|PUT|PATCH|DELETE/, (language) => ({ form: `ml_language=${language}` })],
  [
    'in a form with parts',
    /POST|PUT|PATCH/,
    (language) => ({
      raw: `--B\r\nContent-Disposition: form-data; name="ml_language"\r\n\r\n${language}\r\n--B--\r\n`,
      headers: { 'content-type': 'multipart/form-data; boundary=B' },
    }),
  ],
  [
    'in the body, against the query',
    /POST|PUT|PATCH/,
    (language) => ({ query: `ml_language=${other(language)}`, form: `ml_language=${language}` }),
  ],
  ['twice, of which the last counts', /./, (language) => ({ query: `ml_language=${other(language)}&ml_language=${language}` })],
];

/** Removes the addresses from an answer, since they differ between the two prefixes. */
const withoutAddresses = ({ status, headers, text }: Answer) => {
  const plain = (text: string | undefined) =>
    text?.replaceAll(/:\/\/[^"/]+\/(?:en|fr)\b/g, '://').replaceAll(/(?:\?|&(?:amp;)?)ml_language=(?:en|fr)\b/g, '');
  return { status, language: headers['content-language'], allow: headers.allow, link: plain(String(headers.link)), text: plain(text) };
};

const SAMPLE = ['GET /events', 'POST /events', 'PATCH /venues/{id}', 'DELETE /tags/{id}'];

describe('ml_language on every route', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
    for (const language of LANGUAGES)
      for (const plural of KINDS)
        for (const number of [1, 2])
          await stage.give({
            [`${plural} ${language} ${number}`]: { language, path: `/${plural}`, json: called(plural, `Same ${number}`) },
          });
  });
  after(() => stage.stop());

  /** Requests of a route whose answers depend on the language. None of them writes. */
  const requestsOf = (pair: string): readonly (readonly [method: string, path: string])[] => {
    const [method = '', path = ''] = pair.split(' ');
    if (method !== 'GET') return [[method, path.replace('{id}', '999').replace('{slug}', 'nowhere')]];
    const queries =
      path === '' || path === '/doc' || path.includes('{') ? [''] : ['?per_page=1&hide_empty=false&start_date=2030-01-01', '?page=0'];
    return ['GET', 'HEAD', 'OPTIONS'].flatMap((reading) =>
      queries.map((query) => [reading, path.replace('{id}', '999').replace('{slug}', 'same-1') + query] as const),
    );
  };

  it('is tested on existing routes', () => expect(ROUTES).to.include.all.keys(SAMPLE));

  for (const [place, [title, methods, send]] of WAYS.entries())
    for (const pair of place === 0 ? Object.keys(ROUTES) : SAMPLE.filter((one) => methods.test(one.split(' ')[0] ?? '')))
      it(`makes ${pair} answer as through the prefix of that language, sent ${title}`, async () => {
        for (const [method, path] of requestsOf(pair).filter(([method]) => methods.test(method)))
          for (const language of place === 0 && SAMPLE.includes(pair) ? LANGUAGES : (['fr'] as const)) {
            const { query, ...options } = send(language);
            const at = query === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;
            const expected = await stage.ask(method, path, { as: 'admin', language });
            const answer = await stage.ask(method, at, { as: 'admin', language: other(language), ...options });
            expect(withoutAddresses(answer), `${method} ${at}`).to.deep.equal(withoutAddresses(expected));
          }
      });

  /** A request that succeeds without `ml_language`. */
  const fitting = (pair: string): readonly [method: string, path: string, json: object] => {
    const [method = '', path = ''] = pair.split(' ');
    const plural = path.split('/')[1] as Plural;
    const id = stage.names[`${plural} fr 1`];
    return [method, path.replace('{id}', String(id)).replace('{slug}', 'same-1'), isCreation(method, path) ? called(plural, 'New') : {}];
  };

  for (const pair of Object.keys(ROUTES))
    it(`is refused by ${pair} if it is no language, in the language of the prefix`, async () => {
      const [method, path, json] = fitting(pair);
      const refusal = {
        ...({ as: 'admin', language: 'fr', method } as const),
        ...{ status: 400, params: ['ml_language'], says: /doit être l’une de/, answers: { 'content-language': 'fr' } },
      };
      await stage.step({ ...refusal, path: `${path}?ml_language=de`, ...(isCreation(method, path) && { json }) });
      // The service ignores the body of GET.
      if (method !== 'GET') await stage.step({ ...refusal, path, json: { ...json, ml_language: 'de' } });
    });

  it('is checked after the rights: 401 in the language of the prefix', () =>
    stage.step({
      ...{ language: 'fr', method: 'POST', path: '/events?ml_language=de', json: {} },
      ...{ status: 401, code: 'rest_forbidden', answers: { 'content-language': 'fr' } },
    }));

  for (const plural of ['events', 'tags'] as const)
    it(`is repeated by the links of GET /${plural}`, async () => {
      for (const language of LANGUAGES) {
        const expected = [stage.names[`${plural} ${language} 1`], stage.names[`${plural} ${language} 2`]];
        const filters = plural === 'events' ? '&start_date=2030-01-01' : NAMED[plural] === 'name' ? '&hide_empty=false' : '';
        let answer = await stage.step({ language: other(language), path: `/${plural}?per_page=1&ml_language=${language}${filters}` });
        const listed = [answer.body[plural][0].id];
        expect(answer.headers.link).to.contain(`<${answer.body.next_rest_url}>; rel="next"`);
        for (const link of ['next_rest_url', 'previous_rest_url', 'rest_url']) {
          const address = new URL(answer.body[link]);
          expect(address.pathname).to.match(new RegExp(`^/${other(language)}/`));
          answer = await stage.step({ path: `/${address.pathname}${address.search}`, answers: { 'content-language': language } });
          listed.push(answer.body[plural][0].id);
        }
        expect([...new Set(listed)]).to.have.members(expected);
        expect(listed).to.deep.equal([listed[0], listed[1], listed[0], listed[0]]);
      }
    });
});

const MISSING = { status: 400, code: 'rest_missing_callback_param', params: ['venue'] } as const;

describe('ml_language that is no language', () => {
  const bad = (title: string, step: Partial<Step>): Scenario => ({
    title,
    path: '/venues',
    status: 400,
    code: 'rest_invalid_param',
    params: ['ml_language'],
    ...step,
  });
  const sent = (value: unknown): Scenario =>
    bad(`is refused in JSON: ${JSON.stringify(value)}`, { as: 'editor', method: 'POST', json: { venue: 'Hall', ml_language: value } });

  play(
    [
      ...['FR', '', '%20fr', 'fr,en', 'français', '0'].map((value) =>
        bad(`is refused in the query: ${JSON.stringify(value)}`, { path: `/venues?ml_language=${encodeURI(decodeURI(value))}` }),
      ),
      bad('is refused as an array', { path: '/venues?ml_language[]=fr' }),
      bad('is refused as an object', { path: '/venues?ml_language[a]=fr' }),
      ...[null, 0, 1, true, [], ['fr'], {}, 'FR', 'fr-FR'].map(sent),
      bad('is refused if it is the last of several, in the language of the prefix', {
        language: 'fr',
        path: '/venues?ml_language=en&ml_language=de',
        says: /doit être/,
      }),
      bad('is refused in the body, in the language of the query', {
        as: 'editor',
        method: 'POST',
        path: '/venues?ml_language=fr',
        json: { venue: 'Hall', ml_language: 'de' },
        says: /doit être/,
      }),
      {
        title: 'is ignored if it is null in an update',
        as: 'editor',
        language: 'fr',
        method: 'PATCH',
        path: '/venues/{hall}',
        json: { ml_language: null },
        status: 200,
        has: { language: 'en' },
      },
      {
        title: 'is validated after missing parameters',
        as: 'editor',
        method: 'POST',
        path: '/venues',
        json: { ml_language: 'de' },
        ...MISSING,
      },
    ],
    { hall: { path: '/venues', json: { venue: 'Hall' } } },
  );
});

describe('The language of refusals outside the routes', () => {
  const patterns: Readonly<Record<Language, RegExp>> = { en: /\b(the|your|and|is)\b/i, fr: /[àéêè]|\b(le|la|les|des|du)\b/ };
  const OUTSIDE: readonly (Step & { readonly title: string })[] = [
    { title: 'an unknown path', path: '/nothing', status: 404, code: 'rest_no_route' },
    { title: 'a method that a route has not', method: 'PUT', path: '/events', as: 'admin', status: 404, code: 'rest_no_route' },
    {
      title: 'malformed JSON',
      method: 'POST',
      path: '/events',
      headers: { 'content-type': 'application/json' },
      raw: '{',
      status: 400,
      code: 'rest_invalid_json',
    },
    {
      title: 'a body that is too large',
      method: 'POST',
      path: '/events',
      form: 'a'.repeat(1024 * 1024 + 1),
      status: 413,
      code: 'rest_content_too_large',
    },
    {
      title: 'bad credentials',
      path: '/events',
      headers: { authorization: 'Basic bm9ib2R5OnNlY3JldA==' },
      status: 401,
      code: 'invalid_username',
    },
    { title: 'a nonce', path: '/events', headers: { 'x-wp-nonce': 'x' }, status: 403, code: 'rest_cookie_invalid_nonce' },
    { title: 'a callback that is none', path: '/events?_jsonp=a-b', status: 400 },
  ];
  play([
    ...OUTSIDE.flatMap(({ title, ...step }): Scenario[] => [
      {
        title: `is that of the prefix: ${title}`,
        ...step,
        language: 'fr',
        says: patterns.fr,
        answers: { 'content-language': 'fr' },
      },
      {
        title: `is that of the query before the prefix: ${title}`,
        ...step,
        language: 'fr',
        path: `${step.path}${step.path.includes('?') ? '&' : '?'}ml_language=en`,
        says: patterns.en,
        answers: { 'content-language': 'en' },
      },
    ]),
    ...[
      ['is that of the query on the root', '//en?ml_language=fr'],
      ['is that of the root by default', '//fr/'],
    ].map(
      ([title = '', path = '']): Scenario => ({
        title,
        path,
        has: { name: 'Évènements du calendrier' },
        answers: { 'content-language': 'fr' },
      }),
    ),
  ]);
});

describe('The effective language (prefix and ml_language)', () => {
  const [language, prefix] = ['fr', 'en'] as const;
  const through = { as: 'editor', language: prefix } as const;
  const named = { categories: ['Twin'], tags: 'twin', venue: { venue: 'TWIN' }, organizer: [{ organizer: 'twin' }] };
  const linksOf = (of: Language) => ({
    'categories[0].id': `{${of}_cat}`,
    'tags[0].id': `{${of}_tag}`,
    'venue.id': `{${of}_hall}`,
    'organizer[0].id': `{${of}_ann}`,
  });
  const addressed = new RegExp(`"url":"http://[^"]+/${language}/event/named-${language}/"`);
  const list = (path: string, ...lists: string[]): Scenario => ({
    title: `is the language of the records, slugs and events of a list: ${path} in ${language}`,
    language: prefix,
    path: `${path}${path.includes('?') ? '&' : '?'}ml_language=${language}`,
    lists: lists.map((name) => `${language}_${name}`),
  });
  const scenarios: readonly Scenario[] = [
    list('/events?categories=twin&tags=twin&start_date=2030-01-01', 'event'),
    list('/events?search=TWIN&start_date=2030-01-01', 'event'),
    list(`/events?categories={${prefix}_cat}&start_date=2030-01-01`),
    list('/venues?search=twin', 'hall'),
    list('/organizers', 'ann'),
    list('/categories', 'leaf', 'cat'),
    list('/categories?slug=twin', 'cat'),
    list('/tags?search=twi', 'tag'),
    list(`/tags?event={${language}_event}`, 'tag'),
    list(`/tags?event={${prefix}_event}`),
    list(`/categories?include={${prefix}_cat},{${language}_cat}`, 'cat'),
    list(`/categories?parent={${language}_cat}`, 'leaf'),
    {
      title: `is the language of names in a creation: ${language} in the body`,
      ...through,
      method: 'POST',
      path: '/events',
      json: { title: `Named ${language}`, ...DATES, ...named, ml_language: language },
      has: { language, ...linksOf(language) },
      answers: { 'content-language': language, location: new RegExp(`/${prefix}/cal/events/v1/events/\\d+$`) },
      says: addressed,
    },
    {
      title: `is the language of names in an update, whose record keeps its language: ${language} in the query`,
      given: { [`${prefix}_stays`]: { language: prefix, path: '/events', json: { title: 'Stays', ...DATES, status: 'draft' } } },
      ...through,
      method: 'PATCH',
      path: `/events/{${prefix}_stays}?ml_language=${language}`,
      json: named,
      has: { language: prefix, ...linksOf(language) },
      answers: { 'content-language': prefix },
    },
    {
      title: `does not affect IDs, which link across languages: ${language}`,
      ...through,
      method: 'POST',
      path: '/events',
      json: {
        title: `Linked ${language}`,
        ...DATES,
        ml_language: language,
        categories: `{${prefix}_cat}`,
        tags: [`{${prefix}_tag}`],
        venue: `{${prefix}_hall}`,
        organizer: [`{${prefix}_ann}`],
      },
      has: { language, ...linksOf(prefix), 'categories[0].language': prefix, 'venue.language': prefix },
    },
    {
      title: `creates a term of the same name as one of the other language, and refuses a second: ${language}`,
      given: { [`${prefix}_alone`]: { language: prefix, path: '/tags', json: { name: 'Alone' } } },
      ...through,
      method: 'POST',
      path: '/tags',
      json: { name: 'Alone', ml_language: language },
      status: 201,
      has: { language, slug: 'alone' },
      next: [
        { ...through, method: 'POST', path: `/tags?ml_language=${language}`, json: { name: 'ALONE' }, status: 400, code: 'term_exists' },
        {
          ...through,
          method: 'PATCH',
          path: `/tags/{${prefix}_alone}`,
          json: { slug: 'twin' },
          status: 400,
          code: 'duplicate_term_slug',
        },
        { as: 'editor', language, method: 'DELETE', path: `/tags/{${prefix}_alone}` },
      ],
    },
    {
      title: `makes a slug unique in the language of the record, whatever the prefix: ${language}`,
      given: { own: { language: prefix, path: '/events', json: { title: `Unlike ${language}`, ...DATES } } },
      as: 'editor',
      language,
      method: 'PATCH',
      path: '/events/{own}',
      json: { slug: 'twin' },
      has: { language: prefix, slug: 'twin-2' },
      next: [
        { as: 'editor', method: 'PATCH', path: '/events/{own}', json: { slug: `only-${language}` }, has: { slug: `only-${language}` } },
        { language: prefix, path: `/events/by-slug/only-${language}`, has: { id: '{own}' }, answers: { 'content-language': prefix } },
        { language, path: `/events/by-slug/only-${language}`, status: 404, answers: { 'content-language': language } },
        { as: 'editor', method: 'DELETE', path: '/events/{own}' },
        { as: 'editor', method: 'DELETE', path: '/events/{own}?force=true' },
      ],
    },
    {
      title: `does not change the texts of a record by its ID: ${language} through /${prefix}`,
      language: prefix,
      path: `/events/{${language}_event}?ml_language=${prefix}`,
      has: { language, cost: 'Gratuit' },
      answers: { 'content-language': language },
      says: new RegExp(`"json_ld":.*"url":"http://[^"]+/${language}/event/twin/".*`),
      hides: new RegExp(`"(?:rest_url|self|collection)":"[^"]+/${language}/cal/`),
    },
    {
      title: `is named by the link of a term to its events, through another prefix: ${language}`,
      language: prefix,
      path: `/categories/{${language}_cat}`,
      says: new RegExp(`"http://[^"]+/${prefix}/cal/events/v1/events\\?categories=\\d+&ml_language=${language}"`),
      next: [{ language, path: `/categories/{${language}_cat}`, hides: /ml_language/ }],
    },
    {
      title: `is the language of refusals of an update by ID, and not of the record: ${language} through /${prefix}`,
      ...through,
      method: 'PATCH',
      path: `/venues/{${language}_hall}`,
      json: { website: 'nowhere' },
      status: 400,
      says: /Send an address/,
      answers: { 'content-language': prefix },
      next: [{ ...through, method: 'PATCH', path: `/venues/{${language}_hall}`, json: { city: 'Lyon' }, has: { language, slug: 'twin' } }],
    },
  ];
  const twins = LANGUAGES.flatMap((language) => [
    [`${language}_cat`, { language, path: '/categories', json: { name: 'Twin' } }] as const,
    [`${language}_leaf`, { language, path: '/categories', json: { name: 'Leaf', parent: `{${language}_cat}` } }] as const,
    [`${language}_tag`, { language, path: '/tags', json: { name: 'Twin' } }] as const,
    [`${language}_hall`, { language, path: '/venues', json: { venue: 'Twin' } }] as const,
    [`${language}_ann`, { language, path: '/organizers', json: { organizer: 'Twin' } }] as const,
    [
      `${language}_event`,
      { language, path: '/events', json: { title: 'Twin', ...DATES, cost: '0', categories: ['Twin', 'Leaf'], tags: 'Twin' } },
    ] as const,
  ]);
  play(scenarios, Object.fromEntries(twins));
});
