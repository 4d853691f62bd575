import { expect } from 'chai';
import type { Plugin } from '../../../lib/program/plugins/plugin';
import { openPromises } from '../../support/stage';
import { description, kindOf } from '../samples';

const plugin: Plugin = (registry) => {
  registry.registerPostLike({
    ...kindOf('stand'),
    fields: {
      place: { link: 'venues', required: true, description },
      others: { link: 'venues', many: true, description },
      free: { type: 'object', additionalProperties: true, description },
    },
  });
};

describe('plugins: hostile input and races', () => {
  const { stage } = openPromises({}, [plugin]);
  const make = async (path: string, json: object): Promise<number> =>
    (await stage().step({ as: 'admin', method: 'POST', path, json, status: 201 })).body.id;

  it('_bsontype is refused at any depth', async () => {
    const place = await make('/venues', { venue: 'Marked' });
    for (const free of [{ _bsontype: 'ObjectId' }, { a: [{ b: { _bsontype: 'Long' } }] }]) {
      const { status, body } = await stage().ask('POST', '/stands', { as: 'admin', language: 'fr', json: { title: 'M', place, free } });
      expect(status).to.equal(400);
      expect(body.data.params.free).to.include('« _bsontype »');
    }
  });

  it('a link is never stored to a record that is deleted at the same time', async () => {
    const stands = stage().service.services.connection.collection<{ _id: number; fields: { place: number | null; others: number[] } }>(
      'stands',
    );
    for (let round = 0; round < 3; round++) {
      const venue = await make('/venues', { venue: `Fleeting ${round}` });
      const other = await make('/venues', { venue: `Staying ${round}` });
      const stand = await make('/stands', { title: `Stand ${round}`, place: other });
      await stage().ask('DELETE', `/venues/${venue}`, { as: 'admin' });
      const [linked, removed] = await Promise.all([
        stage().ask('PATCH', `/stands/${stand}`, { as: 'admin', json: { place: venue, others: [venue] } }),
        stage().ask('DELETE', `/venues/${venue}?force=true`, { as: 'admin' }),
      ]);
      expect(removed.status).to.equal(200);
      expect(linked.status).to.be.oneOf([200, 400]);
      const { fields } = (await stands.findOne({ _id: stand })) ?? { fields: { place: venue, others: [venue] } };
      expect([fields.place, ...fields.others]).to.not.include(venue);
    }
  });

  it('deleting a record removes links to it, single or many', async () => {
    const stands = stage().service.services.connection.collection<{ _id: number }>('stands');
    const venue = await make('/venues', { venue: 'Turned' });
    const other = await make('/venues', { venue: 'Kept' });
    const stand = await make('/stands', { title: 'Turned', place: venue, others: [venue] });
    await stands.updateOne({ _id: stand }, { $set: { 'fields.place': [venue, other], 'fields.others': venue } } as object);
    await stage().ask('DELETE', `/venues/${venue}`, { as: 'admin' });
    expect((await stage().ask('DELETE', `/venues/${venue}?force=true`, { as: 'admin' })).status).to.equal(200);
    expect(await stands.findOne({ _id: stand })).to.deep.include({ fields: { place: [other], others: [], free: null } });
  });
});
