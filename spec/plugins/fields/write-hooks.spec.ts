import { expect } from 'chai';
import type { Plugin } from '../../../lib/program/plugins/plugin';
import { openPromises } from '../../support/stage';
import { description, kindOf } from '../samples';

/** Fields whose stored form differs from the sent value. */
const plugin: Plugin = (registry) => {
  registry.registerPostLike({
    ...kindOf('talk', 'conférence'),
    fields: {
      opens: {
        type: 'string',
        format: 'date-time',
        default: '2031-01-01T00:00:00.000Z',
        sort: true,
        write: (sent: string) => new Date(sent),
        show: (stored: Date) => stored.toISOString(),
        description,
      },
      code: { type: 'string', default: 'abc', write: (sent: string) => sent.toUpperCase(), description },
    },
  });
};

describe('registerField: write and read hooks', () => {
  const { stage } = openPromises({}, [plugin]);
  const ids: number[] = [];
  const stored = (id: number) => stage().service.services.connection.collection<{ _id: number }>('talks').findOne({ _id: id });

  before(async () => {
    for (const [title, opens] of [['March', '2030-03-01T00:00:00Z'], ['January', '2030-01-01T00:00:00Z'], ['Usual']]) {
      const { body, status } = await stage().ask('POST', '/talks', { as: 'admin', json: { title, ...(opens && { opens }) } });
      expect(status).to.equal(201);
      ids.push(body.id);
    }
  });

  it('write is called for the default', async () => {
    const { body } = await stage().ask('GET', `/talks/${ids[2]}`);
    expect(body).to.include({ opens: '2031-01-01T00:00:00.000Z', code: 'ABC' });
    expect((await stored(ids[2] ?? 0)) as unknown)
      .to.have.nested.property('fields.opens')
      .that.is.a('date');
  });

  it('the default is shown for older records, and stored with the next change', async () => {
    const [id = 0] = ids;
    const talks = stage().service.services.connection.collection<{ _id: number }>('talks');
    await talks.updateOne({ _id: id }, { $unset: { fields: '' } });
    expect((await stage().ask('GET', `/talks/${id}`)).body).to.include({ opens: '2031-01-01T00:00:00.000Z', code: 'abc' });
    const { body } = await stage().ask('PATCH', `/talks/${id}`, {
      as: 'admin',
      json: { title: 'March again', opens: '2030-03-01T00:00:00Z' },
    });
    expect(body).to.include({ opens: '2030-03-01T00:00:00.000Z', code: 'ABC' });
  });

  it('date-times are sorted by instant', async () => {
    const { body } = await stage().ask('GET', '/talks?orderby=opens&order=asc&_fields=talks.title&per_page=2');
    expect(body.talks).to.deep.equal([{ title: 'January' }, { title: 'March again' }]);
  });

  it('null restores the default', async () => {
    const { body } = await stage().ask('PATCH', `/talks/${ids[1]}`, { as: 'admin', json: { opens: null, code: null } });
    expect(body).to.include({ opens: '2031-01-01T00:00:00.000Z', code: 'ABC' });
  });
});
