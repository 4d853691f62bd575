import { invalidParam, type Plugin } from 'calendar-events';
import { expect } from 'chai';
import { buildFixtures, type Fixtures } from '../../fixtures/fixtures';
import { createUser } from '../../lib/access/roles';
import { publishDue } from '../../lib/content/visibility/scheduled';
import type { Happened } from '../../lib/program/plugins/listeners';
import { seed } from '../../lib/program/seed/seed';
import { DATES, openPromises } from '../support/stage';
import { bilingual, description, MOOD, recordLog } from './samples';

interface Call extends Happened {
  /** The record as the listener read it. */
  read: unknown;
}
const calls: Call[] = [];
let reading = 0;
const wishes: Happened[] = [];
const release: (() => void)[] = [];
const cities: string[] = [];

/** A listener that reads each changed record, faulty listeners, and a kind whose `check` may refuse after terms were created. */
const listening: Plugin = (registry, services) => {
  const terms = registry.registerTermLike(MOOD);
  const wishlists = registry.registerPostLike({
    kind: 'wish',
    plural: 'wishes',
    name: bilingual('wish', 'souhait'),
    names: bilingual('wishes', 'souhaits'),
    fields: {
      moods: { link: 'moods', many: true, description },
      when: {
        type: 'string',
        write: (value) => ({ said: value, at: new Date(0) }),
        read: (records) => records.map(() => undefined),
        description,
      },
    },
    check() {
      if (calls.length === 0) throw invalidParam('moods', bilingual('Never.', 'Jamais.'));
    },
  });
  const storeOf = (plural: string) => (plural === 'moods' ? terms : plural === 'wishes' ? wishlists : services.posts(plural));
  services.on('*', async (change) => {
    const { plural, id } = change;
    const isTerm = plural === 'categories' || plural === 'tags';
    const call: Call = { ...change, read: undefined };
    calls.push(call);
    reading++;
    call.read = await (isTerm ? services.terms(plural) : storeOf(plural)).byId(id);
    reading--;
  });
  services.on('created', (change) => {
    Object.assign(change, { id: 0, plural: 'none' });
    Object.assign(change.after ?? {}, { title: 'Changed', _id: 0, keys: {} });
  });
  services.on('created', (change) => void (change.plural === 'wishes' && wishes.push(change)));
  services.on('created', () => {
    throw new Error('thrown at once');
  });
  services.on('created', async () => {
    await null;
    throw 'thrown later';
  });
  services.on('updated', 'venues', ({ plural, before, after }) => void cities.push(`${plural} ${before?.city} ${after?.city}`));
  services.on('trashed', () => new Promise<void>((resolve) => release.push(resolve)));
};

