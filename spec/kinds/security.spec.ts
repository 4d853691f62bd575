import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'chai';
import type { EventRecord } from '../../routes/events';
import { openStage, play, type Scenario, type Stage } from '../support/scenario';
import type { Answer } from '../support/service';

const DATES = { start_date: '2030-02-01 09:00', end_date: '2030-02-01 10:00' };

const SCENARIOS: readonly Scenario[] = [
  ...(['events', 'venues', 'organizers', 'categories', 'tags'] as const).flatMap((plural): Scenario[] => [
    {
      title: `a search of ${plural} that is longer than any pattern finds nothing`,
      path: `/${plural}`,
      method: 'POST',
      headers: { 'x-http-method-override': 'GET' },
      json: { search: 'ab.'.repeat(20_000) },
      has: { total: 0 },
    },
    {
      title: `a search of ${plural} that grows longer than any pattern when it is folded finds nothing`,
      path: `/${plural}`,
      method: 'POST',
      headers: { 'x-http-method-override': 'GET' },
      json: { search: '\ufdfa'.repeat(1600) },
      has: { total: 0 },
    },
    { title: `a search of ${plural} for a control character is no fault`, path: `/${plural}?search=zz%00zz`, has: { total: 0 } },
  ]),
  {
    title: 'an excluded word that is longer than any pattern excludes nothing',
    path: '/events',
    method: 'POST',
    headers: { 'x-http-method-override': 'GET' },
    json: { search: `hub -${'\u3316'.repeat(1500)}` },
    lists: ['hub'],
  },
  {
    title: 'signs of regular expressions in a search mean themselves',
    given: { odd: { path: '/events', json: { ...DATES, title: '(a+)+$ [x-z] \\d' } } },
    path: `/events?search=${encodeURIComponent('"(a+)+$ [x-z] \\d"')}`,
    lists: ['odd'],
  },
  {
    title: 'terms are sorted by name where an order is asked for that only JavaScript knows',
    path: '/categories?hide_empty=false&orderby=constructor',
    lists: ['apples', 'pears'],
  },
  {
    title: 'a filter by a venue in the trash finds nothing, since its events do not show it',
    path: '/events?venue={gone}',
    lists: [],
    next: [{ as: 'admin', path: '/events?venue={gone}', lists: [] }],
  },
  {
    title: 'a parent that one may not read is refused as an unknown one',
    as: 'author',
    method: 'POST',
    path: '/events',
    json: { ...DATES, title: 'Child', post_parent: '{hidden}' },
    status: 400,
    params: ['post_parent'],
    next: [
      {
        as: 'author',
        method: 'POST',
        path: '/events',
        json: { ...DATES, title: 'Child', post_parent: 999_999 },
        status: 400,
        params: ['post_parent'],
      },
      {
        as: 'admin',
        method: 'POST',
        path: '/events',
        json: { ...DATES, title: 'Child', post_parent: '{hidden}' },
        has: { post_parent: '{hidden}' },
      },
    ],
  },
  {
    title: 'a parent that one may not read stays where it is written back',
    given: { mine: { path: '/events', json: { ...DATES, title: 'Mine', author: '{author}', post_parent: '{hidden}' } } },
    as: 'author',
    method: 'PATCH',
    path: '/events/{mine}',
    json: { title: 'Mine still', post_parent: '{hidden}' },
    has: { title: 'Mine still', post_parent: undefined },
    next: [
      { path: '/events/{mine}', has: { post_parent: undefined } },
      { as: 'admin', path: '/events/{mine}', has: { post_parent: '{hidden}' } },
    ],
  },
  {
    title: 'the address of an image holds no sign that ends an attribute',
    as: 'editor',
    method: 'POST',
    path: '/events',
    json: { ...DATES, title: 'Pictured', image: `https://example.org/"'<>.png` },
    has: { 'image.url': 'https://example.org/%22%27%3C%3E.png' },
  },
  {
    title: 'a shortcode inside of a tag of a description tears no tag apart',
    as: 'author',
    method: 'POST',
    path: '/events',
    json: { ...DATES, title: 'Torn', description: '<a href="[gallery" title="]javascript:alert(1)">x</a>' },
    hides: /href=\\"javascript:/,
  },
];

describe('hostile input to the routes', () => {
  play(SCENARIOS, {
    hidden: { path: '/events', json: { ...DATES, title: 'Hidden', status: 'private' } },
    gone: { path: '/venues', json: { venue: 'Gone hall' } },
    hub: { path: '/events', json: { ...DATES, title: 'Hub', venue: '{gone}' } },
    apples: { path: '/categories', json: { name: 'Apples' } },
    pears: { path: '/categories', json: { name: 'Pears' } },
    deleted: { method: 'DELETE', path: '/venues/{gone}' },
  });
});

describe('requests that come at once', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
  });
  after(() => stage.stop());

  const create = async (as: 'admin' | 'contributor', more: object = {}): Promise<number> =>
    (await stage.step({ as, method: 'POST', path: '/events', json: { ...DATES, title: 'Event', ...more }, status: 201 })).body.id;

  it('cannot guess a password more often than one after the other', async () => {
    const authorization = (password: string) => `Basic ${Buffer.from(`subscriber:${password}`).toString('base64')}`;
    const guess = (_: unknown, number: number) =>
      stage.ask('GET', '/tags', { headers: { authorization: authorization(`guess ${number}`) } });
    const answers = await Promise.all(Array.from({ length: 60 }, guess));
    expect(answers.filter(({ status }) => status === 401)).to.have.length(20);
    expect(answers.filter(({ status }) => status === 429)).to.have.length(40);
    await stage.step({ as: 'subscriber', path: '/tags', status: 429 });
  });

  it('never change a record that has just been taken out of one’s hands', async () => {
    const id = await create('contributor', { status: 'pending' });
    const { connection, kinds } = stage.service.services;
    const events = kinds.posts<EventRecord>('events').collection();
    let answer: Promise<Answer> | undefined;
    // Published in a transaction that is open when the contributor's update begins, and closed before that can write.
    await connection.transact(async (session) => {
      await events.updateOne({ _id: id }, { $set: { status: 'publish' } }, { session });
      answer ??= stage.ask('PATCH', `/events/${id}`, { as: 'contributor', json: { description: 'Changed' } });
      await wait(200);
    });
    expect(await answer).to.have.property('status', 403);
    await stage.step({ path: `/events/${id}`, hides: /Changed/ });
  });

  it('cannot make two events each other’s parents', async () => {
    const one = await create('admin');
    const other = await create('admin');
    const answers = await Promise.all([
      stage.ask('PATCH', `/events/${one}`, { as: 'admin', json: { post_parent: other } }),
      stage.ask('PATCH', `/events/${other}`, { as: 'admin', json: { post_parent: one } }),
    ]);
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 400]);
  });

  it('that made two events each other’s parents keep no later one waiting', async () => {
    const one = await create('admin');
    const other = await create('admin', { post_parent: one });
    await stage.service.services.kinds
      .posts<EventRecord>('events')
      .collection()
      .updateOne({ _id: one }, { $set: { parent: other } });
    await stage.step({ as: 'admin', method: 'POST', path: '/events', json: { ...DATES, title: 'Below', post_parent: one }, status: 201 });
  });
});
