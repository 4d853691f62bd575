import { expect } from 'chai';
import type { Plugin } from '../../../lib/program/service';
import { openStage, type Stage, type Step } from '../../support/scenario';
import type { Login } from '../../support/service';
import { event, organizer, patch, remove, venue } from '../../support/stage';
import { joinTranslations, listedRecords, walkList } from '../../support/translations';

const said = (en: string, fr: string) => ({ en, fr });
const library: Plugin = (registry) => {
  registry.registerPostLike({
    kind: 'film',
    plural: 'films',
    name: said('film', 'film'),
    names: said('films', 'films'),
    fields: { minutes: { type: 'integer', filter: true, sort: true, description: said('Its minutes', 'Sa durée') } },
  });
};

type Fields = Readonly<Record<string, unknown>>;
type Maker = (name: string, more?: Fields, asked?: Partial<Step>) => Step;
const film: Maker = (title, more = {}, asked = {}) => ({ path: '/films', json: { title, minutes: title.length, ...more }, ...asked });

const ASKING = [undefined, 'contributor', 'author', 'editor'] as const;

/** How a record can be, by a name: what a creation says of it. */
const STATES: Readonly<Record<string, Fields>> = {
  public: {},
  contributed: { status: 'draft', author: '{contributor}' },
  private: { status: 'private', author: '{author}' },
  trashed: { status: 'trash', author: '{author}' },
  discarded: { status: 'trash', author: '{contributor}' },
};

const asking = (as: Login | undefined) => (as === undefined ? {} : { as });
const query = (...parts: readonly string[]) => `?${parts.filter((part) => part !== '').join('&')}`;

const POST_KINDS: readonly {
  readonly plural: string;
  readonly make: Maker;
  readonly states: Readonly<Record<string, Fields>>;
  readonly queries: readonly string[];
}[] = [
  {
    plural: 'events',
    make: event,
    states: { ...STATES, protected: { password: 'sesame', author: '{author}' } },
    queries: ['search=un', 'featured=false', 'starts_after=2030-02-01'],
  },
  { plural: 'venues', make: venue, states: STATES, queries: ['search=un', 'has_events=false'] },
  { plural: 'organizers', make: organizer, states: STATES, queries: ['search=un'] },
  { plural: 'films', make: film, states: STATES, queries: ['search=un', 'orderby=minutes&order=desc', 'orderby=title&order=asc'] },
];

