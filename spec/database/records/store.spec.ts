import { expect } from 'chai';
import type { Term } from '../../../lib/database/records/record';
import type { EventRecord } from '../../../routes/events';
import { type Ask, clockAt, type Running, startService } from '../../support/service';

const DATES = { start_date: '2030-05-06 19:00:00', end_date: '2030-05-06 22:00:00' };

describe('store', () => {
  const clock = clockAt('2030-05-01T12:00:00Z');
  let running: Running;

  before(async () => {
    running = await startService({ clock });
  });
  after(() => running.stop());

  const ask = async (method: string, path: string, json?: object, more: Ask = {}, status = method === 'POST' ? 201 : 200) => {
    const answer = await running.ask(method, path, { as: 'editor', ...(json && { json }), ...more });
    expect(answer.status, `${method} ${path}: ${answer.text.slice(0, 300)}`).to.equal(status);
    return answer.body;
  };
  const create = (json: object, more?: Ask) => ask('POST', '/events', { ...DATES, ...json }, more);
  const posts = () => running.service.services.stores.posts<EventRecord>('events');
  const stored = async (id: number): Promise<EventRecord> => {
    const record = await posts().byId(id);
    if (!record) throw new Error(`There is no event ${id}.`);
    return record;
  };
  const atOnce = <T>(many: number, work: (place: number) => Promise<T>) =>
    Promise.all(Array.from({ length: many }, (_, place) => work(place)));

  describe('IDs', () => {
    it('are consecutive, and at most 64 are reserved', async () => {
      const { connection } = running.service.services;
      const taken: number[] = [];
      for (let turn = 0; turn < 150; turn++) taken.push(await connection.nextId('turns'));
      expect(taken).to.deep.equal(Array.from({ length: 150 }, (_, turn) => turn + 1));
      const counter = await connection.collection<{ _id: string; value: number }>('counters').findOne({ _id: 'turns' });
      expect(counter?.value).to.be.within(150, 150 + 63);
    });

    it('are of one sequence for events, venues, organizers and media, and of another for categories and tags', async () => {
      const whole = { title: 'Sequences', categories: ['Sequences'], tags: ['Sequences'], image: 'https://example.org/sequences.png' };
      const event = await create({ ...whole, venue: { venue: 'Sequences' }, organizer: [{ organizer: 'Sequences' }] });
      const postIds = [event.id, event.venue.id, event.organizer[0].id, event.image.id];
      expect(new Set(postIds).size).to.equal(4);
      expect(event.categories[0].id).to.not.equal(event.tags[0].id);
    });
  });

  describe('slugs', () => {
    it('are unique within a content type and language when many are created at the same time', async () => {
      const made = await atOnce(16, (place) => create({ title: 'Rush Hour' }, { language: place % 2 ? 'en' : 'fr' }));
      const numbered = ['rush-hour', ...Array.from({ length: 7 }, (_, place) => `rush-hour-${place + 2}`)].sort();
      for (const language of ['en', 'fr']) {
        expect(
          made
            .filter((event) => event.language === language)
            .map((event) => event.slug)
            .sort(),
        ).to.deep.equal(numbered);
      }
    });

    it('are independent of other content types', async () => {
      await create({ title: 'Harbour' });
      expect((await ask('POST', '/venues', { venue: 'Harbour' })).slug).to.equal('harbour');
      expect((await ask('POST', '/organizers', { organizer: 'Harbour' })).slug).to.equal('harbour');
      expect((await ask('POST', '/tags', { name: 'Harbour' })).slug).to.equal('harbour');
    });

    it('are empty for drafts', async () => {
      const drafts = await atOnce(3, () => create({ title: 'Draft', status: 'draft' }));
      expect(drafts.map(({ slug }) => slug)).to.deep.equal(['', '', '']);
    });

    it('do not change when a record is sent its own slug, and get a suffix if another record has it', async () => {
      const [one, other] = [await create({ title: 'Lighthouse' }), await create({ title: 'Beacon' })];
      expect((await ask('PATCH', `/events/${one.id}`, { slug: 'lighthouse' })).slug).to.equal('lighthouse');
      expect((await ask('PATCH', `/events/${other.id}`, { slug: 'lighthouse' })).slug).to.equal('lighthouse-2');
    });
  });

  describe('trash', () => {
    it('frees the slug (__trashed), and restores slug, status and links', async () => {
      const event = await create({ title: 'Phoenix', status: 'private', venue: { venue: 'Nest' }, categories: ['Fire'] });
      await ask('DELETE', `/events/${event.id}`);
      const trashed = await stored(event.id);
      expect(trashed).to.include({ status: 'trash', slug: 'phoenix__trashed' });
      expect(trashed.trashed).to.deep.equal({ status: 'private', slug: 'phoenix' });
      expect(trashed).to.deep.include({ venues: [event.venue.id], categories: [event.categories[0].id] });
      const restored = await ask('PATCH', `/events/${event.id}`, { status: 'private' });
      expect(restored).to.include({ status: 'private', slug: 'phoenix' });
      expect(restored.venue.id).to.equal(event.venue.id);
      expect(await stored(event.id)).to.not.have.property('trashed');
    });

    it('restores a slug that is taken with a suffix', async () => {
      const event = await create({ title: 'Comet' });
      await ask('DELETE', `/events/${event.id}`);
      await create({ title: 'Comet' });
      expect((await ask('PATCH', `/events/${event.id}`, { status: 'publish' })).slug).to.equal('comet-2');
    });

    it('gives a slugless draft a slug when it is restored as published', async () => {
      const event = await create({ title: 'Night Train', status: 'draft' });
      await ask('DELETE', `/events/${event.id}`);
      await ask('PATCH', `/events/${event.id}`, { title: 'Day Train' });
      expect((await ask('PATCH', `/events/${event.id}`, { status: 'publish' })).slug).to.equal('day-train');
    });

    it('of a venue leaves the links of events', async () => {
      const event = await create({ title: 'Linked', venue: { venue: 'Away' } });
      await ask('DELETE', `/venues/${event.venue.id}`);
      expect((await ask('GET', `/events/${event.id}`)).venue).to.deep.equal([]);
      expect((await stored(event.id)).venues).to.deep.equal([event.venue.id]);
      await ask('PATCH', `/venues/${event.venue.id}`, { status: 'publish' });
      expect((await ask('GET', `/events/${event.id}`)).venue.id).to.equal(event.venue.id);
    });
  });

  describe('translations', () => {
    const group = async (): Promise<readonly [en: EventRecord, fr: EventRecord]> => {
      const {
        _id,
        group: _,
        translations,
        revision,
        keys,
        ...draft
      } = await stored((await create({ title: 'Bridge', slug: `bridge-${Math.random()}` })).id);
      const drafts = [
        { ...draft, slug: 'bridge' },
        { ...draft, language: 'fr', title: 'Pont', slug: 'pont' },
      ] as const;
      const [en, fr] = await running.service.services.connection.transact((session) => posts().createGroups([drafts], session));
      if (!en || !fr) throw new Error('A group of two was not stored.');
      return [en, fr];
    };

    it('name each other and share a group', async () => {
      const [en, fr] = await group();
      expect(en.group).to.equal(en._id);
      expect(fr.group).to.equal(en._id);
      expect(await stored(en._id)).to.deep.include({
        translations: { fr: { id: fr._id, slug: fr.slug, status: 'publish', author: fr.author } },
      });
      expect(await stored(fr._id)).to.deep.include({
        translations: { en: { id: en._id, slug: en.slug, status: 'publish', author: en.author } },
      });
    });

    for (const [what, change, told] of [
      ['slug', { slug: 'nouveau-pont' }, { slug: 'nouveau-pont' }],
      ['status', { status: 'draft' }, { status: 'draft' }],
      ['way to the trash', { status: 'trash' }, { status: 'trash', was: 'publish' }],
    ] as const) {
      it(`store the new ${what} of a translation, and nothing else`, async () => {
        const [en, fr] = await group();
        await ask('PATCH', `/events/${fr._id}`, { title: 'Vieux pont' });
        expect((await stored(en._id)).revision).to.equal(en.revision);
        await ask('PATCH', `/events/${fr._id}`, change);
        const after = await stored(en._id);
        expect(after.translations.fr).to.include({ id: fr._id, ...told });
        expect(after.revision).to.equal(en.revision + 1);
        expect(after.modified).to.deep.equal(en.modified);
        await ask('PATCH', `/events/${fr._id}`, { status: 'trash' });
        await ask('DELETE', `/events/${fr._id}?force=true`);
      });
    }

    it('forget a translation that is deleted for good', async () => {
      const [en, fr] = await group();
      for (const _ of [1, 2]) await ask('DELETE', `/events/${fr._id}?force=true`);
      expect(await posts().byId(fr._id)).to.equal(undefined);
      expect((await stored(en._id)).translations).to.deep.equal({});
    });
  });

  describe('revision and modified', () => {
    it('change with every update', async () => {
      const { id } = await create({ title: 'Revised' });
      expect((await stored(id)).revision).to.equal(1);
      clock.set('2030-05-02T08:00:00Z');
      await ask('PATCH', `/events/${id}`, { title: 'Revised again' });
      const after = await stored(id);
      expect(after.revision).to.equal(2);
      expect(after.modified).to.deep.equal(new Date('2030-05-02T08:00:00Z'));
      clock.set('2030-05-01T12:00:00Z');
    });

    it('lose no update when many change different fields at the same time', async () => {
      const { id } = await create({ title: 'Busy' });
      const changes = [
        { title: 'Busier' },
        { description: 'Changed' },
        { excerpt: 'Shorter' },
        { cost: '10' },
        { website: 'https://example.org/busy' },
        { featured: true },
        { sticky: true },
        { show_map: true },
        { tags: ['busy'] },
        { venue: { venue: 'Busy Hall' } },
      ];
      await Promise.all(changes.map((change) => ask('PATCH', `/events/${id}`, change)));
      const after = await stored(id);
      expect(after.revision).to.equal(1 + changes.length);
      expect(after).to.include({
        title: 'Busier',
        description: 'Changed',
        excerpt: 'Shorter',
        featured: true,
        sticky: true,
        showMap: true,
      });
      expect(after).to.include({ website: 'https://example.org/busy' });
      expect(after.cost).to.deep.equal(['10']);
      expect([after.tags, after.venues].map(({ length }) => length)).to.deep.equal([1, 1]);
    });
  });

  describe('terms', () => {
    const term = async (id: number): Promise<Term | undefined> => running.service.services.stores.terms('categories').byId(id);

    it('pass their children to their parent, and leave their events, when they are deleted', async () => {
      const top = await ask('POST', '/categories', { name: 'Top' });
      const middle = await ask('POST', '/categories', { name: 'Middle', parent: top.id });
      const leaves = [
        await ask('POST', '/categories', { name: 'Leaf', parent: middle.id }),
        await ask('POST', '/categories', { name: 'Bud', parent: middle.id }),
      ];
      const event = await create({ title: 'Tree', categories: [middle.id, leaves[0].id] });
      await ask('DELETE', `/categories/${middle.id}`);
      for (const leaf of leaves) expect(await term(leaf.id)).to.include({ parent: top.id, revision: 2 });
      expect(await term(middle.id)).to.equal(undefined);
      expect(await stored(event.id)).to.deep.include({ categories: [leaves[0].id], revision: 2 });
    });

    it('know their descendants and ancestors', async () => {
      const terms = running.service.services.stores.terms('categories');
      const top = await ask('POST', '/categories', { name: 'Summit' });
      const middle = await ask('POST', '/categories', { name: 'Slope', parent: top.id });
      const foot = await ask('POST', '/categories', { name: 'Foot', parent: middle.id });
      expect((await terms.withDescendants([top.id])).sort((a, b) => a - b)).to.deep.equal([top.id, middle.id, foot.id]);
      expect(await terms.lineage(foot.id)).to.deep.equal([foot.id, middle.id, top.id]);
      expect(await terms.lineage(0)).to.deep.equal([]);
    });

    for (const name of ['Unique', '???'])
      it(`of the name ${name} are created once by requests at the same time, the others get term_exists`, async () => {
        const answers = await atOnce(8, () => running.ask('POST', '/tags', { as: 'editor', json: { name } }));
        const made = answers.filter(({ status }) => status === 201);
        expect(made).to.have.length(1);
        for (const { status, body } of answers.filter((answer) => answer.status !== 201)) {
          expect(status).to.equal(400);
          expect(body.data.term_id).to.equal(made[0]?.body.id);
        }
      });
  });
});
