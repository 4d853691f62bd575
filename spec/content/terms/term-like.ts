import { expect } from 'chai';
import { openStage, play, type Scenario, type Stage, type Step } from '../../support/scenario';
import type { Login } from '../../support/service';

/** A term type, described for the shared specs. */
export interface TermLikeSample {
  readonly kind: string;
  readonly plural: string;
  readonly taxonomy: string;
  /** The folder of the terms' pages. */
  readonly segment: string;
  readonly managers: readonly Login[];
}

const EVENT = { start_date: '2030-05-06 10:00:00', end_date: '2030-05-06 12:00:00' };
const ANYBODY = [undefined, 'contributor', 'author', 'editor'] as const;

/** Specs that all term types share. */
export function describeTermLike({ kind, plural, taxonomy, segment, managers }: TermLikeSample): void {
  const at = `/${plural}`;
  const made = (name: string, more: Readonly<Record<string, unknown>> = {}, overrides: Partial<Step> = {}): Step => ({
    path: at,
    json: { name, ...more },
    ...overrides,
  });
  const missing = { status: 404, code: `rest-${kind}-not-found` };

  describe(`POST /${plural}`, () =>
    play([
      {
        title: 'answers 201 with the term, its address and its language',
        ...made('Café & Thé', { description: 'Warm' }, { as: 'editor', method: 'POST' }),
        status: 201,
        has: { name: 'Café & Thé', slug: 'cafe-the', description: 'Warm', count: 0, taxonomy, meta: [], language: 'en', translations: {} },
        answers: { location: new RegExp(`/en/cal/events/v1/${plural}/\\d+$`), 'content-language': 'en' },
        says: new RegExp(`/en/${segment}/cafe-the/`),
      },
      {
        title: 'refuses a creation without a name',
        as: 'editor',
        method: 'POST',
        path: at,
        json: {},
        status: 400,
        code: 'rest_missing_callback_param',
        params: ['name'],
      },
      {
        title: 'refuses a name that exists, in any case, and names the term (term_exists)',
        given: { jazz: made('Jazz') },
        ...made('JAZZ', {}, { as: 'editor', method: 'POST' }),
        status: 400,
        code: 'term_exists',
        has: { 'data.term_id': '{jazz}' },
      },
      {
        title: 'takes a name that exists with a slug of its own',
        given: { rock: made('Rock') },
        ...made('Rock', { slug: 'rock-again' }, { as: 'editor', method: 'POST' }),
        status: 201,
        has: { slug: 'rock-again' },
      },
      {
        title: 'takes a name that exists in the other language only',
        given: { opera: made('Opera') },
        ...made('Opera', {}, { as: 'editor', method: 'POST', language: 'fr' }),
        status: 201,
        has: { slug: 'opera', language: 'fr' },
      },
      {
        title: 'refuses a name that exists with the slug of yet another term',
        given: { soul: made('Soul'), funk: made('Funk') },
        ...made('Soul', { slug: 'funk' }, { as: 'editor', method: 'POST' }),
        status: 400,
        code: 'term_exists',
      },
      {
        title: 'ignores a slug without letters',
        given: { ska: made('Ska') },
        ...made('Ska', { slug: '!!!' }, { as: 'editor', method: 'POST' }),
        status: 400,
        code: 'term_exists',
        has: { 'data.term_id': '{ska}' },
      },
      {
        title: 'takes a name that differs in accents',
        given: { one: made('Créole') },
        ...made('Creole', {}, { as: 'editor', method: 'POST' }),
        status: 201,
        has: { slug: 'creole-2' },
      },
      {
        title: 'numbers a slug that another term has',
        given: { one: made('Folk', { slug: 'folk-music' }) },
        ...made('Folk music', {}, { as: 'editor', method: 'POST' }),
        status: 201,
        has: { slug: 'folk-music-2' },
      },
      {
        title: 'creates a term in the language of ml_language',
        ...made('Chanson', { ml_language: 'fr' }, { as: 'editor', method: 'POST' }),
        status: 201,
        has: { language: 'fr' },
      },
      ...['', ' ', '<b></b>', 'x'.repeat(201)].map(
        (name): Scenario => ({
          title: `refuses the name "${name.slice(0, 10)}" of ${name.length} characters`,
          ...made(name, {}, { as: 'editor', method: 'POST' }),
          status: 400,
          params: ['name'],
        }),
      ),
    ]));

  describe(`GET /${plural}/{id}`, () =>
    play(
      [
        {
          title: 'finds by ID, with links',
          path: `${at}/{blues}`,
          has: { id: '{blues}', name: 'Blues' },
          says: new RegExp(`"self":\\[\\{"href":"[^"]*${at}/\\d+"`),
        },
        {
          title: 'reads a French term through the English prefix',
          path: `${at}/{bal}`,
          has: { id: '{bal}', language: 'fr' },
          answers: { 'content-language': 'fr' },
        },
        { title: 'has no routes by slug', path: `${at}/by-slug/blues`, status: 404, code: 'rest_no_route' },
        { title: 'answers 404 to an unknown ID', path: `${at}/999999`, ...missing },
        { title: 'answers 404 to the ID 0', path: `${at}/0`, ...missing },
        { title: 'answers 404 to the ID of the other taxonomy', path: `${at}/{other}`, ...missing },
        { title: 'answers HEAD as GET', method: 'HEAD', path: `${at}/{blues}`, status: 200, answers: { allow: 'GET' } },
        {
          title: 'tells an editor that he may change and delete',
          as: 'editor',
          method: 'OPTIONS',
          path: `${at}/{blues}`,
          answers: { allow: 'GET, POST, PUT, PATCH, DELETE' },
        },
        { title: 'picks fields', path: `${at}/{blues}?_fields=name`, has: { name: 'Blues', id: undefined } },
        {
          title: 'shows the fields of ?context, without announcing it',
          path: `${at}/{blues}?context=embed`,
          has: { id: '{blues}', name: 'Blues', taxonomy, count: undefined, description: undefined, meta: undefined, parent: undefined },
          next: [
            { path: `${at}/{blues}?context=edit`, has: { id: '{blues}', description: '', count: 0 } },
            { path: `${at}/{blues}?context=view`, has: { id: '{blues}', description: '', count: 0 } },
            { path: `${at}/{blues}?context=`, has: { id: '{blues}', description: '', count: 0 } },
            { path: `${at}/{blues}?context=other`, has: { id: undefined, name: undefined } },
            { path: `${at}?context=embed&hide_empty=false&search=blues`, lists: ['blues'], hides: /"count"/ },
            { path: `${at}?context=other&hide_empty=false&search=blues`, lists: [], has: { total: 1 } },
            { method: 'OPTIONS', path: `${at}/{blues}`, hides: /"context"/ },
          ],
        },
      ],
      {
        blues: made('Blues'),
        bal: made('Bal', {}, { language: 'fr' }),
        other: { path: plural === 'tags' ? '/categories' : '/tags', json: { name: 'Other' } },
      },
    ));

  describe(`POST, PUT, PATCH and DELETE /${plural}/{id}`, () =>
    play([
      ...['POST', 'PUT', 'PATCH'].map(
        (method): Scenario => ({
          title: `changes what ${method} sends, and nothing else`,
          given: { one: made(`By ${method}`, { description: 'Kept' }) },
          as: 'editor',
          method,
          path: `${at}/{one}`,
          json: { name: `Changed by ${method}` },
          status: 200,
          has: { id: '{one}', name: `Changed by ${method}`, slug: `by-${method.toLowerCase()}`, description: 'Kept' },
        }),
      ),
      {
        title: 'clears the description with null',
        given: { one: made('Described', { description: 'Long' }) },
        as: 'editor',
        method: 'PATCH',
        path: `${at}/{one}`,
        json: { description: null },
        has: { description: '' },
      },
      {
        title: 'clears the description with the empty text',
        given: { one: made('Described so', { description: 'Long' }) },
        as: 'editor',
        method: 'PATCH',
        path: `${at}/{one}`,
        json: { description: '' },
        has: { description: '' },
      },
      {
        title: 'does not let the name be cleared',
        given: { one: made('Has a name') },
        as: 'editor',
        method: 'PATCH',
        path: `${at}/{one}`,
        json: { name: null },
        status: 400,
        params: ['name'],
      },
      {
        title: 'refuses a slug that another term has',
        given: { one: made('Taken'), two: made('Taker') },
        as: 'editor',
        method: 'PATCH',
        path: `${at}/{two}`,
        json: { slug: 'taken' },
        status: 400,
        code: 'duplicate_term_slug',
      },
      {
        title: 'refuses it in the language of the request',
        given: { one: made('Occupé', {}, { language: 'fr' }), two: made('Libre', {}, { language: 'fr' }) },
        as: 'editor',
        language: 'fr',
        method: 'PATCH',
        path: `${at}/{two}`,
        json: { slug: 'occupe' },
        status: 400,
        code: 'duplicate_term_slug',
        says: /déjà utilisé/,
      },
      {
        title: 'makes a slug of the name if the sent one has no letters',
        given: { one: made('Signed', { slug: 'autograph' }), two: made('Signed', { slug: 'signed' }) },
        as: 'editor',
        method: 'PATCH',
        path: `${at}/{one}`,
        json: { slug: '?!' },
        has: { slug: 'signed-2' },
      },
      {
        title: 'keeps its own slug',
        given: { one: made('Own') },
        as: 'editor',
        method: 'PATCH',
        path: `${at}/{one}`,
        json: { slug: 'own' },
        has: { slug: 'own' },
      },
      {
        title: 'takes the name of another term',
        given: { one: made('Namesake'), two: made('Nameless') },
        as: 'editor',
        method: 'PATCH',
        path: `${at}/{two}`,
        json: { name: 'Namesake' },
        has: { name: 'Namesake', slug: 'nameless' },
      },
      {
        title: 'removes a term for good, from events too',
        given: { one: made('Short-lived'), show: { path: '/events', json: { title: 'Show', ...EVENT, [plural]: ['{one}'] } } },
        as: 'editor',
        method: 'DELETE',
        path: `${at}/{one}`,
        status: 200,
        has: { id: '{one}', count: 1, _links: undefined },
        next: [
          { path: `${at}/{one}`, ...missing },
          { as: 'editor', method: 'DELETE', path: `${at}/{one}`, ...missing },
          { path: '/events/{show}', has: { [plural]: [] } },
        ],
      },
      ...ANYBODY.flatMap((as): Scenario[] => {
        const may = as !== undefined && managers.includes(as);
        const refusal = as === undefined ? { status: 401, code: 'rest_forbidden' } : { status: 403, code: 'rest_forbidden' };
        const asker = as && { as };
        return [
          {
            title: `${may ? 'lets' : 'does not let'} ${as ?? 'an anonymous client'} create, change and remove`,
            given: { one: made(`For ${as}`) },
            ...asker,
            method: 'POST',
            path: at,
            json: { name: `New by ${as}` },
            ...(may ? { status: 201 } : refusal),
            next: [
              { ...asker, method: 'PATCH', path: `${at}/{one}`, json: { description: 'x' }, ...(may ? { status: 200 } : refusal) },
              { ...asker, method: 'DELETE', path: `${at}/{one}`, ...(may ? { status: 200 } : refusal) },
              { ...asker, method: 'DELETE', path: `${at}/999999`, ...(may ? missing : refusal) },
            ],
          },
        ];
      }),
      { title: 'answers 401 to an anonymous write, whatever the body', method: 'POST', path: at, json: { name: [] }, status: 401 },
    ]));

  describe(`GET /${plural}`, () => {
    let stage: Stage;
    before(async () => {
      stage = await openStage();
      await stage.give({
        alpha: made('Alpha', { slug: 'zulu' }),
        beta: made('Bêta'),
        gamma: made('Gamma'),
        unused: made('Unused'),
        hidden: made('Hidden'),
        french: made('Francophone', {}, { language: 'fr' }),
        one: { path: '/events', json: { title: 'One', ...EVENT, [plural]: ['{alpha}', '{beta}'] } },
        two: { path: '/events', json: { title: 'Two', ...EVENT, [plural]: ['{alpha}', '{gamma}'] } },
        draft: { path: '/events', json: { title: 'Draft', ...EVENT, status: 'draft', [plural]: ['{hidden}'] } },
        fête: { path: '/events', json: { title: 'Fête', ...EVENT, [plural]: ['{french}'] }, language: 'fr' },
      });
    });
    after(() => stage.stop());
    const lists = (title: string, query: string, names: readonly string[], overrides: Partial<Step> = {}) =>
      it(title, () => stage.step({ ...overrides, path: `${at}?${query}`, status: 200, lists: names }));

    lists('show terms of published events by name', '', ['alpha', 'beta', 'gamma']);
    lists('show all with hide_empty=false', 'hide_empty=false', ['alpha', 'beta', 'gamma', 'hidden', 'unused']);
    lists('show only terms of the effective language', '', ['french'], { language: 'fr' });
    lists('sort in descending order', 'order=DESC', ['gamma', 'beta', 'alpha']);
    lists('sort by slug', 'orderby=slug', ['beta', 'gamma', 'alpha']);
    lists('sort by ID', 'orderby=id&order=desc', ['gamma', 'beta', 'alpha']);
    lists('sort by count, ties by ID', 'orderby=count&order=desc', ['alpha', 'beta', 'gamma']);
    lists('search names without accents', 'search=beta', ['beta']);
    lists('search slugs', 'search=zul', ['alpha']);
    lists('sort by the name of an order in any case', 'orderby=COUNT&order=DESC', ['alpha', 'beta', 'gamma']);
    lists('sort by term_taxonomy_id', 'orderby=term_taxonomy_id&order=desc', ['gamma', 'beta', 'alpha']);
    lists('sort by slugs as they were sent', 'orderby=include_slugs&slug=gamma,zulu,beta', ['gamma', 'alpha', 'beta']);
    lists('sort by name where no slugs were sent', 'orderby=include_slugs', ['alpha', 'beta', 'gamma']);
    lists('take a percent sign literally', 'search=%25', []);
    lists('take slugs in a list with commas', 'slug=zulu,gamma', ['alpha', 'gamma']);
    lists('take slugs in brackets', 'slug[]=zulu&slug[]=beta', ['alpha', 'beta']);
    it('take IDs to include and to exclude', async () => {
      await stage.step({ path: `${at}?include={alpha},{gamma}`, lists: ['alpha', 'gamma'] });
      await stage.step({ path: `${at}?exclude[]={alpha}&exclude[]={beta}`, lists: ['gamma'] });
      await stage.step({ path: `${at}?include={unused}`, lists: [] });
      await stage.step({ path: `${at}?include={gamma},{alpha}&exclude={alpha}`, lists: ['alpha', 'gamma'] });
    });
    it('sort by IDs as they were sent', async () => {
      const sent = 'include={gamma},{alpha},{beta}&orderby=include';
      await stage.step({ path: `${at}?${sent}`, lists: ['gamma', 'alpha', 'beta'] });
      await stage.step({ path: `${at}?${sent}&order=desc`, lists: ['beta', 'alpha', 'gamma'] });
      await stage.step({ path: `${at}?${sent}&per_page=2&page=2`, lists: ['beta'], has: { total: 3, total_pages: 2 } });
    });
    it('are limited to the terms of one event', async () => {
      await stage.step({ path: `${at}?event={one}`, lists: ['alpha', 'beta'] });
      await stage.step({ path: `${at}?post={two}`, lists: ['alpha', 'gamma'] });
      await stage.step({ path: `${at}?post={two}&event={one}`, lists: ['alpha', 'beta'] });
      await stage.step({ path: `${at}?event={draft}&hide_empty=false`, status: 400, params: ['event'] });
      await stage.step({ as: 'editor', path: `${at}?event={draft}`, lists: ['hidden'] });
    });
    it('have links that repeat the filters', async () => {
      const { body, headers } = await stage.step({
        path: `${at}?per_page=1&hide_empty=false&order=desc`,
        has: { total: 5, total_pages: 5 },
        lists: ['unused'],
        answers: { 'x-tec-total': '5', 'x-wp-totalpages': '5' },
      });
      expect(headers.link).to.include(`<${body.next_rest_url}>; rel="next"`);
      const next = await stage.step({ path: `/${body.next_rest_url.slice(stage.address.length)}`, lists: ['hidden'] });
      await stage.step({ path: `/${next.body.previous_rest_url.slice(stage.address.length)}`, lists: ['unused'] });
      await stage.step({ path: `/${next.body.rest_url.slice(stage.address.length)}`, lists: ['hidden'] });
    });
    it('are empty beyond the end', () => stage.step({ path: `${at}?page=9`, status: 200, lists: [], has: { total: 3 } }));
    it('answer HEAD with the totals alone', () => stage.step({ method: 'HEAD', path: at, status: 200, answers: { 'x-wp-total': '3' } }));
    for (const [query, param] of [
      ['order=bogus', 'order'],
      ['hide_empty=maybe', 'hide_empty'],
      ['include=zulu', 'include'],
      ['exclude=zulu', 'exclude'],
      ['include=999999', 'include'],
      ['exclude=999999', 'exclude'],
      ['slug=', 'slug'],
      ['event=999999', 'event'],
      ['post=abc', 'post'],
      ['post=999999', 'post'],
      ['page=0', 'page'],
    ] as const)
      it(`refuse ${query}`, () => stage.step({ path: `${at}?${query}`, status: 400, code: 'rest_invalid_param', params: [param] }));
  });
}
