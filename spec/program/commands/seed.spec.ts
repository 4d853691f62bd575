import { expect } from 'chai';
import type { Fixtures } from '../../../fixtures/fixture';
import type { Stored } from '../../../lib/database/records/record';
import type { Progress } from '../../../lib/maintenance/backup';
import { seed } from '../../../lib/program/seed/seed';
import { administratorOf } from '../../support/administrator';
import { clockAt, type Running, startService } from '../../support/service';

const text = (en: string, fr: string) => ({ en, fr });

const FIXTURES: Fixtures = {
  categories: [
    { key: 'music', name: text('Music', 'Musique') },
    { key: 'jazz', parent: 'music', name: text('Jazz', 'Jazz') },
  ],
  tags: [{ key: 'free', name: text('Free', 'Gratuit') }],
  venues: [{ key: 'hall', venue: text('Old Hall', 'Vieille Halle'), city: text('London', 'Londres'), geo_lat: 51.5, geo_lng: -0.1 }],
  organizers: [{ key: 'club', organizer: text('Jazz Club', 'Club de jazz'), email: 'club@example.org' }],
  events: [1, 2, 3].map((day) => ({
    key: `concert-${day}`,
    title: text('Concert', 'Concert'),
    description: text('An evening', 'Une soirée'),
    start_date: `2030-05-0${day} 20:00:00`,
    end_date: `2030-05-0${day} 22:00:00`,
    timezone: 'Europe/Paris',
    all_day: false,
    categories: ['jazz'],
    tags: ['free'],
    venue: 'hall',
    organizers: ['club'],
  })),
};
const ALL = 16;

