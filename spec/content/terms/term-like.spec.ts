import { playOn, type Scenario } from '../../support/scenario';
import { category, create, event, openPromises, patch, refused, remove, tag } from '../../support/stage';

/** The declaration of each taxonomy. `folder` is the folder of the terms' pages. */
const TAXONOMIES = [
  { plural: 'categories', make: category, taxonomy: 'tribe_events_cat', folder: 'events/category' },
  { plural: 'tags', make: tag, taxonomy: 'post_tag', folder: 'tag' },
] as const;

const below = (name: string, parent: string) => category(name, { parent });
const ALL_TAGS = '/tags?hide_empty=false&include={a},{b},{c},{d},{one}';
const NO_TREE = { status: 400, code: 'rest_taxonomy_not_hierarchical' };

describe('Categories and tags', () => {
  const { stage } = openPromises();

  describe('parent of categories', () => {
    before(() =>
      stage().give({
        top: category('Top'),
        other: category('Other'),
        child: below('Child', '{top}'),
        grandchild: below('Grandchild', '{child}'),
        show: event('Show', { categories: ['{grandchild}'] }),
      }),
    );
    playOn(stage, [
      { title: 'shows the parent, and links to it', path: '/categories/{child}', has: { parent: '{top}' }, says: /"up":/ },
      {
        title: 'takes an existing name below another parent',
        ...create(below('Child', '{other}')),
        status: 201,
        has: { parent: '{other}' },
      },
      { title: 'lists the children of a parent', path: '/categories?hide_empty=false&parent={top}', lists: ['child'] },
      { title: 'lists the roots', path: '/categories?hide_empty=false&parent=0', lists: ['other', 'top'] },
      { title: 'refuses an unknown parent as a filter', path: '/categories?parent=999999', status: 400, params: ['parent'] },
      ...(
        [
          ['an unknown category', 999999, undefined],
          ['the slug of a category', 'top', 'rest_invalid_type'],
          ['a list of categories', ['{top}'], 'rest_invalid_type'],
          ['categories separated by commas', '{top},{other}', 'rest_invalid_type'],
          ['an unknown slug', 'nowhere', undefined],
          ['an empty list', [], undefined],
        ] as const
      ).map(
        ([what, parent, code]): Scenario => ({
          title: `refuses ${what} as parent`,
          ...create(category('Astray', { parent })),
          ...refused('parent'),
          has: code === undefined ? { 'data.details': [] } : { 'data.details.parent.code': code },
        }),
      ),
      { title: 'refuses itself as parent', ...patch('/categories/{child}', { parent: '{child}' }), ...refused('parent') },
      { title: 'refuses a descendant as parent', ...patch('/categories/{top}', { parent: '{grandchild}' }), ...refused('parent') },
      { title: 'shows events of descendants', path: '/events?categories={top}', lists: ['show'] },
      {
        title: 'moves to the root with parent 0',
        given: { moved: below('Moved', '{top}') },
        ...patch('/categories/{moved}', { parent: 0 }),
        has: { parent: 0 },
        next: [
          patch('/categories/{moved}', { parent: '{other}' }, { has: { parent: '{other}' } }),
          patch('/categories/{moved}', { parent: '0' }, { has: { parent: 0 } }),
        ],
      },
      {
        title: 'moves children up when a category is removed',
        ...remove('/categories/{child}'),
        status: 200,
        next: [{ path: '/categories/{grandchild}', has: { parent: '{top}' } }],
      },
      {
        title: 'appends the slug of the new parent to a slug that is taken in a move',
        given: { taken: category('Taken'), moved: category('Mover') },
        ...patch('/categories/{moved}', { slug: 'taken', parent: '{other}' }),
        has: { slug: 'taken-other', parent: '{other}' },
      },
      {
        title: 'takes a name in another case whose slug is free',
        given: { reggae: category('Reggae', { slug: 'riddim' }) },
        ...create(category('REGGAE')),
        status: 201,
        has: { slug: 'reggae' },
      },
      {
        title: 'refuses a name that exists with the slug of a sibling, and says which one has it',
        given: { dub: category('Dub'), step: category('Step') },
        ...create(category('Dub', { slug: 'step' })),
        ...{ status: 400, code: 'term_exists', has: { 'data.term_id': '{step}' } },
      },
      {
        title: 'appends the slug of the parent to a slug that is taken',
        given: { music: category('Music') },
        ...create(below('Music', '{music}')),
        status: 201,
        has: { slug: 'music-music' },
      },
    ]);
  });

  describe('GET and POST /tags: no parent, offset', () => {
    before(() => stage().give({ a: tag('A'), b: tag('B'), c: tag('C'), d: tag('D'), one: tag('One') }));
    playOn(stage, [
      ...['{top}', '', [1]].flatMap((parent): Scenario[] => [
        { title: `refuses the parent ${JSON.stringify(parent)} on creation`, ...create(tag('Tag', { parent })), ...NO_TREE },
        { title: `refuses the parent ${JSON.stringify(parent)} on update`, ...patch('/tags/{one}', { parent }), ...NO_TREE },
      ]),
      {
        title: 'takes the parent 0, which events show of tags, and null',
        ...create(tag('At the root', { parent: 0 })),
        status: 201,
        next: [
          create(tag('Null', { parent: null }), { status: 201 }),
          ...[0, null].map((parent) => patch('/tags/{one}', { parent }, { status: 200 })),
        ],
      },
      {
        title: 'refuses a parent in the language of the request',
        ...create(tag('Étiquette', { parent: 1 }), { language: 'fr' }),
        ...NO_TREE,
        says: /n’ont pas de parent/,
      },
      { title: 'skips as many tags as ?offset', path: `${ALL_TAGS}&offset=1`, lists: ['b', 'c', 'd', 'one'], has: { total: 5 } },
      {
        title: 'pages by ?offset, and links the neighbours by offset',
        path: `${ALL_TAGS}&offset=2&per_page=2&page=2`,
        lists: ['c', 'd'],
        has: { total: 5, total_pages: 3 },
        says: /offset=4&page=3".*offset=0"/,
      },
      ...(
        [
          ['-3', ['d', 'one']],
          ['2nd', ['c', 'd', 'one']],
          ['none', ['a', 'b', 'c', 'd', 'one']],
          ['', ['a', 'b', 'c', 'd', 'one']],
          ['99999999999999999999', []],
        ] as const
      ).map(
        ([offset, lists]): Scenario => ({
          title: `reads the offset "${offset}" as WordPress does`,
          path: `${ALL_TAGS}&offset=${offset}`,
          lists,
        }),
      ),
      { title: 'has neither parent nor offset in the index (OPTIONS)', method: 'OPTIONS', path: '/tags', hides: /"parent"|"offset"/ },
      {
        title: 'ignores ?offset for categories',
        path: '/categories?hide_empty=false&search=grandchild&offset=1',
        lists: ['grandchild'],
        hides: /offset/,
      },
    ]);
  });

  describe('GET /categories: hide_empty of branches', () => {
    before(() =>
      stage().give({
        trunk: category('Trunk'),
        branch: below('Branch', '{trunk}'),
        leaf: below('Leaf', '{branch}'),
        bare: below('Bare', '{trunk}'),
        fair: event('Fair', { categories: ['{leaf}'] }),
        gone: remove('/events/{show}'),
      }),
    );
    playOn(stage, [
      { title: 'lists branches whose descendants have events', path: '/categories', lists: ['branch', 'leaf', 'trunk'], has: { total: 3 } },
      {
        title: 'counts and pages branches with the other terms',
        path: '/categories?per_page=2&page=2',
        lists: ['trunk'],
        has: { total: 3, total_pages: 2 },
      },
      { title: 'lists branches below a parent', path: '/categories?parent={trunk}', lists: ['branch'], has: { total: 1 } },
      { title: 'lists branches at the root', path: '/categories?parent=0', lists: ['trunk'] },
      { title: 'finds branches by search', path: '/categories?search=branch', lists: ['branch'] },
      { title: 'lists no branches for ?event', path: '/categories?event={fair}', lists: ['leaf'] },
      { title: 'lists no branches in the other language', path: '/categories', language: 'fr', lists: [] },
      {
        title: 'hides branches with the last event',
        ...remove('/events/{fair}'),
        next: [{ path: '/categories', lists: [], has: { total: 0 } }],
      },
    ]);
  });

  describe('POST /categories and /tags', () =>
    playOn(
      stage,
      TAXONOMIES.map(
        ({ plural, make, taxonomy, folder }): Scenario => ({
          title: `answers 201 with the term, its address and its language: ${plural}`,
          ...create(make('Café & Thé', { description: 'Warm' })),
          status: 201,
          has: {
            name: 'Café & Thé',
            slug: 'cafe-the',
            description: 'Warm',
            count: 0,
            taxonomy,
            meta: [],
            language: 'en',
            translations: {},
          },
          answers: { location: new RegExp(`/en/cal/events/v1/${plural}/\\d+$`), 'content-language': 'en' },
          says: new RegExp(`/en/${folder}/cafe-the/`),
        }),
      ),
    ));
});
