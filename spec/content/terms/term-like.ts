import { expect } from 'chai';
import { openStage, playOn, type Scenario, type Stage, type Step } from '../../support/scenario';
import type { Login } from '../../support/service';
import { create, event, patch, remove } from '../../support/stage';

/** A term type, described for the shared specs. */
export interface TermLikeSample {
  readonly kind: string;
  readonly plural: string;
  readonly taxonomy: string;
  /** The folder of the terms' pages. */
  readonly segment: string;
  readonly managers: readonly Login[];
}

type Fields = Readonly<Record<string, unknown>>;
const makerOf =
  ({ plural }: TermLikeSample) =>
  (name: string, more: Fields = {}, overrides: Partial<Step> = {}): Step => ({ path: `/${plural}`, json: { name, ...more }, ...overrides });

/** Specs that depend on the declaration of a term type. */
export function describeTermRights(sample: TermLikeSample, stageOf: () => Stage): void {
  const { kind, plural, taxonomy, segment, managers } = sample;
  const at = `/${plural}`;
  const made = makerOf(sample);
  const missing = { status: 404, code: `rest-${kind}-not-found` };

  describe(`POST, PATCH and DELETE /${plural}: answers and rights`, () =>
    playOn(stageOf, [
      {
        title: 'answers 201 with the term, its address and its language',
        ...create(made('Café & Thé', { description: 'Warm' })),
        status: 201,
        has: { name: 'Café & Thé', slug: 'cafe-the', description: 'Warm', count: 0, taxonomy, meta: [], language: 'en', translations: {} },
        answers: { location: new RegExp(`/en/cal/events/v1/${plural}/\\d+$`), 'content-language': 'en' },
        says: new RegExp(`/en/${segment}/cafe-the/`),
      },
      ...[undefined, 'contributor', 'author', 'editor'].map((login): Scenario => {
        const as = login as Login | undefined;
        const may = as !== undefined && managers.includes(as);
        const refusal = { status: as === undefined ? 401 : 403, code: 'rest_forbidden' };
        const asker = as && { as };
        return {
          title: `${may ? 'lets' : 'does not let'} ${as ?? 'an anonymous client'} create, change and remove`,
          given: { one: made(`For ${as}`) },
          ...asker,
          method: 'POST',
          ...made(`New by ${as}`),
          ...(may ? { status: 201 } : refusal),
          next: [
            { ...asker, method: 'PATCH', path: `${at}/{one}`, json: { description: 'x' }, ...(may ? { status: 200 } : refusal) },
            { ...asker, method: 'DELETE', path: `${at}/{one}`, ...(may ? { status: 200 } : refusal) },
            { ...asker, method: 'DELETE', path: `${at}/999999`, ...(may ? missing : refusal) },
          ],
        };
      }),
      { title: 'answers 401 to an anonymous write, whatever the body', method: 'POST', path: at, json: { name: [] }, status: 401 },
    ]));
}

