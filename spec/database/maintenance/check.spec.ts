import { expect } from 'chai';
import type { Document } from 'mongodb';
import { plugin as tickets } from '../../../fixtures/plugins/tickets';
import { checkRecords } from '../../../lib/maintenance/check';
import type { Finding } from '../../../lib/maintenance/check/context';
import { toUser } from '../../../lib/program/authentication';
import { seed } from '../../../lib/program/seed/seed';
import { type Answer, clockAt, type Running, startService } from '../../support/service';
import { TRANSLATED } from '../../support/translated';
import { explain, watchCommands, watchedUri } from '../commands';

const DATES = { start_date: '2030-05-06 19:00:00', end_date: '2030-05-06 22:00:00' };
const GONE = 99_999;

describe('checkRecords (command check)', () => {
  let running: Running;
  /** The ETag of an event before its repair. */
  let tag: unknown;
  /** The record IDs of the fixtures, by key and language. */
  const ids = new Map<string, number>();
  const idOf = (key: string): number => ids.get(key) ?? 0;
  let one = 0;

  const of = (plural: string) => running.service.services.connection.collection<Document & { _id: number }>(plural);
  const counters = () => running.service.services.connection.collection<Document & { _id: string }>('counters');
  const set = (plural: string, _id: number, $set: object) => of(plural).updateOne({ _id }, { $set });
  const make = async (path: string, json: object): Promise<number> => {
    const { status, body, text } = await running.ask('POST', path, { as: 'editor', json });
    expect(status, text).to.equal(201);
    return body.id;
  };
  const read = (path: string): Promise<Answer> => running.ask('GET', path, { as: 'editor' });

  const check = async (mends = false): Promise<readonly Finding[]> => {
    const { connection, stores } = running.service.services;
    const findings: Finding[] = [];
    let last = 0;
    await checkRecords({
      connection,
      types: stores.all,
      sharing: stores.sharing,
      mends,
      nameOf: (plural) => plural,
      report: (finding) => findings.push(finding),
      progress(done, total) {
        expect(done).to.be.within(last, total);
        last = done;
      },
    });
    return findings;
  };
  const whole = async (): Promise<string> => {
    const names = [...running.service.services.stores.plurals, 'counters', 'media'].sort();
    return JSON.stringify(await Promise.all(names.map((name) => of(name).find().sort({ _id: 1 }).toArray())));
  };

  before(async () => {
    running = await startService({
      clock: clockAt('2030-01-01T12:00:00Z'),
      plugins: [tickets],
      environment: { MONGODB_URI: await watchedUri() },
    });
    const { users } = running.service.services;
    const editor = await users.byLogin('editor');
    if (!editor) throw new Error('There is no editor.');
    await seed(TRANSLATED, running.service.services, toUser(editor));
    for (const plural of running.service.services.stores.plurals) {
      for (const { _id, source, language } of await of(plural).find({}).toArray()) ids.set(`${source} ${language}`, _id);
    }
    one = await make('/events', { ...DATES, title: 'Concert', venue: idOf('opera en'), categories: [idOf('music en')] });
    await make('/tickets', { event: one, price: 5, title: 'Seat' });
    await make('/events', { ...DATES, title: 'Draft', status: 'draft' });
    for (let place = 0; place < 12; place += 1) await make('/tags', { name: `Tag${place}`, slug: 'many' });
  });
  after(() => running.stop());
  beforeEach(async () => expect(await check()).to.deep.equal([]));

  /** A damage of the database, the reported faults, and a check of the repaired service. */
  interface Case {
    readonly title: string;
    damage(): Promise<unknown>;
    readonly says: readonly RegExp[];
    shows?(): Promise<void>;
  }
  let former = 0;
  const cases: readonly Case[] = [
    {
      title: 'a count of a term and of a venue, the last date, and what a plugin’s link counts',
      async damage() {
        await set('categories', idOf('music en'), { count: 7 });
        await set('categories', idOf('jazz en'), { used: false });
        await set('venues', idOf('opera en'), { count: 0, until: null, abroadUntil: { fr: new Date('2031-01-01T00:00:00Z') } });
        await of('events').updateOne({ _id: one }, { $unset: { counts: '' } });
      },
      says: [
        /^The events \d+ has nothing as its "counts.tickets", but 1 public records name it$/,
        /^The venues \d+ has 0 as its "count", but \d public records name it$/,
        /^The venues \d+ has none as its "until", but the last public record that names it has 2030-/,
        /^The venues \d+ has 2031-01-01T00:00:00.000Z as its "abroadUntil.fr", but the last public record that names it has none$/,
        /^The categories \d+ has 7 as its "count", but \d public records name it$/,
        /^The categories \d+ has false as its "used", but \d public records name it$/,
      ],
      async shows() {
        const named = await of('events').countDocuments({ categories: idOf('music en'), status: 'publish', password: '' });
        expect((await read(`/categories/${idOf('music en')}`)).body.count).to.equal(named);
        expect((await read('/events?ticketed=true&start_date=2030-01-01')).body.total).to.equal(1);
        expect((await read('/venues?only_with_upcoming=true')).body.venues.map(({ id }: { id: number }) => id)).to.include(
          idOf('opera en'),
        );
      },
    },
    {
      title: 'links to what is gone, to what is of another kind, and of another shape than declared',
      async damage() {
        await set('events', one, {
          venues: [idOf('opera en'), GONE],
          organizers: idOf('friends en'),
          tags: [idOf('open-air en'), idOf('open-air en')],
          image: GONE,
          parent: GONE,
        });
        await set('events', idOf('recital en'), { categories: [idOf('music en'), 'jazz', idOf('open-air en')] });
        await of('tickets').updateOne({}, { $set: { 'fields.event': idOf('friends en') } });
        await set('categories', idOf('jazz en'), { parent: GONE });
      },
      says: [
        new RegExp(`^The events \\d+ names in "parent" ${GONE}, which is not one of the events$`),
        new RegExp(`^The events \\d+ names in "venues" ${GONE}, which is not one of the venues$`),
        new RegExp(`^The events \\d+ names in "image" ${GONE}, which is not one of the media$`),
        /^The events \d+ has in "organizers" a value that is not a list of different IDs of organizers$/,
        /^The events \d+ has in "tags" a value that is not a list of different IDs of tags$/,
        /^The events \d+ has in "categories" a value that is not a list of different IDs of categories, and names in "categories" \d+, which is not one of the categories$/,
        /^The tickets \d+ names in "event" \d+, which is not one of the events$/,
        new RegExp(`^The categories \\d+ names in "parent" ${GONE}, which is not one of the categories$`),
        /^The categories \d+ \(fr\) does not share parent with its translation \d+ \(en\), which was changed last$/,
        /^The events \d+ \(fr\) does not share categories with its translation \d+ \(en\), which was changed last$/,
        // Unrepaired links do not count.
        /^The events \d+ has 1 as its "counts.tickets", but 0 public records name it$/,
        /^The organizers \d+ has \d as its "count", but \d public records name it$/,
        /^The organizers \d+ has .* as its "until"/,
        /^The categories \d+ has \d as its "count", but \d public records name it$/,
        /^The tags \d+ has \d as its "count", but \d public records name it$/,
      ],
      async shows() {
        const { body } = await read(`/events/${one}`);
        expect([body.venue.id, body.organizer.length, body.tags.length, body.image, body.post_parent]).to.deep.equal([
          idOf('opera en'),
          1,
          1,
          false,
          undefined,
        ]);
        expect((await read(`/categories/${idOf('jazz en')}`)).body.parent).to.equal(0);
        const ticket = (await of('tickets').findOne({}))?._id;
        const mended = await running.ask('PATCH', `/tickets/${ticket}`, { as: 'editor', json: { event: one } });
        expect(mended.status, mended.text).to.equal(200);
      },
    },
    {
      title: 'parents in a circle',
      async damage() {
        await set('categories', idOf('music en'), { parent: idOf('jazz en') });
        await set('categories', idOf('jazz en'), { parent: idOf('music en') });
        await set('events', one, { parent: one });
      },
      says: [
        /^The events (\d+) is its own ancestor \(\1 below \1\)$/,
        /^The categories (\d+) is its own ancestor \(\1 below (\d+) below \1\)$/,
        /^The categories 2 \(fr\) does not share parent with its translation 1 \(en\), which was changed last$/,
        /^The categories 4 \(fr\) does not share parent with its translation 3 \(en\), which was changed last$/,
      ],
      async shows() {
        expect((await read(`/categories/${idOf('music en')}`)).body.parent).to.equal(0);
        expect((await read(`/categories/${idOf('jazz en')}`)).body.parent).to.equal(idOf('music en'));
      },
    },
    {
      title: 'slugs that are missing, and those that two have where no index refuses them',
      async damage() {
        await set('events', one, { slug: '' });
        await of('venues').dropIndex('slug');
        const second = await make('/venues', { venue: 'Second' });
        await set('venues', second, { slug: (await of('venues').findOne({ _id: idOf('opera en') }))?.['slug'] });
      },
      says: [/^The events \d+ \(publish\) has no slug$/, /^The venues \d+ has the slug "opera" \(en\), which \d+ has too$/],
      async shows() {
        expect((await read(`/events/by-slug/${one}`)).body.id).to.equal(one);
        expect((await read('/venues/by-slug/opera')).body.id).to.equal(idOf('opera en'));
        expect((await read('/venues/by-slug/opera-2')).body.venue).to.equal('Second');
      },
    },
    {
      title: 'translations that are gone, do not name each other, or are known as they no longer are',
      async damage() {
        await set('events', idOf('recital en'), { 'translations.fr.id': GONE });
        await set('venues', idOf('opera en'), { translations: {} });
        await set('organizers', idOf('friends en'), { 'translations.fr.slug': 'les-ennemis' });
        await set('organizers', idOf('friends fr'), { group: GONE });
        await set('categories', idOf('jazz en'), { 'translations.de': { id: idOf('jazz fr') } });
      },
      says: [
        new RegExp(`^The events \\d+ names as its translation \\(fr\\) ${GONE}, which is not one of the events$`),
        /^The events \d+ is a translation \(fr\) of \d+, which does not name it$/,
        /^The venues \d+ is a translation \(fr\) of \d+, which does not name it$/,
        // A record without a valid translation counts as independent.
        /^The events \d+ \(fr\) does not share venues with its translation \d+ \(en\), which was changed last$/,
        /^The organizers \d+ has an outdated slug, status or author of its translation \(fr\) \d+$/,
        new RegExp(`^The organizers \\d+ is in another translation group \\(${GONE}\\) than its translations \\(\\d+\\)$`),
        /^The categories \d+ names as its translation \(de\) \d+, which has another language \(fr\)$/,
      ],
      async shows() {
        const { body } = await read(`/events/${idOf('recital en')}`);
        expect(body.translations.fr.id).to.equal(idOf('recital fr'));
        expect((await read(`/organizers/${idOf('friends en')}`)).body.translations.fr.rest_url).to.match(/\/\d+$/);
      },
    },
    {
      title: 'what translations do not share though it is to be shared: the one that was changed last is right',
      async damage() {
        tag = (await read(`/events/${idOf('recital en')}`)).headers['etag'];
        await set('events', idOf('recital fr'), { cost: ['99'], modified: new Date('2030-01-02T00:00:00Z'), venues: [] });
        await set('venues', idOf('opera fr'), { phone: '1', featured: true });
        await set('categories', idOf('jazz fr'), { parent: 0 });
      },
      says: [
        /^The events \d+ \(en\) does not share cost, venues with its translation \d+ \(fr\), which was changed last$/,
        /^The venues \d+ \(fr\) does not share phone with its translation \d+ \(en\), which was changed last$/,
        /^The categories \d+ \(fr\) does not share parent with its translation \d+ \(en\), which was changed last$/,
        /^The venues \d+ has \d as its "count", but \d public records name it$/,
        /^The venues \d+ has .* as its "until"/,
      ],
      async shows() {
        const { body, headers } = await read(`/events/${idOf('recital en')}`);
        expect([body.cost, body.venue]).to.deep.equal(['$99', []]);
        expect(headers['etag'], 'another edition').to.not.equal(tag);
        expect((await read(`/venues/${idOf('opera fr')}`)).body.phone).to.equal(undefined);
        expect((await read(`/categories/${idOf('jazz fr')}`)).body.parent).to.equal(idOf('music fr'));
        await set('events', idOf('recital fr'), { venues: [idOf('opera fr')] });
        await check(true);
      },
    },
    {
      title: 'two of one language in a translation group: the younger leaves it',
      async damage() {
        const fr = ((await of('venues').findOne({ _id: idOf('opera fr') })) ?? {}) as Document;
        const { source: _, ...twin } = fr as Document;
        const _id = await running.service.services.connection.nextId('posts');
        await of('venues').insertOne({ ...twin, _id, slug: 'opera-bis', count: 0, used: false, until: null } as never);
        await set('venues', idOf('opera en'), {
          'translations.fr': { id: _id, slug: 'opera-bis', status: 'publish', author: twin['author'] },
        });
      },
      says: [/^The venues \d+ is in the translation group \d+, where \d+ has the same language \(fr\)$/],
      async shows() {
        expect((await read(`/venues/${idOf('opera en')}`)).body.translations.fr.id).to.equal(idOf('opera fr'));
        expect((await read('/venues/by-slug/opera-bis')).status).to.equal(404);
        const alone = await running.ask('GET', '/venues/by-slug/opera-bis', { language: 'fr' });
        expect([alone.status, alone.body.translations]).to.deep.equal([200, {}]);
      },
    },
    {
      title: 'a published venue that is marked to be published with an event, and a hidden tag that a public event names',
      async damage() {
        await set('venues', idOf('opera en'), { publishesWith: true });
        await set('tags', idOf('open-air en'), { proposedBy: [1_000_000] });
        expect((await running.ask('GET', `/tags/${idOf('open-air en')}`, { as: 'subscriber' })).status).to.equal(404);
      },
      says: [
        /^The venues \d+ \(publish\) is marked to be published with another record/,
        /^The tags \d+ is marked as hidden, but public records name it/,
      ],
      async shows() {
        expect((await running.ask('GET', `/tags/${idOf('open-air en')}`, { as: 'subscriber' })).status).to.equal(200);
      },
    },
    {
      title: 'counters lower than the highest ID, and a record that does not say whether it is used',
      async damage() {
        former = (await counters().findOne({ _id: 'terms' }))?.['value'] as number;
        await counters().updateOne({ _id: 'terms' }, { $set: { value: 1 } });
        await of('venues').updateOne({ _id: idOf('opera en') }, { $unset: { used: '' } });
      },
      says: [
        /^The counter "terms" is 1, but the highest ID of the categories is \d+$/,
        /^The counter "terms" is \d+, but the highest ID of the tags is \d+$/,
        /^The venues \d+ has nothing as its "used", but \d public records name it$/,
      ],
      // The service reserves numbers ahead, so the counter may be larger.
      shows: async () => void (await counters().updateOne({ _id: 'terms' }, { $max: { value: former } })),
    },
  ];
  for (const { title, damage, says, shows } of cases) {
    it(`finds and mends ${title}`, async () => {
      const revisions = async () => new Map((await of('events').find({}).toArray()).map((event) => [event._id, event]));
      await damage();
      const before = await whole();
      const harmed = await revisions();
      const found = (await check()).map(({ what }) => what);
      for (const sentence of says)
        expect(
          found.some((what) => sentence.test(what)),
          `${sentence} in\n${found.join('\n')}`,
        ).to.equal(true);
      expect(found, found.join('\n')).to.have.length(says.length);
      expect(await whole(), 'it wrote').to.equal(before);

      const mended = await check(true);
      expect(mended.filter((finding) => finding.mended === undefined)).to.deep.equal([]);
      expect(await check()).to.deep.equal([]);
      const shared = mended.flatMap(({ what }) => /^The events (\d+) .*does not share/.exec(what)?.[1] ?? []).map(Number);
      for (const [_id, now] of await revisions()) {
        const old = harmed.get(_id);
        const isSame = JSON.stringify({ ...old, revision: 0 }) === JSON.stringify({ ...now, revision: 0 });
        expect(now['revision'] > old?.['revision'], `revision of ${_id}`).to.equal(!isSame);
        // A client that has read the record before must read it again before a change.
        expect([now['edition'], now['modified']]).to.deep.equal([old?.['edition'] + (shared.includes(_id) ? 1 : 0), old?.['modified']]);
      }
      await shows?.();
    });
  }

  it('leaves drafts and proposed tags their marks', async () => {
    const json = { ...DATES, title: 'Proposing', status: 'draft', tags: ['Proposed'], venue: { venue: 'Waiting' } };
    expect((await running.ask('POST', '/events', { as: 'contributor', json })).status).to.equal(201);
    expect(await check(true)).to.deep.equal([]);
    expect((await running.ask('GET', '/tags?slug=proposed&hide_empty=false')).body.total).to.equal(0);
  });

  it('uses an index for each command, and reads in batches', async () => {
    const db = running.service.services.connection.db();
    const watching = watchCommands(db);
    await set('tags', idOf('open-air en'), { count: 9 });
    await check(true);
    const shapes = [...watching.shapes.values()].filter((command) => command['count'] === undefined);
    expect(shapes).to.have.length.above(20);
    for (const command of shapes) {
      const { stages } = await explain(db, command);
      expect(stages, JSON.stringify(command)).to.not.include.members(['COLLSCAN']);
      expect(stages, JSON.stringify(command)).to.not.include.members(['SORT']);
    }
  });

  it('reports what it cannot mend', async () => {
    await of('tags').insertOne({ _id: 'odd' as never, language: 'en', slug: 'odd' } as never);
    const [finding, ...others] = await check(true);
    expect(others).to.deep.equal([]);
    expect(finding?.what).to.equal('Among the tags there is an ID that is not a whole number ("odd")');
    expect(finding?.unmended).to.match(/remove it by hand/);
    await of('tags').deleteOne({ _id: 'odd' as never });
  });

  it('finds no false faults during writes, and mends without losing one', async () => {
    const sets = await Promise.all([0, 1, 2].map((place) => make('/tags', { name: `Busy ${place}` })));
    const venue = await make('/venues', { venue: 'Busy hall' });
    const twins = await Promise.all([0, 1, 2, 3].map((place) => make('/events', { ...DATES, title: `Busy ${place}`, tags: sets, venue })));
    let isOver = false;
    const write = async (place: number) => {
      for (let round = 0; !isOver; round += 1) {
        const tags = sets.filter((_, at) => (at + round + place) % 2 === 0);
        const end_date = `2030-05-${10 + ((round + place) % 10)} 10:00:00`;
        const status = round % 5 === 4 ? 'draft' : 'publish';
        const json = { title: `Round ${round}`, tags, status, end_date, venue: round % 3 === 0 ? [] : [venue] };
        const { text, ...answer } = await running.ask('PATCH', `/events/${twins[place]}`, { as: 'editor', json });
        expect(answer.status, text).to.equal(200);
        const made = await make('/tags', { name: `Passing ${place} ${round}`, slug: 'many' });
        expect((await running.ask('DELETE', `/tags/${made}`, { as: 'editor' })).status).to.equal(200);
      }
    };
    const writing = Promise.all([0, 1, 2, 3].map(write));
    try {
      for (let round = 0; round < 3; round += 1) expect(await check()).to.deep.equal([]);
      for (let round = 0; round < 3; round += 1) {
        const id = sets[round % sets.length] ?? 0;
        await of('tags').updateOne({ _id: id }, { $inc: { count: 100 } });
        await of('venues').updateOne({ _id: venue }, { $inc: { count: -50 } });
        const found = await check(true);
        expect(found.map(({ mended, what }) => [what.split(' has')[0], mended === undefined])).to.have.deep.members([
          [`The tags ${id}`, false],
          [`The venues ${venue}`, false],
        ]);
      }
    } finally {
      isOver = true;
      await writing;
    }
    expect(await check()).to.deep.equal([]);
  });
});
