import { expect } from 'chai';
import type { Document } from 'mongodb';
import { collationKey } from '../../../lib/calendar/text/collation-key';
import { clockAt, type Running, startService } from '../../support/service';

describe('stored documents', () => {
  let running: Running;
  let event: Document;
  const { body: ids }: { body: Record<string, number> } = { body: {} };

  before(async () => {
    running = await startService({ clock: clockAt('2030-05-01T12:00:00Z') });
    const answer = await running.ask('POST', '/events', {
      as: 'author',
      json: {
        title: 'Opéra d’été',
        description: 'Under the stars.\n\nBring a <b>blanket</b>.',
        excerpt: 'A night outdoors',
        start_date: '2030-07-14 20:30:00',
        end_date: '2030-07-14 23:00:00',
        timezone: 'Europe/Paris',
        cost: ['10', '25'],
        website: 'https://example.org/opera',
        featured: true,
        show_map: true,
        image: 'https://example.org/opera.jpg',
        categories: ['Opera'],
        tags: ['outdoors', 'summer'],
        venue: { venue: 'Arènes de Lutèce', city: 'Paris', show_map: true },
        organizer: [{ organizer: 'Ann', email: 'ann@example.org' }],
      },
    });
    expect(answer.status, answer.text).to.equal(201);
    const { id, categories, tags, venue, organizer, image } = answer.body;
    Object.assign(ids, {
      id,
      category: categories[0].id,
      outdoors: tags[0].id,
      summer: tags[1].id,
      venue: venue.id,
      organizer: organizer[0].id,
      image: image.id,
    });
    event = await find('events', 'id');
  });
  after(() => running.stop());

  const find = async (collection: string, name: string): Promise<Document> => {
    const found = await running.service.services.connection
      .collection<Document & { _id: number }>(collection)
      .findOne({ _id: ids[name] ?? 0 });
    if (!found) throw new Error(`There is no ${name} in ${collection}.`);
    return found;
  };

  it('of an event have its fields, instants, IDs of links, and search keys', () => {
    expect(event).to.deep.equal({
      _id: ids['id'],
      group: ids['id'],
      translations: {},
      language: 'en',
      title: 'Opéra d’été',
      description: 'Under the stars.\n\nBring a <b>blanket</b>.',
      excerpt: 'A night outdoors',
      startDate: '2030-07-14 20:30:00',
      endDate: '2030-07-14 23:00:00',
      timezone: 'Europe/Paris',
      startsAt: new Date('2030-07-14T18:30:00Z'),
      endsAt: new Date('2030-07-14T21:00:00Z'),
      allDay: false,
      cost: ['10', '25'],
      website: 'https://example.org/opera',
      showMap: true,
      showMapLink: false,
      hidden: false,
      sticky: false,
      featured: true,
      eventStatus: null,
      statusReason: '',
      attendance: null,
      virtualUrl: '',
      imageAlt: '',
      categories: [ids['category']],
      tags: [ids['outdoors'], ids['summer']],
      venues: [ids['venue']],
      organizers: [ids['organizer']],
      parent: 0,
      slug: 'opera-dete',
      author: running.ids.author,
      status: 'publish',
      date: '2030-05-01 12:00:00',
      dateUtc: '2030-05-01 12:00:00',
      image: ids['image'],
      password: '',
      created: new Date('2030-05-01T12:00:00Z'),
      modified: new Date('2030-05-01T12:00:00Z'),
      revision: 1,
      edition: 1,
      keys: {
        title: "opera d'ete",
        collated: collationKey('Opéra d’été', 'en'),
        featured: true,
        month: '2030-07',
        weekday: 7,
        minute: 20 * 60 + 30,
        prices: [10, 25],
        cheapest: 10,
        dearest: 25,
        free: false,
        freely: false,
        text: "opera d'ete\na night outdoors\nunder the stars. bring a blanket.",
        words: [
          ...['topera', 'tete', 'dnight', 'doutdoor', 'dunder', 'dstar', 'dbring', 'dblanket'],
          ...[
            `@categories ${ids['category']}`,
            `@tags ${ids['outdoors']}`,
            `@tags ${ids['summer']}`,
            `@venues ${ids['venue']}`,
            `@organizers ${ids['organizer']}`,
          ],
        ],
      },
    });
  });

  it('of a venue, a category and an image have their fields', async () => {
    expect(await find('venues', 'venue')).to.deep.include({
      language: 'en',
      name: 'Arènes de Lutèce',
      slug: 'arenes-de-lutece',
      city: 'Paris',
      address: '',
      latitude: null,
      showMap: true,
      status: 'publish',
      author: running.ids.author,
      count: 1,
      used: true,
      until: new Date('2030-07-14T21:00:00Z'),
    });
    const { keys, modified, ...category } = await find('categories', 'category');
    expect(category).to.deep.equal({
      _id: ids['category'],
      group: ids['category'],
      translations: {},
      language: 'en',
      name: 'Opera',
      slug: 'opera',
      description: '',
      parent: 0,
      count: 1,
      used: true,
      revision: 1,
      edition: 1,
    });
    expect(keys).to.deep.equal({ name: 'opera', description: '', words: ['topera'] });
    expect(modified).to.deep.equal(new Date('2030-05-01T12:00:00Z'));
    expect(await find('media', 'image')).to.deep.equal({ _id: ids['image'], url: 'https://example.org/opera.jpg' });
  });

  it('of a user have the SHA-256 digest of the application password only', async () => {
    const user = await running.service.services.connection
      .collection<Document & { _id: number }>('users')
      .findOne({ _id: running.ids.author });
    expect(user).to.have.all.keys('_id', 'login', 'role', 'passwordDigest');
    expect(user).to.include({ login: 'author', role: 'author' });
    expect(user?.['passwordDigest']).to.match(/^[0-9a-f]{64}$/);
  });

  it('are in one collection per content type', async () => {
    const collections = await running.service.services.connection.db().listCollections({}, { nameOnly: true }).toArray();
    expect(collections.map(({ name }) => name).sort()).to.deep.equal([
      'categories',
      'counters',
      'events',
      'former_slugs',
      'idempotency_keys',
      'media',
      'organizers',
      'tags',
      'users',
      'venues',
    ]);
  });
});
