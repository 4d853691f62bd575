import { expect } from 'chai';
import { publishDue } from '../../../lib/content/visibility/scheduled';
import { faultsOf } from '../../support/faults';
import { create, event, openPromises, organizer, patch, venue } from '../../support/stage';

describe('Venues and organizers that are made within an event', () => {
  const { promise, stage } = openPromises();

  for (const [status, then] of [
    ['pending', {}],
    ['private', {}],
    ['future', { date: '2030-01-01' }],
  ] as const)
    promise(
      `are hidden while the event is ${status}, and published with it`,
      {
        one: event(
          'Hidden',
          { status, ...(status === 'future' && { date: '2031-01-01' }), venue: { venue: `Secret ${status}` } },
          { as: 'author' },
        ),
      },
      {
        as: 'author',
        path: '/events/{one}',
        has: { 'venue.venue': `Secret ${status}`, 'venue.status': 'draft', 'venue.author': '{author}' },
      },
      { path: `/venues?search=secret+${status}`, has: { total: 0 } },
      patch('/events/{one}', { status: 'publish', ...then }),
      { path: '/events/{one}', has: { 'venue.venue': `Secret ${status}` } },
      { path: `/venues?search=secret+${status}`, has: { total: 1 } },
    );
  promise(
    'belong to the author of the event, whoever writes it',
    { one: event('Given', { status: 'draft' }, { as: 'contributor' }) },
    patch('/events/{one}', { venue: { venue: 'Given place' } }, { has: { 'venue.author': '{contributor}', 'venue.status': 'draft' } }),
    patch('/events/{one}', { status: 'publish' }),
    { path: '/events/{one}', has: { 'venue.venue': 'Given place' } },
  );
  promise(
    'have the status that is sent',
    {
      kept: event('Kept', { status: 'draft', venue: { venue: 'Kept place', status: 'draft' } }, { as: 'author' }),
      open: event('Open', { status: 'private', venue: { venue: 'Open place', status: 'publish' } }, { as: 'author' }),
    },
    { path: '/venues?search=open+place', has: { total: 1 } },
    patch('/events/{kept}', { status: 'publish' }, { has: { 'venue.status': 'draft' } }),
    { path: '/venues?search=kept+place', has: { total: 0 } },
  );
  promise(
    'are not published if they were made apart',
    {
      apart: venue('Apart', { status: 'draft' }, { as: 'author' }),
      club: organizer('Apart', { status: 'draft' }, { as: 'author' }),
      one: event('With', { status: 'draft', venue: '{apart}', organizer: ['{club}'] }, { as: 'author' }),
    },
    patch('/events/{one}', { status: 'publish' }, { has: { 'venue.status': 'draft', 'organizer[0].status': 'draft' } }),
    { path: '/events/{one}', has: { venue: [], organizer: [] } },
  );
  it('are published when the time of the event comes', async () => {
    const due = event('Due', { date: '2030-01-15 13:00:00', venue: { venue: 'Due place' }, organizer: { organizer: 'Due club' } });
    const { body } = await stage().step(create(due, { as: 'author', status: 201 }));
    await stage().step({ path: '/venues?search=due+place', has: { total: 0 } });
    stage().clock.set('2030-01-15T13:00:01Z');
    await publishDue(stage().service.services);
    await stage().step({ path: `/events/${body.id}`, has: { 'venue.venue': 'Due place', 'organizer[0].organizer': 'Due club' } });
  });
  it('leave the stored records consistent', async () => expect(await faultsOf(stage())).to.deep.equal([]));
});