describe('seed', () => {
  let service: Running;
  before(async () => {
    service = await startService({ clock: clockAt('2030-01-01T00:00:00Z') });
  });
  after(() => service.stop());

  const seeded = async (fixtures: Fixtures, progress?: Progress) =>
    seed(fixtures, service.service.services, await administratorOf(service.service), progress);
  const load = (progress?: Progress) => seeded(FIXTURES, progress);
  const records = (collection: string) => service.service.services.connection.collection<Stored>(collection);

  it('stores every fixture once per language, linked and counted, also when several processes seed', async () => {
    const counts = await Promise.all([load(), load()]);
    expect(counts.reduce((sum, one) => sum + one)).to.equal(ALL);
    const { body } = await service.ask('GET', '/events?start_date=2030-01-01', { language: 'fr' });
    expect(body.events.map(({ slug }: { slug: string }) => slug)).to.deep.equal(['concert', 'concert-2', 'concert-3']);
    for (const event of body.events) {
      expect(event.translations).to.have.all.keys('en');
      expect(event.venue).to.include({ venue: 'Vieille Halle', city: 'Londres' });
      expect(event.organizer.map(({ organizer }: { organizer: string }) => organizer)).to.deep.equal(['Club de jazz']);
      expect(event.categories.map(({ name, count }: { name: string; count: number }) => [name, count])).to.deep.equal([['Jazz', 3]]);
      expect(event.tags.map(({ name, count }: { name: string; count: number }) => [name, count])).to.deep.equal([['Gratuit', 3]]);
      expect(event.author).to.equal(service.ids.admin);
    }
    const { body: named } = await service.ask('GET', '/categories?slug=jazz,musique&hide_empty=false', { language: 'fr' });
    const [jazz, music] = named.categories;
    expect([jazz.slug, jazz.parent, music.slug]).to.deep.equal(['jazz', music.id, 'musique']);
  });

  it('changes nothing the second time, and reports progress', async () => {
    const before = await records('events').find().sort({ _id: 1 }).toArray();
    const steps: (readonly [number, number])[] = [];
    expect(await load((done, total) => steps.push([done, total]))).to.equal(0);
    expect(steps.at(-1)).to.deep.equal([ALL, ALL]);
    expect(await records('events').find().sort({ _id: 1 }).toArray()).to.deep.equal(before);
  });

  it('stores removed records again, as translations of the remaining ones', async () => {
    const lost = await records('venues').findOne({ language: 'fr' });
    for (const path of [`/venues/${lost?._id}`, `/venues/${lost?._id}?force=true`]) {
      expect((await service.ask('DELETE', path, { as: 'admin' })).status).to.equal(200);
    }
    expect(await load()).to.equal(1);
    const { body: left } = await service.ask('GET', '/venues/by-slug/old-hall');
    const { body: created } = await service.ask('GET', '/venues/by-slug/vieille-halle', { language: 'fr' });
    expect(created.id).not.to.equal(lost?._id);
    expect([left.translations.fr.id, created.translations.en.id]).to.deep.equal([created.id, left.id]);
  });

  it('stores translations of stored records, with their shared fields', async () => {
    const ask = async (path: string, json: object) => (await service.ask('POST', path, { as: 'admin', json })).body.id as number;
    const place = await ask('/venues', { venue: 'Quay', address: '1 Quay', city: 'London' });
    const genre = await ask('/categories', { name: 'Sea' });
    const id = await ask('/events', {
      title: 'Regatta',
      start_date: '2030-06-01',
      end_date: '2030-06-02',
      cost: '3',
      venue: place,
      categories: [genre],
    });
    const none = { categories: [], tags: [], venues: [], organizers: [], events: [] };
    const translated = {
      ...none,
      categories: [{ key: 'sea', translation_of: genre, name: { fr: 'Mer' } }],
      venues: [{ key: 'quay', translation_of: place, venue: { fr: 'Quai' }, city: { fr: 'Londres' } }],
      events: [{ key: 'regatta', translation_of: id, title: { fr: 'Régate' }, description: { fr: 'Des bateaux.' } }],
    } as unknown as Fixtures;
    expect(await seeded(translated)).to.equal(3);
    expect(await seeded(translated)).to.equal(0);
    const { body } = await service.ask('GET', '/events/by-slug/regate', { language: 'fr' });
    expect(body).to.include({ start_date: '2030-06-01 00:00:00', cost: '$3' });
    expect([body.venue.venue, body.venue.address, body.venue.city, body.categories[0].name, body.translations.en.id]).to.deep.equal([
      'Quai',
      '1 Quay',
      'Londres',
      'Mer',
      id,
    ]);
    const unknown = { ...none, events: [{ key: 'nothing', translation_of: 987_654, title: { fr: 'Rien' }, description: { fr: 'Rien.' } }] };
    const refusal = await seeded(unknown as unknown as Fixtures).catch((error: Error) => error.message);
    expect(refusal).to.equal('The fixture "nothing" translates 987654, which is not one of the events: send the ID of a stored record.');
  });

  it('limits a batch to a megabyte of texts', async () => {
    const [event] = FIXTURES.events;
    const long = 'An evening. '.repeat(4200);
    const fixtures: Fixtures = {
      ...FIXTURES,
      events: Array.from({ length: 12 }, (_, place) => ({
        ...(event as Fixtures['events'][number]),
        key: `long-${place}`,
        description: text(long, long),
      })),
    };
    const steps: number[] = [];
    await seeded(fixtures, (done) => steps.push(done));
    const [before = 0, ...after] = steps.slice(-3);
    expect(after.map((done) => done - before)).to.deep.equal([20, 24]);
  });

  it('keeps shared fields equal in all languages', async () => {
    const fixtures: Fixtures = {
      ...FIXTURES,
      events: [{ ...(FIXTURES.events[0] as Fixtures['events'][number]), key: 'priced', cost: text('Free', 'Gratuit') }],
    };
    await seeded(fixtures);
    const translations = await records('events').find({ source: 'priced' }).sort({ language: 1 }).toArray();
    const costs = async () =>
      Promise.all(translations.map(async ({ _id }) => (await service.ask('GET', `/events/${_id}`, { as: 'admin' })).body.cost));
    expect(await costs()).to.deep.equal(['Free', 'Free']);
    const [english, gone] = translations;
    await service.ask('DELETE', `/events/${gone?._id}`, { as: 'admin' });
    await service.ask('DELETE', `/events/${gone?._id}?force=true`, { as: 'admin' });
    await service.ask('PATCH', `/events/${english?._id}`, { as: 'admin', json: { cost: '8', venue: [] } });
    await seeded(fixtures);
    const anew = await records('events').findOne({ source: 'priced', language: 'fr' });
    const { body } = await service.ask('GET', `/events/${anew?._id}`);
    expect([body.cost, body.venue, body.translations.en.id]).to.deep.equal(['$8', [], english?._id]);
  });
});
