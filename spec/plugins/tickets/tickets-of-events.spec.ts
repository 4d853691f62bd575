import { plugin } from '../../../fixtures/plugins/tickets/index';
import { play, type Scenario, type Step } from '../../support/scenario';
import { event, patch, refused, remove } from '../../support/stage';

const ticket = (title: string, to: string, price: number, more: object = {}): Step => ({
  path: '/tickets',
  json: { title, event: `{${to}}`, price, ...more },
});
/** An event with tickets at these prices. */
const priced = (name: string, prices: readonly number[], made: Step = event(name)): Readonly<Record<string, Step>> => ({
  [name]: made,
  ...Object.fromEntries(prices.map((price, at) => [`${name}${at}`, ticket(`Ticket ${at}`, name, price)])),
});

describe('tickets plugin: events with tickets', () => {
  describe('cost and cost_details', () => {
    /** Ticket prices, with the cost of the event in English and French and its values. */
    const costs: readonly (readonly [prices: readonly number[], en: string, fr: string, values: readonly string[]])[] = [
      [[0, 25], 'Free – $25', 'Gratuit – $25', ['0', '25']],
      [[30, 7.5, 30, 12], '$7.50 – $30', '$7,50 – $30', ['7.50', '12', '30']],
      [[9, 100], '$9 – $100', '$9 – $100', ['9', '100']],
    ];
    const shown = ([prices, en, fr, values]: (typeof costs)[number], at: number): Scenario => {
      const language = at % 2 === 0 ? 'en' : 'fr';
      return {
        title: `${prices.join(' and ')}: ${language === 'en' ? en : fr}`,
        given: priced(`cost${at}`, prices, event('Priced', { cost: '3' }, { language })),
        path: `/events/{cost${at}}`,
        // The cost is in the language of the event, not of the request.
        language: 'en',
        has: { cost: language === 'en' ? en : fr, 'cost_details.values': values },
      };
    };

    play(
      [
        ...costs.map(shown),
        {
          title: 'lists show the cost of each event',
          path: '/events?include={free},{dear},{none}',
          has: { 'events.0.cost': '$300', 'events.1.cost': 'Free', 'events.2.cost': '$8' },
        },
        {
          title: 'an event without tickets has its own cost',
          path: '/events/{none}',
          has: { cost: '$8', 'cost_details.values': ['8'], tickets: [] },
        },
        {
          title: 'an event gets its own cost back once the last ticket is trashed, also after writing back',
          given: priced('once', [15], event('Once', { cost: '3' })),
          ...patch('/events/{once}', { cost: '$15', title: 'Once more' }),
          has: { cost: '$15', title: 'Once more' },
          next: [remove('/tickets/{once0}'), { path: '/events/{once}', has: { cost: '$3', tickets: [] } }],
        },
        {
          title: 'a cost that is written meanwhile is shown once the last ticket is trashed',
          given: priced('given', [15], event('Given', { cost: '3' })),
          ...patch('/events/{given}', { cost: '4' }),
          has: { cost: '$15' },
          next: [remove('/tickets/{given0}'), { path: '/events/{given}', has: { cost: '$4' } }],
        },
        {
          title: 'drafts of tickets do not count',
          given: { drafted: event('Drafted'), draft: ticket('Draft', 'drafted', 5, { status: 'draft' }) },
          path: '/events/{drafted}',
          as: 'admin',
          has: { cost: '', tickets: [] },
        },
      ],
      {
        none: event('None', { cost: '8', date: '2030-01-01' }),
        ...priced('free', [0], event('Free', { date: '2029-12-31' })),
        ...priced('dear', [300], event('Dear', { date: '2029-12-30' })),
      },
      {},
      [plugin],
    );
  });

  describe('cost with CURRENCY_SYMBOL and CURRENCY_POSITION', () => {
    play(
      [
        {
          title: 'postfix: the symbol follows the price',
          path: '/events/{fair}',
          has: { cost: '7,50€ – 30€', 'json_ld.offers.0.priceCurrency': 'EUR' },
        },
        { title: '0 is shown as Gratuit', path: '/events/{free}', has: { cost: 'Gratuit' } },
      ],
      {
        ...priced('fair', [30, 7.5], event('Foire', {}, { language: 'fr' })),
        ...priced('free', [0], event('Libre', {}, { language: 'fr' })),
      },
      { CURRENCY_SYMBOL: '€', CURRENCY_POSITION: 'postfix' },
      [plugin],
    );
  });

  describe('tickets and json_ld.offers', () => {
    const offer = (at: number, has: Readonly<Record<string, unknown>>) =>
      Object.fromEntries(Object.entries(has).map(([name, value]) => [`json_ld.offers.${at}.${name}`, value]));
    const AVAILABLE = 'https://schema.org/';

    play(
      [
        {
          title: 'tickets are shown whole, newest first, without their event',
          path: '/events/{concert}',
          has: {
            'tickets.0.title': 'Over',
            'tickets.4.title': 'Now',
            'tickets.4.price': 10,
            'tickets.4.on_sale': true,
            'tickets.4.event': '{concert}',
            'tickets.length': 5,
          },
        },
        { title: 'lists show tickets too', path: '/events', has: { 'events.0.tickets.length': 5, 'events.0.json_ld': undefined } },
        {
          title: 'a single event has json_ld.offers',
          path: '/events/by-slug/concert',
          has: {
            'json_ld.name': 'Concert',
            'json_ld.offers.length': 5,
            ...offer(4, {
              '@type': 'Offer',
              name: 'Now',
              price: 10,
              priceCurrency: 'USD',
              availability: `${AVAILABLE}InStock`,
              validFrom: '2030-01-01T00:00:00+00:00',
              availabilityEnds: '2030-05-01T00:00:00+00:00',
            }),
            ...offer(3, { name: 'Ever', availability: `${AVAILABLE}InStock`, validFrom: undefined, availabilityEnds: undefined }),
            ...offer(2, { name: 'None', availability: `${AVAILABLE}SoldOut` }),
            ...offer(1, { name: 'Later', availability: `${AVAILABLE}PreOrder` }),
            ...offer(0, { name: 'Over', availability: `${AVAILABLE}OutOfStock` }),
          },
          says: /"url":"http:[^"]*\/en\/event\/concert\/"/,
        },
        {
          title: 'without tickets the offer is the own cost',
          path: '/events/{none}',
          has: { tickets: [], 'json_ld.offers.price': '8', 'json_ld.offers.@type': 'Offer' },
        },
        {
          title: 'without tickets and cost there is no offer',
          path: '/events/{bare}',
          has: { tickets: [], cost: '', 'json_ld.offers': undefined },
        },
      ],
      {
        bare: event('Bare', { date: '2029-01-01', start_date: '2030-07-01', end_date: '2030-07-01' }),
        none: event('None', { cost: '8', start_date: '2030-06-01', end_date: '2030-06-01' }),
        concert: event('Concert', { cost: '1' }),
        now: ticket('Now', 'concert', 10, { sales_start: '2030-01-01T00:00:00Z', sales_end: '2030-05-01T00:00:00Z', date: '2030-01-01' }),
        ever: ticket('Ever', 'concert', 11, { date: '2030-01-02' }),
        out: ticket('None', 'concert', 12, { capacity: 0, date: '2030-01-03' }),
        later: ticket('Later', 'concert', 13, { sales_start: '2030-02-01T00:00:00Z', date: '2030-01-04' }),
        over: ticket('Over', 'concert', 14, { sales_end: '2030-01-01T00:00:00Z', date: '2030-01-05' }),
        draft: ticket('Draft', 'concert', 15, { status: 'draft' }),
      },
      {},
      [plugin],
    );
  });

  describe('GET /events?ticketed', () => {
    play(
      [
        { title: 'ticketed=true lists events with tickets', path: '/events?ticketed=true', lists: ['one', 'two'], has: { total: 2 } },
        { title: 'ticketed=false lists events without', path: '/events?ticketed=false', lists: ['bare', 'drafted'], has: { total: 2 } },
        { title: 'ticketed=maybe is refused (400)', path: '/events?ticketed=maybe', ...refused('ticketed') },
        { title: 'ticketed combines with search', path: '/events?ticketed=true&search=two', lists: ['two'] },
        { title: 'ticketed combines with include', path: '/events?ticketed=true&include={two},{bare}', lists: ['two'] },
        {
          title: 'pages have links that repeat ticketed',
          path: '/events?ticketed=true&per_page=1',
          lists: ['one'],
          has: { total: 2, total_pages: 2 },
          says: /"rest_url":"[^"]*ticketed=true[^"]*".*"next_rest_url":"[^"]*ticketed=true[^"]*page=2"/,
        },
      ],
      {
        one: event('One', { start_date: '2030-05-01', end_date: '2030-05-01' }),
        bare: event('Bare', { start_date: '2030-05-02', end_date: '2030-05-02' }),
        two: event('Two', { start_date: '2030-05-03', end_date: '2030-05-03', categories: ['Music'] }),
        drafted: event('Drafted', { start_date: '2030-05-04', end_date: '2030-05-04', categories: ['Music'] }),
        t1: ticket('One', 'one', 5),
        t2: ticket('Two', 'two', 5),
        t3: ticket('Two again', 'two', 6),
        t4: ticket('Draft', 'drafted', 5, { status: 'draft' }),
      },
      {},
      [plugin],
    );
  });

  describe('password-protected events', () => {
    play(
      [
        {
          title: 'seem to have none, and no cost',
          path: '/events?ticketed=false',
          lists: ['locked'],
          has: { 'events.0.cost': '', 'events.0.cost_details.values': [], 'events.0.tickets': null },
        },
        { title: 'are not among those with tickets', path: '/events?ticketed=true', lists: [], has: { total: 0 } },
        {
          title: 'are complete for editors',
          as: 'editor',
          path: '/events?ticketed=true&status=publish',
          lists: ['locked'],
          has: { 'events.0.cost': '$5', 'events.0.tickets.length': 1 },
        },
        {
          title: 'are complete with the password',
          path: '/events?ticketed=true&password=sesame&include={locked}',
          lists: ['locked'],
          has: { 'events.0.cost': '$5' },
          next: [
            { path: '/events?ticketed=false&password=sesame&include={locked}', lists: [] },
            { path: '/events/{locked}?password=sesame', has: { cost: '$5', 'tickets.length': 1, 'json_ld.offers.length': 1 } },
            { path: '/events/{locked}', status: 403, code: 'event-password-protected' },
          ],
        },
        { title: 'cannot be asked for their tickets', path: '/tickets?event={locked}', ...refused('event') },
        {
          title: 'get no tickets from users who may not see them',
          as: 'author',
          method: 'POST',
          ...ticket('Mine', 'locked', 5),
          ...refused('event'),
        },
        {
          title: 'stay linked where a ticket is written back as it was read, though every ticket needs an event',
          given: { own: ticket('Own', 'locked', 5, { author: '{author}' }) },
          ...patch('/tickets/{own}', { title: 'Owned', event: null }),
          as: 'author',
          has: { title: 'Owned', event: null },
          next: [{ as: 'editor', path: '/tickets/{own}', has: { event: '{locked}' } }],
        },
      ],
      {
        locked: event('locked'),
        lockedT: ticket('locked', 'locked', 5),
        toLocked: patch('/events/{locked}', { password: 'sesame' }),
      },
      {},
      [plugin],
    );
  });
});
