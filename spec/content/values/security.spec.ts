import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'chai';
import type { EventRecord } from '../../../routes/events';
import { openStage, playOn, type Scenario, type Stage } from '../../support/scenario';
import type { Answer } from '../../support/service';

const DATES = { start_date: '2030-02-01 09:00', end_date: '2030-02-01 10:00' };

const SCENARIOS: readonly Scenario[] = [
  ...(['events', 'tags'] as const).flatMap((plural): Scenario[] => [
    {
      title: `finds nothing by a search of 60,000 characters: ${plural}`,
      path: `/${plural}`,
      method: 'POST',
      headers: { 'x-http-method-override': 'GET' },
      json: { search: 'ab.'.repeat(20_000) },
      has: { total: 0 },
    },
    {
      title: `finds nothing by a search that folding makes very long: ${plural}`,
      path: `/${plural}`,
      method: 'POST',
      headers: { 'x-http-method-override': 'GET' },
      json: { search: '\ufdfa'.repeat(1600) },
      has: { total: 0 },
    },
    { title: `finds nothing by a search for a control character: ${plural}`, path: `/${plural}?search=zz%00zz`, has: { total: 0 } },
  ]),
  {
    title: 'excludes nothing by an excluded word that is very long',
    path: '/events',
    method: 'POST',
    headers: { 'x-http-method-override': 'GET' },
    json: { search: `hub -${'\u3316'.repeat(1500)}` },
    lists: ['hub'],
  },
  {
    title: 'reads characters of regular expressions in a search literally',
    given: { odd: { path: '/events', json: { ...DATES, title: '(a+)+$ [x-z] \\d' } } },
    path: `/events?search=${encodeURIComponent('"(a+)+$ [x-z] \\d"')}`,
    lists: ['odd'],
  },
  {
    title: 'sorts terms by name for orderby=constructor',
    path: '/categories?hide_empty=false&orderby=constructor',
    lists: ['apples', 'pears'],
  },
  {
    title: 'finds nothing by a venue in the trash',
    path: '/events?venue={gone}',
    lists: [],
    next: [{ as: 'admin', path: '/events?venue={gone}', lists: [] }],
  },
  {
    title: 'refuses a post_parent that the user may not read as an unknown one',
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
    title: 'keeps a post_parent that the user may not read, if it is written back',
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
];

describe('Hostile input', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
    await stage.give({
      hidden: { path: '/events', json: { ...DATES, title: 'Hidden', status: 'private' } },
      gone: { path: '/venues', json: { venue: 'Gone hall' } },
      hub: { path: '/events', json: { ...DATES, title: 'Hub', venue: '{gone}' } },
      apples: { path: '/categories', json: { name: 'Apples' } },
      pears: { path: '/categories', json: { name: 'Pears' } },
      deleted: { method: 'DELETE', path: '/venues/{gone}' },
    });
  });
  after(() => stage.stop());
  playOn(() => stage, SCENARIOS);

  const create = async (as: 'admin' | 'contributor', more: object = {}): Promise<number> =>
    (await stage.step({ as, method: 'POST', path: '/events', json: { ...DATES, title: 'Event', ...more }, status: 201 })).body.id;

  it('cannot change a record that is published meanwhile, without the right to', async () => {
    const id = await create('contributor', { status: 'pending' });
    const { connection, kinds } = stage.service.services;
    const events = kinds.posts<EventRecord>('events').collection();
    let answer: Promise<Answer> | undefined;
    // The transaction opens before the contributor's update begins and commits before the update can write.
    await connection.transact(async (session) => {
      await events.updateOne({ _id: id }, { $set: { status: 'publish' } }, { session });
      answer ??= stage.ask('PATCH', `/events/${id}`, { as: 'contributor', json: { description: 'Changed' } });
      await wait(100);
    });
    expect(await answer).to.have.property('status', 403);
    await stage.step({ path: `/events/${id}`, hides: /Changed/ });
  });

  it('ends even if two stored events are the post_parent of each other', async () => {
    const one = await create('admin');
    const other = await create('admin', { post_parent: one });
    await stage.service.services.kinds
      .posts<EventRecord>('events')
      .collection()
      .updateOne({ _id: one }, { $set: { parent: other } });
    await stage.step({ as: 'admin', method: 'POST', path: '/events', json: { ...DATES, title: 'Below', post_parent: one }, status: 201 });
  });
});
