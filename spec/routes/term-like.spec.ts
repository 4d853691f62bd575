import { play, type Step } from './scenario';
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
const EVENT = { title: 'Show', start_date: '2030-05-06 10:00:00', end_date: '2030-05-06 12:00:00' };

describe('categories: the tree', () =>
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
        next: [{ path: '/categories/{grandchild}', has: { parent: '{top}' } }],
      },
      {
        title: 'refuses the parent of a tag',
        as: 'editor',
        method: 'POST',
        path: '/tags',
        json: { name: 'Tag', parent: '{top}' },
        status: 400,
        code: 'rest_taxonomy_not_hierarchical',
      },
      {
        title: 'puts the slug of the parent behind a slug that is taken',
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
