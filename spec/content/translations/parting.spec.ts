import { expect } from 'chai';
import { faultsOf } from '../../support/faults';
import { category, create, event, openPromises, organizer, patch, remove, venue } from '../../support/stage';
import { translation } from '../../support/translations';

const FRENCH = { language: 'fr' } as const;

describe('translation_of of a linked record: 0, and within an event', () => {
  const { promise, stage } = openPromises();

  /** Records in both languages: a venue, an organizer, a category and an event that links to them. A second event is only in French. */
  const given = (status: string) => ({
    [`hall_${status}`]: venue(`Hall ${status}`),
    [`salle_${status}`]: translation('venues', 'venue', `Salle ${status}`, `{hall_${status}}`, { status }),
    [`choir_${status}`]: organizer(`Choir ${status}`),
    [`choeur_${status}`]: translation('organizers', 'organizer', `Chœur ${status}`, `{choir_${status}}`, { status }),
    [`song_${status}`]: category(`Song ${status}`),
    [`chant_${status}`]: translation('categories', 'name', `Chant ${status}`, `{song_${status}}`),
    [`opus_${status}`]: category(`Opus ${status}`, { parent: `{song_${status}}` }),
    [`oeuvre_${status}`]: translation('categories', 'name', `Œuvre ${status}`, `{opus_${status}}`),
    [`air_${status}`]: category(`Air ${status}`, { parent: `{chant_${status}}` }, FRENCH),
    [`feast_${status}`]: event(`Feast ${status}`, {
      venue: `{hall_${status}}`,
      organizer: [`{choir_${status}}`],
      categories: [`{song_${status}}`],
    }),
    [`fete_${status}`]: translation('events', 'title', `Fête ${status}`, `{feast_${status}}`),
    [`bal_${status}`]: event(
      `Bal ${status}`,
      { venue: `{salle_${status}}`, organizer: [`{choeur_${status}}`], categories: [`{chant_${status}}`] },
      FRENCH,
    ),
  });
  const part = (path: string) => patch(path, { translation_of: 0 }, { has: { translations: {} } });
  const shows = (name: string, has: Readonly<Record<string, unknown>>) => ({ path: `/events/{${name}}`, ...FRENCH, has });

  promise(
    'leaves the other translation to events that share the link, and stays in events that link it alone',
    given('publish'),
    part('/venues/{salle_publish}'),
    part('/organizers/{choeur_publish}'),
    part('/categories/{chant_publish}'),
    shows('fete_publish', {
      'venue.id': '{hall_publish}',
      'organizer.0.id': '{choir_publish}',
      'categories.0.id': '{song_publish}',
    }),
    shows('bal_publish', { 'venue.id': '{salle_publish}', 'organizer.0.id': '{choeur_publish}', 'categories.0.id': '{chant_publish}' }),
    { path: '/categories/{oeuvre_publish}', ...FRENCH, has: { parent: '{song_publish}' } },
    { path: '/categories/{air_publish}', ...FRENCH, has: { parent: '{chant_publish}' } },
    { path: '/categories/{chant_publish}', ...FRENCH, has: { count: 1 } },
    { path: '/events/{feast_publish}', has: { 'venue.id': '{hall_publish}' } },
  );
  promise(
    'is replaced by the published translation in events, if it is a draft',
    given('draft'),
    shows('bal_draft', { 'venue.id': '{hall_draft}', 'organizer.0.id': '{choir_draft}' }),
    part('/venues/{salle_draft}'),
    part('/organizers/{choeur_draft}'),
    shows('fete_draft', { 'venue.id': '{hall_draft}', 'organizer.0.id': '{choir_draft}' }),
    shows('bal_draft', { 'venue.id': '{hall_draft}', 'organizer.0.id': '{choir_draft}' }),
    patch('/venues/{salle_draft}', { status: 'publish' }),
    shows('bal_draft', { 'venue.id': '{hall_draft}' }),
  );
  promise(
    'keeps the events that showed it in place of a draft',
    {
      pier: venue('Pier', { status: 'draft' }),
      quai: translation('venues', 'venue', 'Quai', '{pier}', { status: 'publish' }),
      fair_there: event('Fair there', { venue: '{pier}' }),
      foire_la: translation('events', 'title', 'Foire là', '{fair_there}'),
    },
    part('/venues/{quai}'),
    shows('fair_there', { 'venue.id': '{quai}' }),
    shows('foire_la', { 'venue.id': '{quai}' }),
  );
  promise(
    'keeps no child event that is translated itself',
    {
      fair: event('Fair'),
      foire: translation('events', 'title', 'Foire', '{fair}'),
      show: event('Show', { post_parent: '{fair}' }),
      spectacle: translation('events', 'title', 'Spectacle', '{show}'),
    },
    { path: '/events/{spectacle}', ...FRENCH, has: { post_parent: '{foire}' } },
    part('/events/{foire}'),
    { path: '/events/{spectacle}', ...FRENCH, has: { post_parent: '{fair}' } },
    remove('/events/{fair}'),
  );

  for (const [left, right, leaving] of [
    ['publish', 'draft', 'auberge'],
    ['publish', 'draft', 'inn'],
    ['draft', 'publish', 'auberge'],
    ['draft', 'trash', 'auberge'],
  ] as const)
    it(`keeps the venue of an event visible: ${left} in English, ${right} in French, parting the ${leaving}`, async () => {
      const { ask, give, names, step } = stage();
      await give({
        inn: venue('Inn'),
        auberge: translation('venues', 'venue', 'Auberge', '{inn}'),
        ball: event('Ball', { venue: '{inn}' }),
        bal: translation('events', 'title', 'Bal', '{ball}'),
        dinner: event('Dinner', { venue: '{inn}' }),
        souper: event('Souper', { venue: '{auberge}' }, FRENCH),
      });
      for (const [name, status] of [
        ['inn', left],
        ['auberge', right],
      ] as const)
        await step(status === 'trash' ? remove(`/venues/{${name}}`) : patch(`/venues/{${name}}`, { status }, { as: 'admin' }));
      const places = async () => {
        const shown: string[] = [];
        for (const name of ['ball', 'bal', 'dinner', 'souper'])
          for (const as of [undefined, 'editor'] as const) {
            const { body } = await ask('GET', `/events/${names[name]}`, { ...(as && { as }) });
            if (body.venue.id !== undefined) shown.push(`${name} to ${as ?? 'visitors'}`);
          }
        return shown;
      };
      const before = await places();
      await step(patch(`/venues/{${leaving}}`, { translation_of: 0 }, { as: 'admin' }));
      expect(await places()).to.include.members(before);
    });

  describe('translation_of of a venue or organizer within an event', () => {
    promise(
      'replaces the venue that it translates, in the updated event too',
      { hall: venue('Ballroom'), foire: event('Foire', { venue: '{hall}' }, FRENCH), fete: event('Fête', { venue: '{hall}' }, FRENCH) },
      patch('/events/{foire}', { venue: { venue: 'Dancing', translation_of: '{hall}' } }, { ...FRENCH, has: { 'venue.venue': 'Dancing' } }),
      { path: '/events/{fete}', ...FRENCH, has: { 'venue.venue': 'Dancing' } },
      { path: '/venues?has_events=true&search=Ballroom', has: { total: 0 } },
      { path: '/venues?has_events=true&search=Dancing', ...FRENCH, has: { total: 1 } },
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
  });

  it('leaves the stored records consistent', async () => expect(await faultsOf(stage())).to.deep.equal([]));
});
