import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'chai';
import type { EventRecord } from '../../../routes/events';
import { playOn, type Scenario, type Step } from '../../support/scenario';
import type { Answer } from '../../support/service';
import { category, create, event, openPromises, patch, refused, remove, venue } from '../../support/stage';

/** A search in a body that stands for a GET. */
const searching = (plural: string, search: string): Step => ({
  ...{ path: `/${plural}`, method: 'POST', headers: { 'x-http-method-override': 'GET' }, json: { search } },
});

const SCENARIOS: readonly Scenario[] = [
  ...(['events', 'tags'] as const).flatMap((plural): Scenario[] => [
    {
      title: `finds nothing by a search of 60,000 characters: ${plural}`,
      ...searching(plural, 'ab.'.repeat(20_000)),
      has: { total: 0 },
    },
    {
      title: `finds nothing by a search that folding makes very long: ${plural}`,
      ...searching(plural, '\ufdfa'.repeat(1600)),
      has: { total: 0 },
    },
    { title: `finds nothing by a search for a control character: ${plural}`, path: `/${plural}?search=zz%00zz`, has: { total: 0 } },
  ]),
  {
    title: 'excludes nothing by an excluded word that is very long',
    ...searching('events', `hub -${'\u3316'.repeat(1500)}`),
    lists: ['hub'],
  },
  {
    title: 'reads characters of regular expressions in a search literally',
    given: { odd: event('(a+)+$ [x-z] \\d') },
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
    ...create(event('Child', { post_parent: '{hidden}' }), { as: 'author', ...refused('post_parent') }),
    next: [
      create(event('Child', { post_parent: 999_999 }), { as: 'author', ...refused('post_parent') }),
      create(event('Child', { post_parent: '{hidden}' }), { has: { post_parent: '{hidden}' } }),
    ],
  },
  {
    title: 'keeps a post_parent that the user may not read, if it is written back',
    given: { mine: event('Mine', { author: '{author}', post_parent: '{hidden}' }) },
    ...patch('/events/{mine}', { title: 'Mine still', post_parent: '{hidden}' }, { as: 'author' }),
    has: { title: 'Mine still', post_parent: undefined },
    next: [
      { path: '/events/{mine}', has: { post_parent: undefined } },
      { as: 'admin', path: '/events/{mine}', has: { post_parent: '{hidden}' } },
    ],
  },
];

describe('Hostile input', () => {
  const { stage } = openPromises();
  before(() =>
    stage().give({
      hidden: event('Hidden', { status: 'private' }),
      gone: venue('Gone hall'),
      hub: event('Hub', { venue: '{gone}' }),
      apples: category('Apples'),
      pears: category('Pears'),
      deleted: remove('/venues/{gone}'),
    }),
  );
  playOn(stage, SCENARIOS);

  it('cannot change a record that is published meanwhile, without the right to', async () => {
    await stage().give({ pending: event('Pending', { status: 'pending' }, { as: 'contributor' }) });
    const id = stage().names['pending'] ?? 0;
    const { connection, stores } = stage().service.services;
    const events = stores.posts<EventRecord>('events').collection();
    let answer: Promise<Answer> | undefined;
    // The transaction opens before the contributor's update begins and commits before the update can write.
    await connection.transact(async (session) => {
      await events.updateOne({ _id: id }, { $set: { status: 'publish' } }, { session });
      answer ??= stage().ask('PATCH', `/events/${id}`, { as: 'contributor', json: { description: 'Changed' } });
      await wait(100);
    });
    expect(await answer).to.have.property('status', 403);
    await stage().step({ path: `/events/${id}`, hides: /Changed/ });
  });

  it('ends even if two stored events are the post_parent of each other', async () => {
    await stage().give({ one: event('One'), other: event('Other', { post_parent: '{one}' }) });
    const { one = 0, other = 0 } = stage().names;
    await stage()
      .service.services.stores.posts<EventRecord>('events')
      .collection()
      .updateOne({ _id: one }, { $set: { parent: other } });
    await stage().step(create(event('Below', { post_parent: one }), { status: 201 }));
  });
});
