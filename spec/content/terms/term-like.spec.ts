import { play, type Step } from '../../support/scenario';
import { describeTermLike } from './term-like';

describeTermLike({
  kind: 'category',
  plural: 'categories',
  taxonomy: 'tribe_events_cat',
  segment: 'events/category',
  managers: ['author', 'editor', 'admin'],
});
describeTermLike({ kind: 'tag', plural: 'tags', taxonomy: 'post_tag', segment: 'tag', managers: ['editor', 'admin'] });

const category = (name: string, parent?: string): Step => ({ path: '/categories', json: { name, ...(parent && { parent }) } });
const ALL_TAGS = '/tags?hide_empty=false&include={a},{b},{c},{d},{one}';
const EVENT = { title: 'Show', start_date: '2030-05-06 10:00:00', end_date: '2030-05-06 12:00:00' };

describe('parent of categories', () =>
  play(
    [
      { title: 'shows the parent, and links to it', path: '/categories/{child}', has: { parent: '{top}' }, says: /"up":/ },
      {
        title: 'takes an existing name below another parent',
        as: 'editor',
        method: 'POST',
        path: '/categories',
        json: { name: 'Child', parent: '{other}' },
        status: 201,
        has: { parent: '{other}' },
      },
      { title: 'lists the children of a parent', path: '/categories?hide_empty=false&parent={top}', lists: ['child'] },
      { title: 'lists the roots', path: '/categories?hide_empty=false&parent=0', lists: ['other', 'top'] },
      { title: 'refuses an unknown parent as a filter', path: '/categories?parent=999999', status: 400, params: ['parent'] },
      {
        title: 'refuses an unknown parent',
        as: 'editor',
        method: 'POST',
        path: '/categories',
        json: { name: 'Orphan', parent: 999999 },
        status: 400,
        params: ['parent'],
      },
      ...(
        [
          ['the slug of a category', 'top', 'rest_invalid_type'],
          ['a list of categories', ['{top}'], 'rest_invalid_type'],
          ['categories with commas between them', '{top},{other}', 'rest_invalid_type'],
          ['an unknown slug', 'nowhere', undefined],
          ['a list with an unknown category', ['{top}', 999999], undefined],
          ['an empty list', [], undefined],
        ] as const
      ).map(([what, parent, code]) => ({
        title: `refuses ${what} as parent, with another answer for an unknown one`,
        as: 'editor' as const,
        method: 'POST',
        path: '/categories',
        json: { name: 'Astray', parent },
        status: 400,
        params: ['parent'],
        has: code === undefined ? { 'data.details': [] } : { 'data.details.parent.code': code },
      })),
      {
        title: 'refuses itself as parent',
        as: 'editor',
        method: 'PATCH',
        path: '/categories/{child}',
        json: { parent: '{child}' },
        status: 400,
        params: ['parent'],
      },
      {
        title: 'refuses a descendant as parent',
        as: 'editor',
        method: 'PATCH',
        path: '/categories/{top}',
        json: { parent: '{grandchild}' },
        status: 400,
        params: ['parent'],
      },
      { title: 'shows events of descendants', path: '/events?categories={top}', lists: ['show'] },
      {
        title: 'moves to the root with parent 0',
        given: { moved: category('Moved', '{top}') },
        as: 'editor',
        method: 'PATCH',
        path: '/categories/{moved}',
        json: { parent: 0 },
        has: { parent: 0 },
      },
      {
        title: 'moves children up when a category is removed',
        as: 'editor',
        method: 'DELETE',
        path: '/categories/{child}',
        status: 200,
        next: [
          { path: '/categories/{grandchild}', has: { parent: '{top}' } },
          { as: 'editor', method: 'PATCH', path: '/categories/{grandchild}', json: { parent: '{other}' }, has: { parent: '{other}' } },
          { as: 'editor', method: 'PATCH', path: '/categories/{grandchild}', json: { parent: '{top}' }, has: { parent: '{top}' } },
        ],
      },
      {
        title: 'appends the slug of the new parent to a slug that is taken in a move',
        given: { taken: category('Taken'), moved: category('Mover') },
        as: 'editor',
        method: 'PATCH',
        path: '/categories/{moved}',
        json: { slug: 'taken', parent: '{other}' },
        has: { slug: 'taken-other', parent: '{other}' },
      },
      {
        title: 'takes a name in another case whose slug is free',
        given: { reggae: { path: '/categories', json: { name: 'Reggae', slug: 'riddim' } } },
        as: 'editor',
        method: 'POST',
        path: '/categories',
        json: { name: 'REGGAE' },
        status: 201,
        has: { slug: 'reggae' },
      },
      {
        title: 'refuses a name that exists with the slug of a sibling, and says which one has it',
        given: { dub: category('Dub'), step: category('Step') },
        as: 'editor',
        method: 'POST',
        path: '/categories',
        json: { name: 'Dub', slug: 'step' },
        status: 400,
        code: 'term_exists',
        has: { 'data.term_id': '{step}' },
      },
      {
        title: 'appends the slug of the parent to a slug that is taken',
        given: { music: category('Music') },
        as: 'editor',
        method: 'POST',
        path: '/categories',
        json: { name: 'Music', parent: '{music}' },
        status: 201,
        has: { slug: 'music-music' },
        next: [{ as: 'editor', method: 'DELETE', path: '/categories/{music}' }],
      },
    ],
    {
      top: category('Top'),
      other: category('Other'),
      child: category('Child', '{top}'),
      grandchild: category('Grandchild', '{child}'),
      show: { path: '/events', json: { ...EVENT, categories: ['{grandchild}'] } },
    },
  ));

