import { expect } from 'chai';
import { LANGUAGES, type Language } from '../../../lib/language';
import { ROUTES } from '../../routes/specification';
import { play, type Scenario, type Step } from '../../support/scenario';
import type { Answer, Ask } from '../../support/service';
import { category, create, DATES, event, openPromises, organizer, patch, refused, tag, venue } from '../../support/stage';

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
  const { stage } = openPromises();
  before(async () => {
    for (const language of LANGUAGES)
      for (const plural of KINDS)
        for (const number of [1, 2])
          await stage().give({
            [`${plural} ${language} ${number}`]: { language, path: `/${plural}`, json: called(plural, `Same ${number}`) },
          });
  });

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
            const expected = await stage().ask(method, path, { as: 'admin', language });
            const answer = await stage().ask(method, at, { as: 'admin', language: other(language), ...options });
            expect(withoutAddresses(answer), `${method} ${at}`).to.deep.equal(withoutAddresses(expected));
          }
      });

  /** A request that succeeds without `ml_language`. */
  const fitting = (pair: string): readonly [method: string, path: string, json: object] => {
    const [method = '', path = ''] = pair.split(' ');
    const plural = path.split('/')[1] as Plural;
    const id = stage().names[`${plural} fr 1`];
    return [method, path.replace('{id}', String(id)).replace('{slug}', 'same-1'), isCreation(method, path) ? called(plural, 'New') : {}];
  };

  for (const pair of Object.keys(ROUTES))
    it(`is refused by ${pair} if it is no language, in the language of the prefix`, async () => {
      const [method, path, json] = fitting(pair);
      const refusal = {
        ...({ as: 'admin', language: 'fr', method } as const),
        ...{ status: 400, params: ['ml_language'], says: /doit être l’une de/, answers: { 'content-language': 'fr' } },
      };
      await stage().step({ ...refusal, path: `${path}?ml_language=de`, ...(isCreation(method, path) && { json }) });
      // The service ignores the body of GET.
      if (method !== 'GET') await stage().step({ ...refusal, path, json: { ...json, ml_language: 'de' } });
    });

  it('is checked after the rights: 401 in the language of the prefix', () =>
    stage().step({
      ...{ language: 'fr', method: 'POST', path: '/events?ml_language=de', json: {} },
      ...{ status: 401, code: 'rest_forbidden', answers: { 'content-language': 'fr' } },
    }));

  for (const plural of ['events', 'tags'] as const)
    it(`is repeated by the links of GET /${plural}`, async () => {
      for (const language of LANGUAGES) {
        const expected = [stage().names[`${plural} ${language} 1`], stage().names[`${plural} ${language} 2`]];
        const filters = plural === 'events' ? '&start_date=2030-01-01' : NAMED[plural] === 'name' ? '&hide_empty=false' : '';
        let answer = await stage().step({ language: other(language), path: `/${plural}?per_page=1&ml_language=${language}${filters}` });
        const listed = [answer.body[plural][0].id];
        expect(answer.headers.link).to.contain(`<${answer.body.next_rest_url}>; rel="next"`);
        for (const link of ['next_rest_url', 'previous_rest_url', 'rest_url']) {
          const address = new URL(answer.body[link]);
          expect(address.pathname).to.match(new RegExp(`^/${other(language)}/`));
          answer = await stage().step({ path: `/${address.pathname}${address.search}`, answers: { 'content-language': language } });
          listed.push(answer.body[plural][0].id);
        }
        expect([...new Set(listed)]).to.have.members(expected);
        expect(listed).to.deep.equal([listed[0], listed[1], listed[0], listed[0]]);
      }
    });
});

