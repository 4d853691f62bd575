import { plugin } from '../../../fixtures/plugins/tickets/index';
import { LANGUAGES } from '../../../lib/language';
import { play, type Scenario, type Step } from '../../support/scenario';
import { event, patch, refused } from '../../support/stage';

const PARIS = { SITE_TIMEZONE: 'Europe/Paris' };

const ticket = (title: string, to: string, price: number, more: object = {}, overrides: Partial<Step> = {}): Step => ({
  path: '/tickets',
  json: { title, event: `{${to}}`, price, ...more },
  ...overrides,
});
const creating = (more: object, overrides: Partial<Step> = {}): Step => ({
  as: 'editor',
  method: 'POST',
  path: '/tickets',
  json: { title: 'Ticket', event: '{concert}', price: 5, ...more },
  ...overrides,
});

describe('tickets plugin: /tickets', () => {
  describe('POST, PATCH and DELETE /tickets', () => {
    const created = (title: string, more: object, has: Step['has']): Scenario => ({
      title,
      ...creating(more),
      status: 201,
      has: has ?? {},
    });
    const wrong = (title: string, more: object, ...params: readonly string[]): Scenario => ({
      title: `are refused ${title}`,
      ...creating(more),
      ...refused(...params),
    });

    play(
      [
        created(
          'have all that a kind has, and what the plugin adds',
          { description: 'One seat', slug: 'front' },
          {
            title: 'Ticket',
            slug: 'front',
            status: 'publish',
            language: 'en',
            event: '{concert}',
            price: 5,
            capacity: null,
            sales_start: null,
            sales_end: null,
            on_sale: true,
            tickets: undefined,
          },
        ),
        created('may be free, and few', { price: 0, capacity: 0 }, { price: 0, capacity: 0 }),
        created('take numbers as forms send them', { price: '0.07', capacity: '20' }, { price: 0.07, capacity: 20 }),
        {
          title: 'need an event and a price',
          ...creating({}),
          json: { title: 'Ticket' },
          status: 400,
          code: 'rest_missing_callback_param',
          params: ['event', 'price'],
        },
        wrong('below nothing', { price: -1 }, 'price'),
        wrong('with parts of a cent', { price: 1.005 }, 'price'),
        wrong('with less than none', { capacity: -1 }, 'capacity'),
        wrong('with half of one', { capacity: 1.5 }, 'capacity'),
        wrong('with an end in no month', { sales_end: '2030-13-01T00:00:00Z' }, 'sales_end'),
        {
          title: 'can be changed, also by a whole record that was read',
          given: {
            kept: ticket('Kept', 'concert', 10, { capacity: 7, sales_start: '2030-01-01T00:00:00', sales_end: '2030-05-01T00:00:00Z' }),
          },
          ...patch('/tickets/{kept}', { price: 12, event: '{festival}' }),
          has: { price: 12, event: '{festival}', capacity: 7 },
          next: [
            patch('/tickets/{kept}', { capacity: null, sales_end: null }, { has: { capacity: null, sales_end: null } }),
            patch('/tickets/{kept}', { price: null }, refused('price')),
            patch('/tickets/{kept}', { event: null }, refused('event')),
            { path: '/tickets/{kept}', has: { price: 12, event: '{festival}', sales_start: '2030-01-01T00:00:00+01:00' } },
          ],
        },
      ],
      { concert: event('Concert'), festival: event('Festival') },
      PARIS,
      [plugin],
    );
  });

  describe('GET /tickets', () => {
    const listing = (query: string, ...lists: readonly string[]): Scenario => ({
      title: `by ${query || 'publication, newest first'}`,
      path: `/tickets${query}`,
      lists,
    });
    play(
      [
        listing('', 'box', 'seat', 'stand'),
        listing('?event={concert}', 'seat', 'stand'),
        listing('?price=10', 'stand'),
        listing('?orderby=price&order=desc', 'box', 'seat', 'stand'),
        listing('?search=velvet', 'seat'),
      ],
      {
        concert: event('Concert'),
        play: event('Play'),
        stand: ticket('Standing', 'concert', 10, { date: '2030-01-01 10:00:00' }),
        seat: ticket('Seat', 'concert', 25, { description: 'Red velvet', date: '2030-01-02 10:00:00' }),
        box: ticket('Box', 'play', 40, { date: '2030-01-03 10:00:00' }),
      },
      {},
      [plugin],
    );
  });

  describe('on_sale, sales_start and sales_end', () => {
    /** Times of sale. 12:00 UTC on 15 January 2030 is 13:00 in Paris. */
    const moments: readonly (readonly [title: string, sent: string, shown: string])[] = [
      ['without an offset, in the zone of the site', '2030-06-01T18:00:00', '2030-06-01T18:00:00+02:00'],
      ['in winter too', '2030-01-15 13:00:00', '2030-01-15T13:00:00+01:00'],
      ['in UTC', '2030-06-01T16:00:00Z', '2030-06-01T18:00:00+02:00'],
      ['with an offset', '2030-06-01T12:00:00-04:00', '2030-06-01T18:00:00+02:00'],
      ['with fractions of a second, which are dropped', '2030-06-01T16:00:00.750Z', '2030-06-01T18:00:00+02:00'],
      ['in the hour that the clocks show twice', '2030-10-27T01:30:00Z', '2030-10-27T02:30:00+01:00'],
    ];
    const ENDS_EARLY = {
      en: /Send an end of the sale that is not before its start\./,
      fr: /Envoyez une fin de vente qui ne précède pas son début\./,
    };
    const NO_MOMENT = { en: /Send a date and time that exist/, fr: /Envoyez une date et une heure qui existent/ };

    play(
      [
        ...moments.map(
          ([title, sent, shown], at): Scenario => ({
            title: `which may be sent ${title}, and can be written back`,
            given: { [`moment${at}`]: ticket('Moment', 'concert', 5, { sales_start: sent }) },
            path: `/tickets/{moment${at}}`,
            has: { sales_start: shown },
            next: [patch(`/tickets/{moment${at}}`, { sales_start: shown }, { has: { sales_start: shown } })],
          }),
        ),
        ...LANGUAGES.map(
          (language): Scenario => ({
            title: `which must come in this order (${language})`,
            ...creating({ sales_start: '2030-02-01T00:00:00Z', sales_end: '2030-01-31T23:59:59Z' }, { language }),
            ...refused('sales_end'),
            says: ENDS_EARLY[language],
          }),
        ),
        {
          title: 'also where only one of them is changed',
          ...patch('/tickets/{now}', { sales_start: '2031-01-01T00:00:00Z' }),
          ...refused('sales_end'),
        },
        { title: 'which must exist', ...creating({ sales_end: '2030-06-01T18:00:00+29' }), ...refused('sales_end') },
        ...LANGUAGES.map(
          (language): Scenario => ({
            title: `which must be of the years 1 to 9999 (${language})`,
            ...creating({ sales_end: '0000-06-01T18:00:00Z' }, { language }),
            ...refused('sales_end'),
            says: NO_MOMENT[language],
          }),
        ),
        {
          title: 'refuses dates without a time for sales_start and sales_end',
          ...creating({ status: 'draft', sales_start: '2030-02-01', sales_end: '2030-02-01' }),
          ...refused('sales_start', 'sales_end'),
        },
        {
          title: 'on_sale=true lists tickets that are on sale now',
          path: '/tickets?on_sale=true&event={sale}',
          lists: ['now', 'ever', 'starting'],
        },
        { title: 'on_sale=false lists the others', path: '/tickets?on_sale=false&event={sale}', lists: ['ended', 'later', 'over'] },
        { title: 'on_sale is true at sales_start', path: '/tickets/{starting}', has: { on_sale: true } },
        { title: 'on_sale is false after sales_end', path: '/tickets/{ended}', has: { on_sale: false } },
        { title: 'on_sale cannot be written', ...patch('/tickets/{over}', { on_sale: true }), has: { on_sale: false } },
      ],
      {
        concert: event('Concert'),
        sale: event('Sale'),
        over: ticket('Over', 'sale', 5, { sales_end: '2030-01-01T00:00:00Z', date: '2030-01-01' }),
        later: ticket('Later', 'sale', 5, { sales_start: '2030-01-16T00:00:00Z', date: '2030-01-02' }),
        ended: ticket('Ended', 'sale', 5, { sales_end: '2030-01-15T12:00:00Z', date: '2030-01-03' }),
        starting: ticket('Starting', 'sale', 5, { sales_start: '2030-01-15T12:00:00Z', date: '2030-01-04' }),
        ever: ticket('Ever', 'sale', 5, { date: '2030-01-05' }),
        now: ticket('Now', 'sale', 5, { sales_start: '2030-01-01T00:00:00Z', sales_end: '2030-02-01T00:00:00Z', date: '2030-01-06' }),
      },
      PARIS,
      [plugin],
    );
  });
});
