import { expect } from 'chai';
import { faultsOf } from '../../support/faults';
import { create, event, openPromises, organizer, patch, venue } from '../../support/stage';

const FRENCH = { language: 'fr' } as const;

describe('translation_of of a venue or organizer within an event', () => {
  const { promise, stage } = openPromises();

  promise(
    'replaces the venue that it translates, in the updated event too',
    { hall: venue('Hall'), foire: event('Foire', { venue: '{hall}' }, FRENCH), fete: event('Fête', { venue: '{hall}' }, FRENCH) },
    patch('/events/{foire}', { venue: { venue: 'Salle', translation_of: '{hall}' } }, { ...FRENCH, has: { 'venue.venue': 'Salle' } }),
    { path: '/events/{fete}', ...FRENCH, has: { 'venue.venue': 'Salle' } },
    { path: '/venues?has_events=true&search=Hall', has: { total: 0 } },
    { path: '/venues?has_events=true&search=Salle', ...FRENCH, has: { total: 1 } },
  );
  promise(
    'replaces the organizer that it translates in the same list',
    { choir: organizer('Choir'), concert: event('Concert', { organizer: '{choir}' }, FRENCH) },
    patch(
      '/events/{concert}',
      { organizer: ['{choir}', { organizer: 'Chœur', translation_of: '{choir}' }] },
      { ...FRENCH, has: { 'organizer.length': 1, 'organizer.0.organizer': 'Chœur' } },
    ),
  );
  promise(
    'is linked by the event that is created with it',
    { barn: venue('Barn') },
    create(event('Bal', { venue: { venue: 'Grange', translation_of: '{barn}' } }, FRENCH), {
      status: 201,
      has: { 'venue.venue': 'Grange' },
    }),
    { path: '/venues?has_events=true&search=Barn', has: { total: 0 } },
  );
  it('leaves the stored records consistent', async () => expect(await faultsOf(stage())).to.deep.equal([]));
});