describe('plugins: listeners (on created, updated, deleted)', () => {
  const { lines: failures, log } = recordLog();
  const { stage } = openPromises({}, [listening], log);

  beforeEach(() => {
    calls.length = failures.length = wishes.length = 0;
  });
  // A pending listener delays the closing of the service by 2 s at most.
  after(() => {
    expect(release.splice(0)).not.to.deep.equal([]);
  });

  /** Waits for a number of calls, and for all reads to end. */
  const waitFor = async (count: number): Promise<string[]> => {
    while (calls.length < count || reading > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await Promise.all([1, 2, 3].map(() => stage().ask('GET', '/tags')));
    return calls.map(({ happening, plural }) => `${happening} ${plural}`);
  };
  const ask = async (method: string, path: string, json?: object, status = method === 'POST' ? 201 : 200) => {
    const answer = await stage().ask(method, path, { as: 'editor', ...(json && { json }) });
    expect(answer.status, answer.text).to.equal(status);
    return answer.body;
  };

  it('are called for every change with the record before and after', async () => {
    const { id } = await ask('POST', '/venues', { venue: 'Hall' });
    const path = `/venues/${id}`;
    for (const json of [{ city: 'Lyon' }, { status: 'draft' }]) await ask('PATCH', path, json);
    await ask('DELETE', path);
    await ask('PATCH', path, { status: 'publish' });
    await ask('PATCH', path, { status: 'trash' });
    await ask('DELETE', `${path}?force=true`);
    expect(await waitFor(7)).to.deep.equal(
      ['created', 'updated', 'updated', 'trashed', 'restored', 'trashed', 'deleted'].map((one) => `${one} venues`),
    );
    const statuses = calls.map(({ before, after }) => [before, after].map((one) => (one as { status?: string } | undefined)?.status));
    expect(statuses).to.deep.equal([
      [undefined, 'publish'],
      ['publish', 'publish'],
      ['publish', 'draft'],
      ['draft', 'trash'],
      ['trash', 'publish'],
      ['publish', 'trash'],
      ['trash', undefined],
    ]);
    for (const [place, { id: changedId, before, after, read }] of calls.entries()) {
      expect([changedId, before?._id ?? id, after?._id ?? id]).to.deep.equal([id, id, id]);
      if (place === 6) expect([read, Object.hasOwn(calls[6] ?? {}, 'after')]).to.deep.equal([undefined, false]);
      else expect(after?.revision).to.equal(place + 1);
    }
  });

  it('can listen to one kind, with typed records', async () => {
    const { id } = await ask('POST', '/venues', { venue: 'Somewhere', city: 'Lyon' });
    const { id: other } = await ask('POST', '/organizers', { organizer: 'Somebody' });
    await ask('PATCH', `/organizers/${other}`, { phone: '1' });
    await ask('PATCH', `/venues/${id}`, { city: 'Nice' });
    await waitFor(4);
    expect(cities.at(-1)).to.equal('venues Lyon Nice');
    expect(cities.filter((line) => !line.startsWith('venues '))).to.deep.equal([]);
  });

  it('are called after the commit', async () => {
    await ask('POST', '/venues', { venue: 'Hall' });
    await waitFor(1);
    expect(calls[0]?.read).to.deep.equal(calls[0]?.after);
  });

  it('are called for every record that a request creates, in order', async () => {
    const json = {
      title: 'Fair',
      ...DATES,
      venue: { venue: 'New' },
      organizer: [{ organizer: 'Ann' }],
      categories: ['Games'],
      tags: ['fun'],
    };
    const { id } = await ask('POST', '/events', json);
    const names = await waitFor(5);
    expect(names.slice().sort()).to.deep.equal([
      ...['created categories', 'created events', 'created organizers', 'created tags', 'created venues'],
    ]);
    expect(names.at(-1)).to.equal('created events');
    expect(calls.at(-1)?.id).to.equal(id);
  });

  it('are called for terms, also for children that move up', async () => {
    const top = await ask('POST', '/categories', { name: 'Top' });
    const below = await ask('POST', '/categories', { name: 'Below', parent: top.id });
    await ask('PATCH', `/categories/${top.id}`, { description: 'x' });
    await ask('DELETE', `/categories/${top.id}`);
    expect((await waitFor(5)).slice(2).sort()).to.deep.equal(['deleted categories', 'updated categories', 'updated categories']);
    const moved = calls.filter(({ id, happening }) => id === below.id && happening === 'updated');
    expect(moved.map(({ before, after }) => [before, after].map((one) => (one as { parent?: number }).parent))).to.deep.equal([
      [top.id, 0],
    ]);
  });

  it('are not called for refused or rolled back changes', async () => {
    const before = await stage().service.services.connection.collection('moods').countDocuments();
    await ask('POST', '/wishes', { title: 'Wish', moods: ['New'] }, 400);
    await ask('POST', '/wishes', { title: '' }, 400);
    await ask('PATCH', '/venues/99999', { city: 'x' }, 404);
    expect(await stage().service.services.connection.collection('moods').countDocuments()).to.equal(before);
    await ask('POST', '/tags', { name: 'After' });
    expect(await waitFor(1)).to.deep.equal(['created tags']);
  });

  it('are called once when a transaction is retried', async () => {
    const { id } = await ask('POST', '/venues', { venue: 'Crowded' });
    const changes = Array.from({ length: 8 }, (_, place) => ask('PATCH', `/venues/${id}`, { city: `City ${place}` }));
    const making = Array.from({ length: 4 }, () =>
      ask('POST', '/events', { title: 'Same', ...DATES, venue: { venue: 'One for all' }, tags: ['one tag'] }),
    );
    await Promise.all([...changes, ...making]);
    const names = await waitFor(15);
    const count = (what: string) => names.filter((one) => one === what).length;
    expect([count('created venues'), count('updated venues'), count('created events'), count('created tags')]).to.deep.equal([2, 8, 4, 1]);
    const revisions = calls.filter(({ happening }) => happening === 'updated').map(({ after }) => after?.revision ?? 0);
    expect(new Set(revisions).size).to.equal(8);
  });

  it('get a copy each, so that changing it changes no answer', async () => {
    const { id, title } = await ask('POST', '/events', { title: 'Kept', ...DATES });
    await waitFor(1);
    expect(title).to.equal('Kept');
    expect([calls[0]?.id, (calls[0]?.after as { title?: string } | undefined)?.title]).to.deep.equal([id, 'Kept']);
    expect((await ask('GET', `/events/${id}`)).title).to.equal('Kept');
  });

  it('get the stored values', async () => {
    await ask('POST', '/tags', { name: 'First' });
    await waitFor(1);
    const { id } = await ask('POST', '/wishes', { title: 'Wish', when: 'soon' });
    await waitFor(2);
    expect(wishes[0]?.after?.fields).to.deep.equal({ when: { said: 'soon', at: new Date(0) }, moods: [] });
    expect(calls.find(({ plural }) => plural === 'wishes')?.read).to.deep.include({ _id: id, fields: wishes[0]?.after?.fields });
  });

  it('are logged when they throw, without effect on the answer', async () => {
    const { id } = await ask('POST', '/tags', { name: 'Loud' });
    await waitFor(1);
    expect(failures).to.have.lengthOf(2);
    for (const failure of failures) expect(failure).to.include({ plugin: 'listening', happening: 'created', plural: 'tags', id });
    expect(failures.map(({ err }) => String(err))).to.have.members([
      'Error: thrown at once',
      "Error: the thrown value is not an Error, but 'thrown later'",
    ]);
  });

  it('are called when a future record is published', async () => {
    const { id } = await ask('POST', '/venues', { venue: 'Later', date: '2030-05-02 12:00:00', status: 'future' });
    stage().clock.set('2030-05-03T12:00:00Z');
    expect(await publishDue(stage().service.services)).to.equal(1);
    expect(await waitFor(2)).to.deep.equal(['created venues', 'updated venues']);
    expect(calls[1]).to.deep.include({ id }).and.have.nested.include({ 'before.status': 'future', 'after.status': 'publish' });
  });

  it('are called for seeded records', async () => {
    const all = Object.entries(buildFixtures(new Date('2030-05-01T12:00:00Z')));
    const fixtures = Object.fromEntries(all.map(([plural, list]) => [plural, list.slice(0, 2)])) as unknown as Fixtures;
    const user = createUser({ id: stage().ids.admin, login: 'admin', role: 'administrator' });
    const made = await seed(fixtures, stage().service.services, user);
    const names = await waitFor(made);
    expect([names.length, names.every((one) => one.startsWith('created '))]).to.deep.equal([made, true]);
  });
});