describe('GET /categories: hide_empty of branches', () =>
  play(
    [
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
      { title: 'lists no branches for ?event', path: '/categories?event={show}', lists: ['leaf'] },
      { title: 'lists no branches in the other language', path: '/categories', language: 'fr', lists: [] },
      {
        title: 'hides branches with the last event',
        as: 'editor',
        method: 'DELETE',
        path: '/events/{show}',
        next: [{ path: '/categories', lists: [], has: { total: 0 } }],
      },
    ],
    {
      trunk: category('Trunk'),
      branch: category('Branch', '{trunk}'),
      leaf: category('Leaf', '{branch}'),
      bare: category('Bare', '{trunk}'),
      show: { path: '/events', json: { ...EVENT, categories: ['{leaf}'] } },
    },
  ));

const tag = (name: string): Step => ({ path: '/tags', json: { name } });
const NO_TREE = { status: 400, code: 'rest_taxonomy_not_hierarchical' };

describe('GET and POST /tags: no parent, offset', () =>
  play(
    [
      ...['{top}', '', [1]].flatMap((parent) => [
        {
          title: `refuses the parent ${JSON.stringify(parent)} on creation`,
          as: 'editor' as const,
          method: 'POST',
          path: '/tags',
          json: { name: 'Tag', parent },
          ...NO_TREE,
        },
        {
          title: `refuses the parent ${JSON.stringify(parent)} on update`,
          as: 'editor' as const,
          method: 'PATCH',
          path: '/tags/{one}',
          json: { parent },
          ...NO_TREE,
        },
      ]),
      {
        title: 'takes the parent 0, which events show of tags',
        as: 'editor',
        method: 'POST',
        path: '/tags',
        json: { name: 'At the root', parent: 0 },
        status: 201,
        next: [{ as: 'editor', method: 'PATCH', path: '/tags/{one}', json: { parent: 0 }, status: 200 }],
      },
      {
        title: 'refuses a parent in the language of the request',
        as: 'editor',
        language: 'fr',
        method: 'POST',
        path: '/tags',
        json: { name: 'Étiquette', parent: 1 },
        ...NO_TREE,
        says: /n’ont pas de parent/,
      },
      {
        title: 'takes null for no parent',
        as: 'editor',
        method: 'POST',
        path: '/tags',
        json: { name: 'Null', parent: null },
        status: 201,
        next: [{ as: 'editor', method: 'PATCH', path: '/tags/{one}', json: { parent: null }, status: 200 }],
      },
      { title: 'has no parent in the index (OPTIONS)', method: 'OPTIONS', path: '/tags', hides: /"parent"/ },
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
          ['0', ['a', 'b', 'c', 'd', 'one']],
          ['', ['a', 'b', 'c', 'd', 'one']],
          ['99999999999999999999', []],
        ] as const
      ).map(([offset, lists]) => ({
        title: `reads the offset "${offset}" as WordPress does`,
        path: `${ALL_TAGS}&offset=${offset}`,
        lists,
      })),
      { title: 'has no offset in the index (OPTIONS)', method: 'OPTIONS', path: '/tags', hides: /"offset"/ },
      {
        title: 'ignores ?offset for categories',
        path: '/categories?hide_empty=false&offset=1',
        lists: ['top'],
        hides: /offset/,
      },
    ],
    { top: category('Top'), a: tag('A'), b: tag('B'), c: tag('C'), d: tag('D'), one: tag('One') },
  ));