describe('ml_language that is no language, and the language of refusals', () => {
  const bad = (title: string, step: Partial<Step>): Scenario => ({ title, path: '/venues', ...refused('ml_language'), ...step });
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
  play(
    [
      ...['FR', '', '%20fr', 'fr,en', 'français', '0'].map((value) =>
        bad(`is refused in the query: ${JSON.stringify(value)}`, { path: `/venues?ml_language=${encodeURI(decodeURI(value))}` }),
      ),
      bad('is refused as an array', { path: '/venues?ml_language[]=fr' }),
      bad('is refused as an object', { path: '/venues?ml_language[a]=fr' }),
      ...[null, 0, true, [], ['fr'], {}, 'fr-FR'].map((value) =>
        bad(`is refused in JSON: ${JSON.stringify(value)}`, create(venue('Hall', { ml_language: value }))),
      ),
      bad('is refused if it is the last of several, in the language of the prefix', {
        language: 'fr',
        path: '/venues?ml_language=en&ml_language=de',
        says: /doit être/,
      }),
      bad('is refused in the body, in the language of the query', {
        ...create(venue('Hall', { ml_language: 'de' }), { path: '/venues?ml_language=fr' }),
        says: /doit être/,
      }),
      {
        title: 'is ignored if it is null in an update',
        ...patch('/venues/{hall}', { ml_language: null }, { language: 'fr' }),
        status: 200,
        has: { language: 'en' },
      },
      {
        title: 'is validated after missing parameters',
        ...create({ path: '/venues', json: { ml_language: 'de' } }),
        ...{ status: 400, code: 'rest_missing_callback_param', params: ['venue'] },
      },
      ...OUTSIDE.flatMap(({ title, ...step }): Scenario[] => [
        {
          title: `is that of the prefix in a refusal: ${title}`,
          ...step,
          language: 'fr',
          says: patterns.fr,
          answers: { 'content-language': 'fr' },
        },
        {
          title: `is that of the query before the prefix in a refusal: ${title}`,
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
    ],
    { hall: venue('Hall') },
  );
});

describe('The effective language (prefix and ml_language): French through the English prefix', () => {
  const named = { categories: ['Twin'], tags: 'twin', venue: { venue: 'TWIN' }, organizer: [{ organizer: 'twin' }] };
  const linksOf = (of: Language) => ({
    ...{ 'categories[0].id': `{${of}_cat}`, 'tags[0].id': `{${of}_tag}`, 'venue.id': `{${of}_hall}`, 'organizer[0].id': `{${of}_ann}` },
  });
  const list = (path: string, ...lists: string[]): Scenario => ({
    title: `is the language of the records, slugs and events of a list: ${path}`,
    path: `${path}${path.includes('?') ? '&' : '?'}ml_language=fr`,
    lists: lists.map((name) => `fr_${name}`),
  });
  const FRENCH = { language: 'fr' } as const;
  const scenarios: readonly Scenario[] = [
    list('/events?categories=twin&tags=twin', 'event'),
    list('/events?search=TWIN', 'event'),
    list('/events?categories={en_cat}'),
    list('/venues?search=twin', 'hall'),
    list('/categories', 'leaf', 'cat'),
    list('/categories?slug=twin', 'cat'),
    list('/tags?event={fr_event}', 'tag'),
    list('/tags?event={en_event}'),
    list('/categories?include={en_cat},{fr_cat}', 'cat'),
    list('/categories?parent={fr_cat}', 'leaf'),
    {
      title: 'is the language of names in a creation, from the body',
      ...create(event('Named', { ...named, ml_language: 'fr' })),
      has: { language: 'fr', ...linksOf('fr') },
      answers: { 'content-language': 'fr', location: /\/en\/cal\/events\/v1\/events\/\d+$/ },
      says: /"url":"http:\/\/[^"]+\/fr\/event\/named\/"/,
    },
    {
      title: 'is the language of names in an update, whose record keeps its language, from the query',
      given: { stays: event('Stays', { status: 'draft' }) },
      ...patch('/events/{stays}?ml_language=fr', named),
      has: { language: 'en', ...linksOf('fr') },
      answers: { 'content-language': 'en' },
    },
    {
      title: 'does not affect IDs, which link across languages',
      ...create(
        event('Linked', {
          ...{ ml_language: 'fr', categories: '{en_cat}', tags: ['{en_tag}'], venue: '{en_hall}', organizer: ['{en_ann}'] },
        }),
      ),
      has: { language: 'fr', ...linksOf('en'), 'categories[0].language': 'en', 'venue.language': 'en' },
    },
    {
      title: 'creates a term of the same name as one of the other language, and refuses a second',
      given: { alone: tag('Alone') },
      ...create(tag('Alone', { ml_language: 'fr' })),
      status: 201,
      has: { language: 'fr', slug: 'alone' },
      next: [
        { ...create(tag('ALONE'), { path: '/tags?ml_language=fr' }), status: 400, code: 'term_exists' },
        { ...patch('/tags/{alone}', { slug: 'twin' }), status: 400, code: 'duplicate_term_slug' },
      ],
    },
    {
      title: 'does not decide where a slug is unique: the language of the record does',
      given: { own: event('Unlike') },
      ...patch('/events/{own}', { slug: 'twin' }, FRENCH),
      has: { language: 'en', slug: 'twin-2' },
      next: [
        patch('/events/{own}', { slug: 'only' }, { has: { slug: 'only' } }),
        { path: '/events/by-slug/only', has: { id: '{own}' }, answers: { 'content-language': 'en' } },
        { ...FRENCH, path: '/events/by-slug/only', status: 404, answers: { 'content-language': 'fr' } },
      ],
    },
    {
      title: 'does not change the texts of a record by its ID',
      path: '/events/{fr_event}?ml_language=en',
      has: { language: 'fr', cost: 'Gratuit' },
      answers: { 'content-language': 'fr' },
      says: /"json_ld":.*"url":"http:\/\/[^"]+\/fr\/event\/twin\/"/,
      hides: /"(?:rest_url|self|collection)":"[^"]+\/fr\/cal\//,
    },
    {
      title: 'is named by the link of a term to its events, through another prefix',
      path: '/categories/{fr_cat}',
      says: /"http:\/\/[^"]+\/en\/cal\/events\/v1\/events\?categories=\d+&ml_language=fr"/,
      next: [{ ...FRENCH, path: '/categories/{fr_cat}', hides: /ml_language/ }],
    },
    {
      title: 'is the language of refusals of an update by ID, and not of the record',
      ...patch('/venues/{fr_hall}', { website: 'nowhere' }),
      status: 400,
      says: /Send an address/,
      answers: { 'content-language': 'en' },
      next: [patch('/venues/{fr_hall}', { city: 'Lyon' }, { has: { language: 'fr', slug: 'twin' } })],
    },
  ];
  const twins = LANGUAGES.flatMap((language): [string, Step][] => [
    [`${language}_cat`, category('Twin', {}, { language })],
    [`${language}_leaf`, category('Leaf', { parent: `{${language}_cat}` }, { language })],
    [`${language}_tag`, tag('Twin', {}, { language })],
    [`${language}_hall`, venue('Twin', {}, { language })],
    [`${language}_ann`, organizer('Twin', {}, { language })],
    [`${language}_event`, event('Twin', { cost: '0', categories: ['Twin', 'Leaf'], tags: 'Twin' }, { language })],
  ]);
  play(scenarios, Object.fromEntries(twins));
});
