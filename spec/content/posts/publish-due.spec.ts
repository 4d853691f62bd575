import { expect } from 'chai';
import { publishDue } from '../../../lib/content/visibility/scheduled';
import { event, openPromises, organizer, patch, remove, tag, venue } from '../../support/stage';

describe('publishDue: scheduled records (status future)', () => {
  const { stage } = openPromises({ SITE_TIMEZONE: 'America/Toronto' });
  before(async () => {
    await stage().give({
      tag: tag('Scheduled'),
      soon: event('Soon', { date: '2030-01-16 08:00:00', tags: ['{tag}'] }),
      bientot: event('Bientôt', { date_utc: '2030-01-16 12:59:59' }, { language: 'fr' }),
      later: event('Later', { date: '2030-01-16 08:00:01' }),
      waiting: event('Waiting', { date: '2030-01-16 08:00:00', status: 'draft' }),
      binned: event('Binned', { date: '2030-01-16 08:00:00' }),
      apart: event('Apart', { date: '2031-06-01 08:00:00', date_utc: '2030-01-16 13:00:00' }),
      hall: venue('Scheduled hall', { date: '2030-01-16 08:00:00' }),
      ann: organizer('Scheduled Ann', { date: '2030-01-16 08:00:00' }),
    });
    await stage().step(remove('/events/{binned}'));
  });

  it('does not publish them before their time', async () => {
    stage().clock.set('2030-01-16T12:59:58Z');
    expect(await publishDue(stage().service.services)).to.equal(0);
    await stage().step({ path: '/events/{soon}', status: 403, code: 'event-not-accessible' });
    await stage().step({ as: 'admin', path: '/events/{soon}', has: { status: 'future' } });
  });

  it('publishes nothing once it is aborted', async () => {
    stage().clock.set('2030-01-16T13:00:00Z');
    expect(await publishDue(stage().service.services, AbortSignal.abort())).to.equal(0);
    await stage().step({ as: 'admin', path: '/events/{soon}', has: { status: 'future' } });
  });

  it('publishes them at their time, in SITE_TIMEZONE, once by concurrent runs', async () => {
    stage().clock.set('2030-01-16T13:00:00Z');
    const counts = await Promise.all([publishDue(stage().service.services), publishDue(stage().service.services)]);
    expect(counts.reduce((sum, count) => sum + count)).to.equal(5);
    for (const path of ['/events/{soon}', '/events/{bientot}', '/events/{apart}', '/venues/{hall}', '/organizers/{ann}'])
      await stage().step({ path, has: { status: 'publish' } });
    await stage().step({ path: '/events?search=soon', lists: ['soon'] });
    await stage().step({ path: '/tags/{tag}', has: { count: 1 } });
    expect(await publishDue(stage().service.services)).to.equal(0);
  });

  it('keeps date and modified', () =>
    stage().step({
      path: '/events/{soon}',
      has: {
        date: '2030-01-16 08:00:00',
        date_utc: '2030-01-16 13:00:00',
        modified: '2030-01-16 08:00:00',
        modified_utc: '2030-01-16 13:00:00',
        slug: 'soon',
      },
    }));

  it('leaves later records, drafts and the trash alone', async () => {
    for (const [path, status] of Object.entries({ '/events/{later}': 'future', '/events/{waiting}': 'draft', '/events/{binned}': 'trash' }))
      await stage().step({ as: 'admin', path, has: { status } });
  });

  it('leaves modified alone when a linked record changes', async () => {
    await stage().give({
      sketch: venue('Sketch', { status: 'draft' }),
      one: event('Linked', { venue: '{sketch}' }),
    });
    await stage().step(patch('/events/{one}', { end_date: '2030-05-06 13:00:00' }));
    await stage().step({ as: 'admin', path: '/venues/{sketch}', has: { modified_utc: '0000-00-00 00:00:00' } });
    await stage().step(patch('/venues/{sketch}', { city: 'Lyon' }));
    await stage().step({ as: 'admin', path: '/venues/{sketch}', has: { modified_utc: '2030-01-16 13:00:00' } });
  });
});
