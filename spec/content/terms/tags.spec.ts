import { playOn, type Scenario, type Step } from '../../support/scenario';
import { category, create, event, openPromises, patch, refused, remove, tag } from '../../support/stage';

const MISSING = { status: 404, code: 'rest-tag-not-found' };
const TAKEN = { status: 400, code: 'term_exists' };

/** All term types share the code of these specs. */
describe('Tags', () => {
  const { stage } = openPromises();

  describe('POST /tags', () =>
    playOn(stage, [
      {
        title: 'refuses a creation without a name',
        ...create({ path: '/tags', json: {} }),
        status: 400,
        code: 'rest_missing_callback_param',
        params: ['name'],
      },
      {
        title: 'refuses a name that exists, in any case, and names the term (term_exists)',
        given: { jazz: tag('Jazz') },
        ...create(tag('JAZZ')),
        ...TAKEN,
        has: { 'data.term_id': '{jazz}' },
      },
      {
        title: 'takes a name that exists with a slug of its own',
        given: { rock: tag('Rock') },
        ...create(tag('Rock', { slug: 'rock-again' })),
        status: 201,
        has: { slug: 'rock-again' },
      },
      {
        title: 'takes a name that exists in the other language only',
        given: { opera: tag('Opera') },
        ...create(tag('Opera', {}, { language: 'fr' })),
        status: 201,
        has: { slug: 'opera', language: 'fr' },
      },
      {
        title: 'refuses a name that exists with the slug of yet another term',
        given: { soul: tag('Soul'), funk: tag('Funk') },
        ...create(tag('Soul', { slug: 'funk' })),
        ...TAKEN,
      },
      {
        title: 'ignores a slug without letters',
        given: { ska: tag('Ska') },
        ...create(tag('Ska', { slug: '!!!' })),
        ...TAKEN,
        has: { 'data.term_id': '{ska}' },
      },
      {
        title: 'takes a name that differs in accents',
        given: { one: tag('Créole') },
        ...create(tag('Creole')),
        status: 201,
        has: { slug: 'creole-2' },
      },
      {
        title: 'numbers a slug that another term has',
        given: { one: tag('Folk', { slug: 'folk-music' }) },
        ...create(tag('Folk music')),
        status: 201,
        has: { slug: 'folk-music-2' },
      },
      ...['', '<b></b>', 'x'.repeat(201)].map(
        (name): Scenario => ({
          title: `refuses the name "${name.slice(0, 10)}" of ${name.length} characters`,
          ...create(tag(name)),
          status: 400,
          params: ['name'],
        }),
      ),
    ]));

  describe('GET /tags/{id}', () => {
    before(() =>
      stage().give({
        blues: tag('Blues'),
        bal: tag('Bal', {}, { language: 'fr' }),
        other: category('Of the other taxonomy'),
      }),
    );
    playOn(stage, [
      {
        title: 'finds by ID, with links',
        path: '/tags/{blues}',
        has: { id: '{blues}', name: 'Blues' },
        says: /"self":\[\{"href":"[^"]*\/tags\/\d+"/,
      },
      { title: 'has no routes by slug', path: '/tags/by-slug/blues', status: 404, code: 'rest_no_route' },
      { title: 'answers 404 to the ID 0', path: '/tags/0', ...MISSING },
      { title: 'answers 404 to the ID of the other taxonomy', path: '/tags/{other}', ...MISSING },
      {
        title: 'shows the fields of ?context, without announcing it',
        path: '/tags/{blues}?context=embed',
        has: {
          id: '{blues}',
          name: 'Blues',
          taxonomy: 'post_tag',
          count: undefined,
          description: undefined,
          meta: undefined,
          parent: undefined,
        },
        next: [
          ...['edit', 'view', ''].map((context) => ({ path: `/tags/{blues}?context=${context}`, has: { description: '', count: 0 } })),
          { path: '/tags/{blues}?context=other', has: { id: undefined, name: undefined } },
          { path: '/tags?context=embed&hide_empty=false&search=blues', lists: ['blues'], hides: /"count"/ },
          { path: '/tags?context=other&hide_empty=false&search=blues', lists: [], has: { total: 1 } },
          { method: 'OPTIONS', path: '/tags/{blues}', hides: /"context"/ },
        ],
      },
    ]);
  });

  describe('POST, PUT, PATCH and DELETE /tags/{id}', () =>
    playOn(stage, [
      ...['POST', 'PUT', 'PATCH'].map(
        (method): Scenario => ({
          title: `changes what ${method} sends, and nothing else`,
          given: { one: tag(`By ${method}`, { description: 'Kept' }) },
          ...patch('/tags/{one}', { name: `Changed by ${method}` }, { method }),
          status: 200,
          has: { id: '{one}', name: `Changed by ${method}`, slug: `by-${method.toLowerCase()}`, description: 'Kept' },
        }),
      ),
      {
        title: 'does not let the name be cleared',
        given: { one: tag('Has a name') },
        ...patch('/tags/{one}', { name: null }),
        status: 400,
        params: ['name'],
      },
      {
        title: 'refuses a slug that another term has',
        given: { one: tag('Taken'), two: tag('Taker') },
        ...patch('/tags/{two}', { slug: 'taken' }),
        status: 400,
        code: 'duplicate_term_slug',
      },
      {
        title: 'makes a slug of the name if the sent one has no letters',
        given: { one: tag('Signed', { slug: 'autograph' }), two: tag('Signed', { slug: 'signed' }) },
        ...patch('/tags/{one}', { slug: '?!' }),
        has: { slug: 'signed-2' },
      },
      { title: 'keeps its own slug', given: { one: tag('Own') }, ...patch('/tags/{one}', { slug: 'own' }), has: { slug: 'own' } },
      {
        title: 'takes the name of another term',
        given: { one: tag('Namesake'), two: tag('Nameless') },
        ...patch('/tags/{two}', { name: 'Namesake' }),
        has: { name: 'Namesake', slug: 'nameless' },
      },
      {
        title: 'removes a term for good, from events too',
        given: { one: tag('Short-lived'), show: event('Show', { tags: ['{one}'] }) },
        ...remove('/tags/{one}'),
        status: 200,
        has: { id: '{one}', count: 1, _links: undefined },
        next: [
          { path: '/tags/{one}', ...MISSING },
          { ...remove('/tags/{one}'), ...MISSING },
          { path: '/events/{show}', has: { tags: [] } },
        ],
      },
    ]));

  describe('GET /tags', () => {
    const { stage } = openPromises();
    before(() =>
      stage().give({
        alpha: tag('Alpha', { slug: 'zulu' }),
        beta: tag('Bêta'),
        gamma: tag('Gamma'),
        unused: tag('Unused'),
        hidden: tag('Hidden'),
        french: tag('Francophone', {}, { language: 'fr' }),
        one: event('One', { tags: ['{alpha}', '{beta}'] }),
        two: event('Two', { tags: ['{alpha}', '{gamma}'] }),
        draft: event('Draft', { status: 'draft', tags: ['{hidden}'] }),
        fête: event('Fête', { tags: ['{french}'] }, { language: 'fr' }),
      }),
    );
    const lists = (title: string, query: string, names: readonly string[], overrides: Partial<Step> = {}) =>
      it(title, () => stage().step({ ...overrides, path: `/tags?${query}`, status: 200, lists: names }));

    lists('show terms of published events by name', '', ['alpha', 'beta', 'gamma']);
    lists('show all with hide_empty=false', 'hide_empty=false', ['alpha', 'beta', 'gamma', 'hidden', 'unused']);
    lists('show only terms of the effective language', '', ['french'], { language: 'fr' });
    lists('sort in descending order', 'order=DESC', ['gamma', 'beta', 'alpha']);
    lists('sort by slug', 'orderby=slug', ['beta', 'gamma', 'alpha']);
    lists('sort by ID', 'orderby=id&order=desc', ['gamma', 'beta', 'alpha']);
    lists('sort by count in any case, ties by ID', 'orderby=COUNT&order=desc', ['alpha', 'beta', 'gamma']);
    lists('search names without accents', 'search=beta', ['beta']);
    lists('search slugs', 'search=zul', ['alpha']);
    lists('sort by term_taxonomy_id', 'orderby=term_taxonomy_id&order=desc', ['gamma', 'beta', 'alpha']);
    lists('sort by slugs as they were sent', 'orderby=include_slugs&slug=gamma,zulu,beta', ['gamma', 'alpha', 'beta']);
    lists('sort by name where no slugs were sent', 'orderby=include_slugs', ['alpha', 'beta', 'gamma']);
    lists('take a percent sign literally', 'search=%25', []);
    lists('take slugs in a list with commas', 'slug=zulu,gamma', ['alpha', 'gamma']);
    lists('take slugs in brackets', 'slug[]=zulu&slug[]=beta', ['alpha', 'beta']);
    it('take IDs to include and to exclude', async () => {
      await stage().step({ path: '/tags?include={alpha},{gamma}', lists: ['alpha', 'gamma'] });
      await stage().step({ path: '/tags?exclude[]={alpha}&exclude[]={beta}', lists: ['gamma'] });
      await stage().step({ path: '/tags?include={unused}', lists: [] });
      await stage().step({ path: '/tags?include={gamma},{alpha}&exclude={alpha}', lists: ['alpha', 'gamma'] });
    });
    it('sort by IDs as they were sent', async () => {
      const sent = 'include={gamma},{alpha},{beta}&orderby=include';
      await stage().step({ path: `/tags?${sent}`, lists: ['gamma', 'alpha', 'beta'] });
      await stage().step({ path: `/tags?${sent}&order=desc`, lists: ['beta', 'alpha', 'gamma'] });
      await stage().step({ path: `/tags?${sent}&per_page=2&page=2`, lists: ['beta'], has: { total: 3, total_pages: 2 } });
    });
    it('are limited to the terms of one event', async () => {
      await stage().step({ path: '/tags?event={one}', lists: ['alpha', 'beta'] });
      await stage().step({ path: '/tags?post={two}', lists: ['alpha', 'gamma'] });
      await stage().step({ path: '/tags?post={two}&event={one}', lists: ['alpha', 'beta'] });
      await stage().step({ path: '/tags?event={draft}&hide_empty=false', status: 400, params: ['event'] });
      await stage().step({ as: 'editor', path: '/tags?event={draft}', lists: ['hidden'] });
    });
    it('are empty beyond the end', () => stage().step({ path: '/tags?page=9', status: 200, lists: [], has: { total: 3 } }));
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
      it(`refuse ${query}`, () => stage().step({ path: `/tags?${query}`, ...refused(param) }));
  });
});