for (const { plural, make, states, queries } of POST_KINDS)
  describe(`${plural}: lists in several languages`, () => {
    let stage: Stage;
    /** What each record is a translation of, by ID. */
    const translation = new Map<number, number>();
    let trashed: readonly number[];
    before(async () => {
      stage = await openStage({ MAX_PER_PAGE: '500' }, [library]);
      let place = 0;
      const dated = (more: Fields): Fields => {
        place += 1;
        return { date: `2029-${String((place % 12) + 1).padStart(2, '0')}-01 08:00:00`, ...more };
      };
      for (const [one, mine] of Object.entries(states)) {
        await stage.give({
          [`en ${one}`]: make(`One ${one}`, dated(mine)),
          [`fr ${one}`]: make(`Un ${one}`, dated(mine), { language: 'fr' }),
        });
        for (const [other, theirs] of Object.entries(states)) {
          const [en, fr] = [`Un ${one} in English, ${other} in French`, `${other} en français, un ${one} en anglais`];
          await stage.give({ [en]: make(en, dated(mine)), [fr]: make(fr, dated(theirs), { language: 'fr' }) });
          const [enId = 0, frId = 0] = [stage.names[en], stage.names[fr]];
          await joinTranslations(stage, plural, [enId, frId]);
          translation.set(enId, frId).set(frId, enId);
        }
      }
      trashed = await idsOf('admin', 'en', 'ml_all=true', 'status=trash');
    });
    after(() => stage.stop());

    const idsOf = async (as: Login | undefined, language: 'en' | 'fr', ...more: readonly string[]): Promise<number[]> => {
      const answer = await stage.step({ ...asking(as), language, path: `/${plural}${query(...more, 'per_page=500')}`, status: 200 });
      return listedRecords(answer, plural).map(({ id }) => id);
    };

    for (const as of ASKING)
      describe(`to ${as ?? 'a visitor'}`, () => {
        const edits = as !== undefined;
        const asked = ['', 'status=publish', ...queries, ...(edits ? ['status=draft', 'status=trash', 'status=private,trash'] : [])];
        /** Whether the user reads a record, as its own route has it; what is in the trash where the list shows the trash. */
        const known = new Map<number, boolean>();
        const reads = async (id: number, isTrashShown: boolean): Promise<boolean> => {
          if (trashed.includes(id) && !isTrashShown) return false;
          if (!known.has(id)) {
            const { status, body } = await stage.ask('GET', `/${plural}/${id}`, asking(as));
            known.set(id, status === 200 || /-password-protected$/.test(body.code));
          }
          return known.get(id) === true;
        };

        for (const said of asked)
          for (const language of said === '' ? (['en', 'fr'] as const) : (['en'] as const))
            it(`fall back from ${language}, by ${said || 'nothing'}`, async () => {
              const own = await idsOf(as, language, said);
              const others = await idsOf(as, language === 'en' ? 'fr' : 'en', said);
              const added: number[] = [];
              for (const id of others) {
                const twin = translation.get(id);
                if (twin === undefined || !(await reads(twin, said.includes('trash')))) added.push(id);
              }
              if (said === '') expect(added, 'something is added').to.not.deep.equal([]);
              const found = await walkList(stage, plural, {
                ...asking(as),
                language,
                path: `/${plural}${query(said, 'per_page=13', 'ml_fallback=true')}`,
              });
              expect(found).to.have.members([...own, ...added]);
              const all = await idsOf(as, language, said, 'ml_all=true');
              expect(found, 'the order').to.deep.equal(all.filter((id) => found.includes(id)));
            });

        for (const said of asked)
          it(`show all side by side, by ${said || 'nothing'}`, async () => {
            const [one, other] = [await idsOf(as, 'en', said), await idsOf(as, 'fr', said)];
            const all = await walkList(stage, plural, { ...asking(as), path: `/${plural}${query(said, 'per_page=20', 'ml_all=true')}` });
            expect(all).to.have.members([...one, ...other]);
            for (const own of [one, other]) expect(all.filter((id) => own.includes(id))).to.deep.equal(own);
            expect(await idsOf(as, 'en', said, 'ml_all=true', 'ml_fallback=true'), 'ml_fallback says nothing more').to.deep.equal(
              await idsOf(as, 'en', said, 'ml_all=1'),
            );
          });
      });

    it('are in one language as ever without either', async () => {
      for (const off of ['', 'ml_fallback=false', 'ml_all=false&ml_fallback=0']) {
        const answer = await stage.step({ path: `/${plural}${query(off)}`, hides: /"(next_)?rest_url":"[^"]*ml_(all|fallback)/ });
        for (const { language } of listedRecords(answer, plural)) expect(language).to.equal('en');
      }
    });

    it('repeat what was asked for in their links, with the language', async () => {
      const spoken = await stage.step({ path: `/${plural}?ml_fallback=1&ml_language=fr&per_page=1` });
      expect(spoken.headers['content-language']).to.equal('fr');
      for (const link of ['rest_url', 'next_rest_url'] as const) {
        const { searchParams } = new URL(spoken.body[link]);
        expect([searchParams.get('ml_fallback'), searchParams.get('ml_all'), searchParams.get('ml_language')]).to.deep.equal([
          'true',
          null,
          'fr',
        ]);
      }
      await stage.step({ path: `/${plural}?ml_all=true&per_page=1`, says: /"next_rest_url":"[^"]*[?&]ml_all=true/ });
    });

    for (const name of ['ml_fallback', 'ml_all'])
      it(`refuse ${name} that is neither true nor false`, async () => {
        for (const language of ['en', 'fr'] as const)
          for (const value of ['yes', '2', '', 'fr'])
            await stage.step({
              language,
              path: `/${plural}?${name}=${value}`,
              status: 400,
              code: 'rest_invalid_param',
              params: [name],
              says: language === 'en' ? /must be/ : /doit être/,
            });
      });
  });

describe('events that are protected', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
    await stage.give({
      open: event('Ouvert', { description: 'Champagne' }, { language: 'fr' }),
      locked: event('Verrouillé', { description: 'Champagne', password: 'sésame' }, { language: 'fr' }),
    });
  });
  after(() => stage.stop());

  it('are found by their titles alone in lists that fall back', async () => {
    await stage.step({ path: '/events?ml_fallback=true', lists: ['open', 'locked'], hides: /sésame/ });
    await stage.step({ path: '/events?ml_fallback=true&search=champagne', lists: ['open'], has: { total: 1 } });
    await stage.step({ path: '/events?ml_all=true&search=champagne', as: 'editor', lists: ['open', 'locked'], has: { total: 2 } });
    const named = '/events?ml_all=true&search=champagne&include={open},{locked}';
    await stage.step({ path: named, lists: ['open'], has: { total: 1 } });
    await stage.step({ path: `${named}&password=s%C3%A9same`, lists: ['open', 'locked'], has: { total: 2 } });
  });
  it('stand in no calendar, as ever', async () => {
    const { text } = await stage.step({ path: '/events.ics?ml_fallback=true', answers: { 'x-tec-total': '1' } });
    expect(text)
      .to.match(/SUMMARY.*:Ouvert/)
      .and.not.match(/Verrouill/);
    await stage.step({ path: '/events.ics', answers: { 'x-tec-total': '0' } });
    await stage.step({ path: '/events.ics?ml_all=true', language: 'fr', answers: { 'x-tec-total': '1' } });
  });
});

