import type { Step } from '../../support/scenario';
import { category, event, openPromises, POST_LIKE, patch, refused, TERM_LIKE, tag, venue } from '../../support/stage';

describe('GET of lists: filters', () => {
  const { promise, inBoth } = openPromises();

  describe('values of filters (400)', () => {
    for (const { plural, make } of [POST_LIKE[0], TERM_LIKE[0]])
      promise(
        `total and X-WP-Total count the filtered records: ${plural}`,
        { one: make(`Totalled ${plural}`), two: make(`Totalled too ${plural}`) },
        {
          path: `/${plural}?search=surely+nothing&hide_empty=false`,
          lists: [],
          has: { total: 0, total_pages: 0, next_rest_url: undefined },
          answers: { 'x-wp-total': '0', 'x-tec-totalpages': '0' },
        },
        { path: `/${plural}?search=totalled&hide_empty=false&per_page=1`, has: { total: 2, total_pages: 2 } },
        { path: `/${plural}?search=totalled+too&hide_empty=false`, lists: ['two'], has: { total: 1, total_pages: 1 } },
      );
    for (const { kind, plural, make } of POST_LIKE.slice(1)) {
      promise(
        `has_events and only_with_upcoming are booleans: ${plural}`,
        {
          none: make(`Flagged ${kind} 1`),
          past: make(`Flagged ${kind} 2`),
          next: make(`Flagged ${kind} 3`),
          draft: make(`Flagged ${kind} 4`),
          one: event('Past', { start_date: '2029-01-01', end_date: '2029-01-02', [kind]: ['{past}'] }),
          two: event('Next', { [kind]: ['{next}'] }),
          three: event('Draft', { status: 'draft', [kind]: ['{draft}'] }),
        },
        ...['true', '1'].flatMap((yes): Step[] => [
          { path: `/${plural}?search=flagged&has_events=${yes}`, lists: ['next', 'past'], has: { total: 2 } },
          { path: `/${plural}?search=flagged&only_with_upcoming=${yes}`, lists: ['next'], has: { total: 1 } },
        ]),
        ...['false'].flatMap((no): Step[] => [
          { path: `/${plural}?search=flagged&has_events=${no}`, lists: ['draft', 'none'], has: { total: 2 } },
          { path: `/${plural}?search=flagged&only_with_upcoming=${no}`, lists: ['draft', 'next', 'past', 'none'], has: { total: 4 } },
        ]),
      );
    }
    for (const { kind, plural, make } of TERM_LIKE) {
      const all = `/${plural}?hide_empty=false&search=ordered`;
      promise(
        `order is asc or desc: ${plural}`,
        {
          a: make(`Ordered a ${kind}`, { slug: `oa-${kind}` }),
          b: make(`Ordered b ${kind}`, { slug: `ob-${kind}` }),
          c: make(`Ordered c ${kind}`),
        },
        { path: `${all}&order=asc`, lists: ['a', 'b', 'c'] },
        { path: `${all}&order=desc`, lists: ['c', 'b', 'a'] },
        { path: `${all}&order=ASC`, lists: ['a', 'b', 'c'] },
        { path: `${all}&order=DESC`, lists: ['c', 'b', 'a'] },
        { path: `${all}&slug=oa-${kind},ob-${kind}`, lists: ['a', 'b'] },
        { path: `${all}&slug[]=ob-${kind}&slug[]=oa-${kind}`, lists: ['a', 'b'] },
        { path: `${all}&slug=ob-${kind}`, lists: ['b'] },
        { path: `${all}&slug=nothing,ob-${kind}`, lists: ['b'], has: { total: 1 } },
        { path: `${all}&include={a},{c}`, lists: ['a', 'c'] },
        { path: `${all}&include[]={a}&include[]={c}`, lists: ['a', 'c'] },
        { path: `${all}&exclude={a},{c}`, lists: ['b'] },
      );
    }
    for (const value of ['up', '', 'asc,desc'])
      inBoth(
        `order=${value} is refused`,
        {},
        { path: `/tags?order=${value}`, ...refused('order') },
        {
          en: /Send asc or desc/,
          fr: /Envoyez asc ou desc/,
        },
      );
    for (const [name, value] of [
      ['include', 'jazz'],
      ['include', '1.5'],
      ['include', ''],
      ['exclude', '0'],
    ] as const)
      inBoth(
        `${name}=${value} is refused`,
        {},
        { path: `/tags?${name}=${value}`, ...refused(name) },
        {
          en: /Send existing IDs/,
          fr: /Envoyez des identifiants existants/,
        },
      );
    promise(
      'GET /categories?parent=0 lists the roots',
      { root: category('Rooted one'), low: category('Rooted two', { parent: '{root}' }) },
      { path: '/categories?hide_empty=false&search=rooted&parent=0', lists: ['root'], has: { total: 1 } },
      { path: '/categories?hide_empty=false&search=rooted&parent={root}', lists: ['low'] },
    );
  });

  describe('GET /events?tags with several tags', () => {
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

  describe('GET /events?q', () => {
    promise(
      'finds events in a category below one of this name',
      {
        music: category('Musical'),
        jazz: category('Jazzy', { parent: '{music}' }),
        bebop: category('Bebop', { parent: '{jazz}' }),
        loud: event('Loud', { categories: ['{bebop}'] }),
        named: event('All about the musical'),
      },
      { path: '/events?q=musical&sort=title', lists: ['named', 'loud'] },
      { path: '/events?q=bebop+musical', lists: ['loud'] },
      patch('/categories/{bebop}', { parent: 0 }),
      { path: '/events?q=musical', lists: ['named'] },
    );
  });

  describe('GET /events: cost filters', () => {
    promise(
      'count what is understood as a price, and phrases of free entry as free',
      {
        a: event('Understood a', { cost: 'Entrée libre', date: '2029-01-01' }),
        b: event('Understood b', { cost: '10h-18h', date: '2029-01-02' }),
        c: event('Understood c', { cost: 'CHF 12.-', date: '2029-01-03' }),
      },
      { path: '/events?search=understood&cost_min=0', lists: ['a', 'c'], has: { total: 2 } },
      { path: '/events?search=understood&cost_max=11', lists: ['a'], has: { total: 1 } },
      { path: '/events?search=understood&free=true', lists: ['a'], has: { total: 1 } },
    );
    promise(
      'cost_min and cost_max filter by any price of an event',
      {
        a: event('Priced a', { cost: ['5', '50'], date: '2029-01-01' }),
        b: event('Priced b', { cost: '15', date: '2029-01-02' }),
        c: event('Priced c', { cost: 'Free', date: '2029-01-03' }),
        d: event('Priced d', { cost: 'ask us', date: '2029-01-04' }),
        e: event('Priced e', { date: '2029-01-05' }),
      },
      { path: '/events?search=priced&cost_min=0', lists: ['a', 'b', 'c'], has: { total: 3 } },
      { path: '/events?search=priced&cost_max=1000000', lists: ['a', 'b', 'c'], has: { total: 3 } },
      { path: '/events?search=priced&cost_min=10&cost_max=20', lists: ['b'], has: { total: 1 } },
      { path: '/events?search=priced&cost_min=20', lists: ['a'], has: { total: 1 } },
      { path: '/events?search=priced&cost_max=5', lists: ['a', 'c'], has: { total: 2 } },
      { path: '/events?search=priced&cost_min=50&cost_max=50', lists: ['a'], has: { total: 1 } },
      { path: '/events?search=priced&cost_min=16&cost_max=49', lists: [], has: { total: 0 } },
      patch('/events/{a}', { cost: ['5', '20', '50'] }),
      { path: '/events?search=priced&cost_min=16&cost_max=49', lists: ['a'], has: { total: 1 } },
      patch('/events/{a}', { cost: '' }),
      { path: '/events?search=priced&cost_min=0', lists: ['b', 'c'], has: { total: 2 } },
    );
  });

  describe('GET /events: geoloc filters', () => {
    const near = '/events?search=placed&geoloc_lat=45.76&geoloc_lng=4.84';
    promise(
      'filters by geoloc_lat, geoloc_lng and geoloc_radius',
      {
        lyon: venue('Placed Lyon', { geo_lat: 45.76, geo_lng: 4.84 }),
        vienne: venue('Placed Vienne', { geo_lat: 45.525, geo_lng: 4.875 }),
        sydney: venue('Placed Sydney', { geo_lat: -33.86, geo_lng: 151.2 }),
        nowhere: venue('Placed nowhere'),
        a: event('Placed a', { venue: '{lyon}', date: '2029-01-01' }),
        b: event('Placed b', { venue: '{vienne}', date: '2029-01-02' }),
        c: event('Placed c', { venue: '{sydney}', date: '2029-01-03' }),
        d: event('Placed d', { venue: '{nowhere}', date: '2029-01-04' }),
        e: event('Placed e', { date: '2029-01-05' }),
        f: event('Placed f', { venue: ['{nowhere}', '{lyon}'], date: '2029-01-06' }),
      },
      { path: '/events?search=placed', lists: ['a', 'b', 'c', 'd', 'e', 'f'] },
      { path: '/events?search=placed&geoloc=true', lists: ['a', 'b', 'c', 'f'], has: { total: 4 } },
      { path: '/events?search=placed&geoloc=false', lists: ['d', 'e'], has: { total: 2 } },
      { path: near, lists: ['a', 'f'] },
      { path: `${near}&geoloc_radius=25`, lists: ['a', 'f'] },
      { path: `${near}&geoloc_radius=30`, lists: ['a', 'b', 'f'] },
      { path: `${near}&geoloc_radius=0.5`, lists: ['a', 'f'] },
      { path: `${near}&geoloc_radius=20000`, lists: ['a', 'b', 'c', 'f'] },
      { path: `${near}&geoloc=true`, lists: ['a', 'f'] },
      { path: '/events?search=placed&geoloc_lat=-34&geoloc_lng=151.2', lists: ['c'] },
      patch('/venues/{nowhere}', { geo_lat: 45.76, geo_lng: '4.84' }),
      { path: near, lists: ['a', 'd', 'f'] },
      patch('/venues/{nowhere}', { geo_lat: '', geo_lng: null }),
      { path: near, lists: ['a', 'f'] },
    );
    inBoth(
      'geoloc_lng without geoloc_lat is refused',
      {},
      { path: '/events?geoloc_lng=5', ...refused('geoloc_lat') },
      {
        en: /Send both geoloc_lat and geoloc_lng/,
        fr: /Envoyez à la fois geoloc_lat et geoloc_lng/,
      },
    );
    promise(
      'geo_lat and geo_lng of venues are accepted and answered, also 0 and the bounds',
      { spot: venue('Spot', { geo_lat: -33.86, geo_lng: '151.2' }), here: event('Harbour', { venue: '{spot}' }) },
      { path: '/venues/{spot}', has: { geo_lat: -33.86, geo_lng: 151.2 } },
      { path: '/venues?search=spot', has: { 'venues[0].geo_lat': -33.86, 'venues[0].geo_lng': 151.2 } },
      { path: '/events/{here}', has: { 'venue.geo_lat': -33.86, 'venue.geo_lng': 151.2 } },
      patch('/venues/{spot}', { geo_lat: 0, geo_lng: 0 }, { has: { geo_lat: 0, geo_lng: 0 } }),
      patch('/venues/by-slug/spot', { geo_lat: 90 }, { has: { geo_lat: 90, geo_lng: 0 } }),
    );
  });
});
