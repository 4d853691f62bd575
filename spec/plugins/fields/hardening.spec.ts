import { expect } from 'chai';
import type { Plugin } from '../../../lib/program/plugins/plugin';
import { reply } from '../../../lib/registry/answers/reply';
import { CREATABLE } from '../../../lib/registry/registry';
import { type Running, startService } from '../../support/service';
import { description } from '../samples';

const POLYNOMIAL = '^(.*),(.*),(.*);$';
const CODE = { type: 'string', pattern: POLYNOMIAL, description } as const;

const plugin: Plugin = (registry) => {
  registry.registerRoute('stands/v1', '/codes', {
    methods: CREATABLE,
    permission: 'public',
    args: {
      code: CODE,
      codes: { type: 'array', items: { type: ['string', 'integer'], pattern: '^(a+)+$' }, description },
      either: { anyOf: [{ type: 'string', pattern: '^(\\w+\\s?)*$' }, CODE], description },
      named: { type: 'object', patternProperties: { [POLYNOMIAL]: { type: 'integer' } }, additionalProperties: false, description },
      loose: { type: 'object', patternProperties: { [POLYNOMIAL]: { type: 'integer' } }, description },
    },
    answers: { type: 'object', additionalProperties: { type: ['string', 'array', 'object'], pattern: '^[^!]*[^!]*[^!]*$' } },
    handle: ({ params }) => reply(params as Record<string, string>, { status: 201 }),
  });
  registry.registerField('venues', 'code', CODE);
  registry.registerPostLike({
    kind: 'stand',
    plural: 'stands',
    name: { en: 'stand', fr: 'stand' },
    names: { en: 'stands', fr: 'stands' },
    fields: {
      place: { link: 'venues', required: true, description },
      others: { link: 'venues', many: true, description },
      free: { type: 'object', additionalProperties: true, description },
    },
  });
};

describe('plugins: hostile input and races', () => {
  let running: Running;
  const make = async (path: string, json: object): Promise<number> => {
    const { status, body, text } = await running.ask('POST', path, { as: 'admin', json });
    expect(status, text).to.equal(201);
    return body.id;
  };
  before(async () => {
    running = await startService({ plugins: [plugin] });
  });
  after(() => running.stop());

  const commas = ','.repeat(60_000);
  const send = (json: object) => running.ask('POST', '//en/stands/v1/codes', { json });
  for (const [title, json, code] of [
    ['a text', { code: commas }, 'rest_invalid_pattern'],
    ['items', { codes: [`${'a'.repeat(50_000)}!`] }, 'rest_invalid_pattern'],
    ['branches', { either: `${'ab '.repeat(20_000)}!` }, 'rest_no_matching_schema'],
    ['the names of properties', { named: { [commas]: 1 } }, 'rest_additional_properties_forbidden'],
  ] as const) {
    it(`patterns match hostile ${title} in linear time`, async () => {
      const { status, body } = await send(json);
      const [name = ''] = Object.keys(json);
      expect([status, body.code, body.data.details[name].code]).to.deep.equal([400, 'rest_invalid_param', code]);
      expect((await running.ask('GET', '/events')).status).to.equal(200);
    });
  }

  it('patterns of answers match hostile texts in linear time', async () => {
    expect((await send({ loose: { [commas]: 'a' }, code: `${commas};` })).status).to.equal(201);
    expect((await send({ code: `${'a'.repeat(60_000)}!,,;` })).status).to.equal(500);
  });

  it('patterns of fields match hostile texts in linear time', async () => {
    const { status, body } = await running.ask('POST', '/venues', { as: 'admin', json: { venue: 'Hostile', code: commas } });
    expect([status, body.data.details.code.code]).to.deep.equal([400, 'rest_invalid_pattern']);
  });

  it('_bsontype is refused at any depth', async () => {
    const place = await make('/venues', { venue: 'Marked' });
    for (const free of [{ _bsontype: 'ObjectId' }, { a: [{ b: { _bsontype: 'Long' } }] }]) {
      const { status, body } = await running.ask('POST', '/stands', { as: 'admin', language: 'fr', json: { title: 'M', place, free } });
      expect(status).to.equal(400);
      expect(body.data.params.free).to.include('« _bsontype »');
    }
  });

  it('a link is never stored to a record that is deleted at the same time', async () => {
    const stands = running.service.services.connection.collection<{ _id: number; fields: { place: number | null; others: number[] } }>(
      'stands',
    );
    for (let round = 0; round < 3; round++) {
      const venue = await make('/venues', { venue: `Fleeting ${round}` });
      const other = await make('/venues', { venue: `Staying ${round}` });
      const stand = await make('/stands', { title: `Stand ${round}`, place: other });
      await running.ask('DELETE', `/venues/${venue}`, { as: 'admin' });
      const [linked, removed] = await Promise.all([
        running.ask('PATCH', `/stands/${stand}`, { as: 'admin', json: { place: venue, others: [venue] } }),
        running.ask('DELETE', `/venues/${venue}?force=true`, { as: 'admin' }),
      ]);
      expect(removed.status).to.equal(200);
      expect(linked.status).to.be.oneOf([200, 400]);
      const { fields } = (await stands.findOne({ _id: stand })) ?? { fields: { place: venue, others: [venue] } };
      expect([fields.place, ...fields.others]).to.not.include(venue);
    }
  });

  it('deleting a record removes links to it, single or many', async () => {
    const stands = running.service.services.connection.collection<{ _id: number }>('stands');
    const venue = await make('/venues', { venue: 'Turned' });
    const other = await make('/venues', { venue: 'Kept' });
    const stand = await make('/stands', { title: 'Turned', place: venue, others: [venue] });
    await stands.updateOne({ _id: stand }, { $set: { 'fields.place': [venue, other], 'fields.others': venue } } as object);
    await running.ask('DELETE', `/venues/${venue}`, { as: 'admin' });
    expect((await running.ask('DELETE', `/venues/${venue}?force=true`, { as: 'admin' })).status).to.equal(200);
    expect(await stands.findOne({ _id: stand })).to.deep.include({ fields: { place: [other], others: [], free: null } });
  });
});