for (const { plural, singular, make } of [
  { plural: 'venues', singular: 'venue', make: venue },
  { plural: 'organizers', singular: 'organizer', make: organizer },
] as const)
  describe(`${plural}: those with events in lists in several languages`, () => {
    const FRENCH = { language: 'fr' } as const;
    const PAST = { start_date: '2029-12-01 10:00', end_date: '2029-12-01 12:00' };
    let stage: Stage;
    before(async () => {
      stage = await openStage();
      await stage.give({
        none: make('None'),
        both: make('Both'),
        deux: make('Deux', {}, FRENCH),
        seul: make('Seul', {}, FRENCH),
        own: make('Own'),
        mixed: make('Mixed'),
        past: make('Past'),
        next: make('Next'),
      });
      await joinTranslations(stage, plural, [stage.names['both'] ?? 0, stage.names['deux'] ?? 0]);
      await stage.give({
        nextOfBoth: event('Next of both', { [singular]: '{both}' }),
        nextOfSeul: event('Next of Seul', { [singular]: '{seul}' }),
        nextOfOwn: event('Next of own', { [singular]: '{own}' }),
        pastOfMixed: event('Past of mixed', { [singular]: '{mixed}', ...PAST }),
        suiteDeMixed: event('Suite de Mixed', { [singular]: '{mixed}' }, FRENCH),
        passeDePast: event('Passé de Past', { [singular]: '{past}', ...PAST }, FRENCH),
        suiteDeNext: event('Suite de Next', { [singular]: '{next}' }, FRENCH),
      });
    });
    after(() => stage.stop());

    /** What the list finds with events, with upcoming ones, and without any. */
    const finds = async (language: 'en' | 'fr', said: string, ...expected: readonly (readonly string[])[]) => {
      for (const [place, filter] of ['has_events=true', 'only_with_upcoming=true', 'has_events=false'].entries())
        await stage.step({ language, path: `/${plural}?${filter}${said}`, lists: expected[place] ?? [] });
    };

    it('are those of its own language alone without either', async () => {
      await finds('en', '', ['mixed', 'own', 'both'], ['own', 'both'], ['next', 'past', 'none']);
      await finds('fr', '', [], [], ['seul', 'deux']);
    });
    it('are, where they stand in for a translation, those too that records of the list’s language name', async () => {
      await finds('fr', '&ml_fallback=true', ['next', 'past', 'mixed', 'own'], ['next', 'mixed', 'own'], ['seul', 'deux', 'none']);
      await finds('en', '&ml_fallback=true', ['mixed', 'own', 'seul', 'both'], ['own', 'seul', 'both'], ['next', 'past', 'none']);
    });
    it('are those that records of their own language name, where all languages stand side by side', async () => {
      for (const language of ['en', 'fr'] as const)
        for (const said of ['&ml_all=true', '&ml_all=true&ml_fallback=true'])
          await finds(language, said, ['mixed', 'own', 'both'], ['own', 'both'], ['next', 'past', 'seul', 'deux', 'none']);
    });
    it('follow what becomes of the events', async () => {
      const upcoming = (...lists: readonly string[]) =>
        stage.step({ ...FRENCH, path: `/${plural}?only_with_upcoming=true&ml_fallback=true`, lists });
      await stage.step(patch('/events/{passeDePast}', { end_date: '2030-12-01 12:00' }));
      await upcoming('next', 'past', 'mixed', 'own');
      await stage.step(patch('/events/{passeDePast}', PAST));
      await upcoming('next', 'mixed', 'own');
      await stage.step(patch('/events/{suiteDeNext}', { password: 'sesame' }));
      await upcoming('mixed', 'own');
      await stage.step(patch('/events/{suiteDeNext}', { password: '' }));
      await upcoming('next', 'mixed', 'own');
      await stage.step(remove('/events/{suiteDeMixed}'));
      await upcoming('next', 'own');
    });
  });
