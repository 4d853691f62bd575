import { event, openPromises, tag } from '../../support/stage';

describe('GET /events?tags with several tags', () => {
  const { promise } = openPromises();
  promise(
    'lists the events of each tag, by ID, slug and name, with commas and as a list',
    {
      ta: tag('Réd', { slug: 'red-one' }),
      tb: tag('Blue'),
      tc: tag('Pale'),
      a: event('Tagged a', { tags: ['{ta}'], date: '2029-01-01' }),
      b: event('Tagged b', { tags: ['{tb}'], date: '2029-01-02' }),
      ab: event('Tagged ab', { tags: ['{ta}', '{tb}'], date: '2029-01-03' }),
      c: event('Tagged c', { tags: ['{tc}'], date: '2029-01-04' }),
      none: event('Tagged by none', { date: '2029-01-05' }),
    },
    { path: '/events?tags={ta}', lists: ['a', 'ab'] },
    ...['{ta},{tb}', '{tb},{ta}', 'red-one,blue', 'blue,{ta}', '{ta},+{tb}', '{ta},,{tb}'].map((tags) => ({
      path: `/events?tags=${tags}`,
      lists: ['a', 'b', 'ab'],
      has: { total: 3 },
    })),
    { path: '/events?tags[]={ta}&tags[]={tb}', lists: ['a', 'b', 'ab'] },
    { path: '/events?tags[]=red-one&tags[]={tc}', lists: ['a', 'ab', 'c'] },
    { path: '/events?tags={ta},{tb},{tc}&per_page=2&page=2', lists: ['ab', 'c'], has: { total: 4 }, says: /tags=\d+,\d+,\d+/ },
  );
});
