import type { Plugin } from 'calendar-events';
import { expect } from 'chai';
import type { Ask } from '../../support/service';
import { openPromises } from '../../support/stage';
import { bilingual, description } from '../samples';

const reads: string[] = [];

/** Adds fields to kinds of the calendar and to kinds of plugins that load earlier and later. */
const adding: Plugin = (registry, { cost }) => {
  for (const plural of ['events', 'venues', 'organizers', 'early', 'late'])
    registry.registerField(plural, 'rating', {
      type: 'integer',
      minimum: 1,
      maximum: 5,
      filter: true,
      sort: true,
      read(records) {
        reads.push(plural);
        return records.map(({ fields }) => (fields?.['rating'] === undefined ? null : fields['rating']));
      },
      description,
    });
  registry.registerField('events', 'cost', {
    stored: false,
    read: (records, { language }, shown) => records.map(({ _id }, place) => `${cost([_id], language).cost} (${shown[place]?.['title']})`),
    description,
  });
  registry.registerField('venues', 'parking', { type: 'boolean', default: true, filter: true, description });
  registry.registerField('venues', 'stage', { type: 'string', nulled: 'refused', description });
  registry.registerField('venues', 'doors', { type: 'integer', nulled: 'kept', description });
  registry.registerField('events', 'lead', { link: 'early', required: true, description });
};

const simple =
  (kind: string, plural: string): Plugin =>
  (registry) =>
    void registry.registerPostLike({
      kind,
      plural,
      name: bilingual(kind, `${kind} (fr)`),
      names: bilingual(plural, `${plural} (fr)`),
      fields: {},
    });

describe('registerField', () => {
  const { stage } = openPromises({}, [simple('first', 'early'), adding, simple('last', 'late')]);
  let lead: number;
  const WORDS: Readonly<Record<string, object>> = {
    events: { title: 'Fair', start_date: '2030-06-01 10:00:00', end_date: '2030-06-01 12:00:00' },
    venues: { venue: 'Hall' },
    organizers: { organizer: 'Ann' },
    early: { title: 'Early' },
    late: { title: 'Late' },
  };

  before(async () => {
    lead = (await stage().ask('POST', '/early', { as: 'editor', json: { title: 'Lead' } })).body.id;
  });

  const create = (plural: string, json: object, more: Ask = {}) =>
    stage().ask('POST', `/${plural}`, { as: 'editor', json: { ...WORDS[plural], ...(plural === 'events' && { lead }), ...json }, ...more });

  for (const plural of ['events', 'organizers', 'late']) {
    it(`is written, read once per page, filtered and sorted by: ${plural}`, async () => {
      const made: number[] = [];
      for (const rating of [3, 1, 3]) {
        const answer = await create(plural, { rating });
        expect([answer.status, answer.body.rating], answer.text).to.deep.equal([201, rating]);
        made.push(answer.body.id);
      }
      for (const rating of [0, 6, 'best']) {
        const answer = await create(plural, { rating });
        expect([answer.status, Object.keys(answer.body.data.params)]).to.deep.equal([400, ['rating']]);
      }
      reads.length = 0;
      const listed = await stage().ask('GET', `/${plural}?rating=3`);
      expect(listed.body[plural].map(({ id }: { id: number }) => id)).to.have.members([made[0], made[2]]);
      expect(reads).to.deep.equal([plural]);
      const sorted = (await stage().ask('GET', `/${plural}?orderby=rating&order=desc&rating=1,3`)).body[plural];
      expect(sorted.map(({ rating }: { rating: number }) => rating)).to.deep.equal([3, 3, 1]);
      for (const [sent, shown] of [
        [5, 5],
        [null, null],
        ['4', 4],
      ] as const) {
        const answer = await stage().ask('PATCH', `/${plural}/${made[0]}`, { as: 'editor', json: { rating: sent } });
        expect([answer.status, answer.body.rating]).to.deep.equal([200, shown]);
      }
    });
  }

  it('is read from an inline venue and shown in it', async () => {
    const { status, body } = await create('events', { venue: { venue: 'New Hall', rating: 2, parking: false } });
    expect([status, body.venue.rating, body.venue.parking]).to.deep.equal([201, 2, false]);
    expect((await stage().ask('GET', `/venues/${body.venue.id}`)).body).to.include({ rating: 2, parking: false });
    const wrong = await create('events', { venue: { venue: 'Newer Hall', rating: 9 } });
    expect([wrong.status, Object.keys(wrong.body.data.params)]).to.deep.equal([400, ['venue']]);
    expect((await stage().ask('GET', '/venues?search=newer')).body.total).to.equal(0);
  });

  it('can replace a field of the kind', async () => {
    const { body } = await create('events', { cost: '7' });
    expect(body.cost).to.equal(`$${body.id} (Fair)`);
    expect(body.cost_details.values).to.deep.equal(['7']);
    const [shown] = (await stage().ask('GET', `/events?include=${body.id}`, { language: 'en' })).body.events;
    expect(shown.cost).to.equal(body.cost);
  });

  it('decides what null means in updates', async () => {
    const path = `/venues/${(await create('venues', { doors: 2 })).body.id}`;
    const change = async (json: object) => {
      const { status, body } = await stage().ask('PATCH', path, { as: 'editor', json });
      return status === 200 ? { stage: body.stage, doors: body.doors } : body.data.params;
    };
    expect(await change({ stage: null, doors: null })).to.deep.equal({ stage: null, doors: 2 });
    expect(await change({ stage: 'Oak' })).to.deep.equal({ stage: 'Oak', doors: 2 });
    expect(Object.keys(await change({ stage: null }))).to.deep.equal(['stage']);
  });

  it('required: is not demanded in updates of records stored before', async () => {
    const { body } = await create('events', {});
    await stage()
      .service.services.connection.collection<{ _id: number }>('events')
      .updateOne({ _id: body.id }, { $unset: { fields: '' } });
    const read = (await stage().ask('GET', `/events/${body.id}`, { as: 'editor' })).body;
    expect(read.lead).to.equal(null);
    for (const json of [read, { title: 'Other' }, { lead: null }])
      expect((await stage().ask('PATCH', `/events/${body.id}`, { as: 'editor', json })).status).to.equal(200);
    expect((await stage().ask('PATCH', `/events/${body.id}`, { as: 'editor', json: { lead } })).body.lead).to.equal(lead);
    for (const none of [null, '']) {
      const refused = await stage().ask('PATCH', `/events/${body.id}`, { as: 'editor', json: { lead: none } });
      expect([refused.status, Object.keys(refused.body.data.params)]).to.deep.equal([400, ['lead']]);
    }
    const missing = await stage().ask('POST', '/events', { as: 'editor', json: WORDS['events'] });
    expect([missing.status, missing.body.code]).to.deep.equal([400, 'rest_missing_callback_param']);
  });

  it('required: a link to a trashed record can be written back', async () => {
    const target = (await create('early', {})).body.id;
    const { id } = (await create('events', { lead: target })).body;
    await stage().ask('DELETE', `/early/${target}`, { as: 'editor' });
    const read = (await stage().ask('GET', `/events/${id}`, { as: 'editor' })).body;
    expect(read.lead).to.equal(null);
    expect((await stage().ask('PUT', `/events/${id}`, { as: 'editor', json: read })).status).to.equal(200);
    await stage().ask('PATCH', `/early/${target}`, { as: 'editor', json: { status: 'publish' } });
    expect((await stage().ask('GET', `/events/${id}`)).body.lead).to.equal(target);
  });
});