/** Specs that all term types share. */
export function describeTermLike(sample: TermLikeSample, stageOf: () => Stage): void {
  const { kind, plural, taxonomy } = sample;
  const at = `/${plural}`;
  const made = makerOf(sample);
  const missing = { status: 404, code: `rest-${kind}-not-found` };
  const taken = { status: 400, code: 'term_exists' };

  describe(`POST /${plural}`, () =>
    playOn(stageOf, [
      {
        title: 'refuses a creation without a name',
        ...create({ path: at, json: {} }),
        status: 400,
        code: 'rest_missing_callback_param',
        params: ['name'],
      },
      {
        title: 'refuses a name that exists, in any case, and names the term (term_exists)',
        given: { jazz: made('Jazz') },
        ...create(made('JAZZ')),
        ...taken,
        has: { 'data.term_id': '{jazz}' },
      },
      {
        title: 'takes a name that exists with a slug of its own',
        given: { rock: made('Rock') },
        ...create(made('Rock', { slug: 'rock-again' })),
        status: 201,
        has: { slug: 'rock-again' },
      },
      {
        title: 'takes a name that exists in the other language only',
        given: { opera: made('Opera') },
        ...create(made('Opera', {}, { language: 'fr' })),
        status: 201,
        has: { slug: 'opera', language: 'fr' },
      },
      {
        title: 'refuses a name that exists with the slug of yet another term',
        given: { soul: made('Soul'), funk: made('Funk') },
        ...create(made('Soul', { slug: 'funk' })),
        ...taken,
      },
      {
        title: 'ignores a slug without letters',
        given: { ska: made('Ska') },
        ...create(made('Ska', { slug: '!!!' })),
        ...taken,
        has: { 'data.term_id': '{ska}' },
      },
      {
        title: 'takes a name that differs in accents',
        given: { one: made('Créole') },
        ...create(made('Creole')),
        status: 201,
        has: { slug: 'creole-2' },
      },
      {
        title: 'numbers a slug that another term has',
        given: { one: made('Folk', { slug: 'folk-music' }) },
        ...create(made('Folk music')),
        status: 201,
        has: { slug: 'folk-music-2' },
      },
      ...['', '<b></b>', 'x'.repeat(201)].map(
        (name): Scenario => ({
          title: `refuses the name "${name.slice(0, 10)}" of ${name.length} characters`,
          ...create(made(name)),
          status: 400,
          params: ['name'],
        }),
      ),
    ]));

  describe(`GET /${plural}/{id}`, () => {
    before(() =>
      stageOf().give({
        blues: made('Blues'),
        bal: made('Bal', {}, { language: 'fr' }),
        other: { path: plural === 'tags' ? '/categories' : '/tags', json: { name: 'Of the other taxonomy' } },
      }),
    );
    playOn(stageOf, [
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
      { title: 'answers 404 to the ID 0', path: `${at}/0`, ...missing },
      { title: 'answers 404 to the ID of the other taxonomy', path: `${at}/{other}`, ...missing },
      { title: 'answers HEAD as GET', method: 'HEAD', path: `${at}/{blues}`, status: 200, answers: { allow: 'GET' } },
      {
        title: 'shows the fields of ?context, without announcing it',
        path: `${at}/{blues}?context=embed`,
        has: { id: '{blues}', name: 'Blues', taxonomy, count: undefined, description: undefined, meta: undefined, parent: undefined },
        next: [
          ...['edit', 'view', ''].map((context) => ({ path: `${at}/{blues}?context=${context}`, has: { description: '', count: 0 } })),
          { path: `${at}/{blues}?context=other`, has: { id: undefined, name: undefined } },
          { path: `${at}?context=embed&hide_empty=false&search=blues`, lists: ['blues'], hides: /"count"/ },
          { path: `${at}?context=other&hide_empty=false&search=blues`, lists: [], has: { total: 1 } },
          { method: 'OPTIONS', path: `${at}/{blues}`, hides: /"context"/ },
        ],
      },
    ]);
  });

  describe(`POST, PUT, PATCH and DELETE /${plural}/{id}`, () =>
    playOn(stageOf, [
      ...['POST', 'PUT', 'PATCH'].map(
        (method): Scenario => ({
          title: `changes what ${method} sends, and nothing else`,
          given: { one: made(`By ${method}`, { description: 'Kept' }) },
          ...patch(`${at}/{one}`, { name: `Changed by ${method}` }, { method }),
          status: 200,
          has: { id: '{one}', name: `Changed by ${method}`, slug: `by-${method.toLowerCase()}`, description: 'Kept' },
        }),
      ),
      {
        title: 'does not let the name be cleared',
        given: { one: made('Has a name') },
        ...patch(`${at}/{one}`, { name: null }),
        status: 400,
        params: ['name'],
      },
      {
        title: 'refuses a slug that another term has',
        given: { one: made('Taken'), two: made('Taker') },
        ...patch(`${at}/{two}`, { slug: 'taken' }),
        status: 400,
        code: 'duplicate_term_slug',
      },
      {
        title: 'refuses it in the language of the request',
        given: { one: made('Occupé', {}, { language: 'fr' }), two: made('Libre', {}, { language: 'fr' }) },
        ...patch(`${at}/{two}`, { slug: 'occupe' }, { language: 'fr' }),
        status: 400,
        code: 'duplicate_term_slug',
        says: /déjà utilisé/,
      },
      {
        title: 'makes a slug of the name if the sent one has no letters',
        given: { one: made('Signed', { slug: 'autograph' }), two: made('Signed', { slug: 'signed' }) },
        ...patch(`${at}/{one}`, { slug: '?!' }),
        has: { slug: 'signed-2' },
      },
      { title: 'keeps its own slug', given: { one: made('Own') }, ...patch(`${at}/{one}`, { slug: 'own' }), has: { slug: 'own' } },
      {
        title: 'takes the name of another term',
        given: { one: made('Namesake'), two: made('Nameless') },
        ...patch(`${at}/{two}`, { name: 'Namesake' }),
        has: { name: 'Namesake', slug: 'nameless' },
      },
      {
        title: 'removes a term for good, from events too',
        given: { one: made('Short-lived'), show: event('Show', { [plural]: ['{one}'] }) },
        ...remove(`${at}/{one}`),
        status: 200,
        has: { id: '{one}', count: 1, _links: undefined },
        next: [
          { path: `${at}/{one}`, ...missing },
          { ...remove(`${at}/{one}`), ...missing },
          { path: '/events/{show}', has: { [plural]: [] } },
        ],
      },
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
        one: event('One', { [plural]: ['{alpha}', '{beta}'] }),
        two: event('Two', { [plural]: ['{alpha}', '{gamma}'] }),
        draft: event('Draft', { status: 'draft', [plural]: ['{hidden}'] }),
        fête: event('Fête', { [plural]: ['{french}'] }, { language: 'fr' }),
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
