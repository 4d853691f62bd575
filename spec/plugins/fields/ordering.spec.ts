import { expect } from 'chai';
import type { Plugin } from '../../../lib/program/plugins/plugin';
import type { Answer } from '../../support/service';
import { openPromises } from '../../support/stage';

const RECORDS: Readonly<Record<string, object>> = {
  events: { title: 'Evening', start_date: '2030-05-06 10:00:00', end_date: '2030-05-06 12:00:00' },
  venues: { venue: 'Hall' },
};
const PLURALS = Object.keys(RECORDS);
const DOORS = [30, 10, 20];

const sorting: Plugin = (registry) => {
  for (const plural of PLURALS)
    registry.registerField(plural, 'doors', {
      type: 'integer',
      sort: true,
      filter: true,
      description: { en: 'Minutes before', fr: 'Minutes avant' },
    });
};

/** Sort parameters of clients that do not know the plugin. The calendar's own lists ignore them. */
const IGNORED = [
  ...['orderby=start_date', 'orderby=title&order=desc', 'orderby=start_date&order=up', 'orderby=', 'orderby=DOORS'],
  ...['orderby=doors,title', 'orderby[]=doors', 'orderby[doors]=doors&order=desc', 'orderby=constructor', 'order=desc', 'order=up'],
  ...['order[]=asc'],
];

describe('registerField: sort on lists of the calendar', () => {
  const { stage } = openPromises({}, [sorting]);
  before(async () => {
    for (const plural of PLURALS) {
      for (const doors of DOORS) {
        const { status, text } = await stage().ask('POST', `/${plural}`, { as: 'editor', json: { ...RECORDS[plural], doors } });
        expect(status, text).to.equal(201);
      }
    }
  });

  const doorsIn = ({ body }: Answer, plural: string) => body[plural].map(({ doors }: { doors: number }) => doors);

  for (const plural of PLURALS) {
    it(`an unknown orderby is ignored: ${plural}`, async () => {
      const { body: plain } = await stage().ask('GET', `/${plural}?per_page=2`);
      expect(plain.next_rest_url).to.be.a('string').that.does.not.include('order');
      for (const query of IGNORED) {
        const { status, body } = await stage().ask('GET', `/${plural}?per_page=2&${query}`);
        expect([status, body], query).to.deep.equal([200, plain]);
      }
    });

    it(`orderby sorts by the field, also on linked pages: ${plural}`, async () => {
      for (const [query, order] of [
        ['orderby=doors', [10, 20, 30]],
        ['orderby=doors&order=asc', [10, 20, 30]],
        ['order=desc&orderby=doors', [30, 20, 10]],
      ] as const) {
        const first = await stage().ask('GET', `/${plural}?per_page=2&${query}`);
        const next = await stage().ask('GET', first.body.next_rest_url.replace(stage().address, '/'));
        expect([...doorsIn(first, plural), ...doorsIn(next, plural)], query).to.deep.equal(order);
      }
    });

    it(`a wrong order is refused: ${plural}`, async () => {
      for (const order of ['up', '', 'ASC']) {
        const { status, body, text } = await stage().ask('GET', `/${plural}?orderby=doors&order=${order}`);
        expect([status, Object.keys(body.data.params ?? {})], text).to.deep.equal([400, ['order']]);
      }
    });

    it(`orderby is documented: ${plural}`, async () => {
      const { orderby, order } = (await stage().ask('OPTIONS', `/${plural}`)).body.endpoints[0].args;
      expect(orderby).to.include({ type: 'string' }).and.not.have.property('enum');
      expect(orderby.description).to.include('doors').and.include('ignored');
      expect(order).to.not.have.property('enum');
      expect(order.description).to.include('asc or desc').and.include('ignored');
    });
  }
});
