import { expect } from 'chai';
import type { Plugin } from '../../../lib/program/plugins/plugin';
import type { Step } from '../../support/scenario';
import type { Login } from '../../support/service';
import { event, openPromises, patch, refused, remove, venue } from '../../support/stage';
import { joinTranslations, listedRecords, walkList } from '../../support/translations';

const bilingual = (en: string, fr: string) => ({ en, fr });
const library: Plugin = (registry) => {
  registry.registerPostLike({
    kind: 'film',
    plural: 'films',
    name: bilingual('film', 'film'),
    names: bilingual('films', 'films'),
    fields: { minutes: { type: 'integer', filter: true, sort: true, description: bilingual('Its minutes', 'Sa durée') } },
  });
};

type Fields = Readonly<Record<string, unknown>>;
type Maker = (name: string, more?: Fields, overrides?: Partial<Step>) => Step;
const film: Maker = (title, more = {}, overrides = {}) => ({
  path: '/films',
  json: { title, minutes: title.length, ...more },
  ...overrides,
});

/** States of a record: the fields for its creation, by name. */
const STATES: Readonly<Record<string, Fields>> = {
  public: {},
  contributed: { status: 'draft', author: '{contributor}' },
  trashed: { status: 'trash', author: '{author}' },
  discarded: { status: 'trash', author: '{contributor}' },
};

const asUser = (as: Login | undefined) => (as === undefined ? {} : { as });
const query = (...parts: readonly string[]) => `?${parts.filter((part) => part !== '').join('&')}`;

/** The statuses that a user may filter by. `contributor` reads only own records in these statuses, `editor` all. */
const STATUSES: Readonly<Record<string, readonly string[]>> = {
  contributor: ['status=draft', 'status=trash'],
  editor: ['status=draft,trash'],
};

const POST_TYPES: readonly {
  readonly plural: string;
  readonly make: Maker;
  readonly states: Readonly<Record<string, Fields>>;
  readonly roles: readonly (Login | undefined)[];
  readonly filters: readonly string[];
}[] = [
  {
    plural: 'events',
    make: event,
    states: { ...STATES, protected: { password: 'sesame', author: '{author}' } },
    roles: [undefined, 'contributor', 'editor'],
    filters: ['status=publish', 'search=un', 'featured=false', 'starts_after=2030-02-01'],
  },
  {
    plural: 'films',
    make: film,
    states: { public: {}, private: { status: 'private', author: '{author}' } },
    roles: [undefined],
    filters: ['search=un', 'orderby=minutes&order=desc', 'orderby=title&order=asc'],
  },
];

for (const { plural, make, states, roles, filters } of POST_TYPES)
  describe(`GET /${plural}?ml_fallback and ?ml_all`, () => {
    const { stage } = openPromises({ MAX_PER_PAGE: '500' }, [library]);
    /** The ID of the translation, by record ID. */
    const translation = new Map<number, number>();
    let trashed: readonly number[];
    before(async () => {
      let place = 0;
      const dated = (more: Fields): Fields => {
        place += 1;
        return { date: `2029-${String((place % 12) + 1).padStart(2, '0')}-01 08:00:00`, ...more };
      };
      for (const [one, mine] of Object.entries(states)) {
        await stage().give({
          [`en ${one}`]: make(`One ${one}`, dated(mine)),
          [`fr ${one}`]: make(`Un ${one}`, dated(mine), { language: 'fr' }),
        });
        for (const [other, theirs] of Object.entries(states)) {
          const [en, fr] = [`Un ${one} in English, ${other} in French`, `${other} en français, un ${one} en anglais`];
          await stage().give({ [en]: make(en, dated(mine)), [fr]: make(fr, dated(theirs), { language: 'fr' }) });
          const [enId = 0, frId = 0] = [stage().names[en], stage().names[fr]];
          await joinTranslations(stage(), plural, [enId, frId]);
          translation.set(enId, frId).set(frId, enId);
        }
      }
      trashed = await idsOf('admin', 'en', 'ml_all=true', 'status=trash');
    });

    const idsOf = async (as: Login | undefined, language: 'en' | 'fr', ...more: readonly string[]): Promise<number[]> => {
      const path = `/${plural}${query(...more, 'per_page=500', `_fields=${plural}.id`)}`;
      return listedRecords(await stage().step({ ...asUser(as), language, path, status: 200 }), plural).map(({ id }) => id);
    };

    for (const as of roles)
      describe(`as ${as ?? 'a visitor'}`, () => {
        const tested = ['', ...(as === undefined ? filters : (STATUSES[as] ?? []))];
        /** Records that the user may read by ID. Trashed ones count only if the list shows the trash. */
        const readable = new Map<number, boolean>();
        const reads = async (id: number, isTrashShown: boolean): Promise<boolean> => {
          if (trashed.includes(id) && !isTrashShown) return false;
          if (!readable.has(id)) {
            const { status, body } = await stage().ask('GET', `/${plural}/${id}`, asUser(as));
            readable.set(id, status === 200 || /-password-protected$/.test(body.code));
          }
          return readable.get(id) === true;
        };

        for (const filter of tested)
          it(`adds the records without a readable translation, in one order, with ml_fallback: ${filter || 'no filter'}`, async () => {
            for (const language of filter === '' && as === undefined ? (['en', 'fr'] as const) : (['en'] as const)) {
              const own = await idsOf(as, language, filter);
              const others = await idsOf(as, language === 'en' ? 'fr' : 'en', filter);
              const added: number[] = [];
              for (const id of others) {
                const twin = translation.get(id);
                if (twin === undefined || !(await reads(twin, filter.includes('trash')))) added.push(id);
              }
              if (filter === '') expect(added, 'something is added').to.not.deep.equal([]);
              const found = await idsOf(as, language, filter, 'ml_fallback=true');
              expect(found).to.have.members([...own, ...added]);
              const all = await idsOf(as, language, filter, 'ml_all=true');
              expect(found, 'the order').to.deep.equal(all.filter((id) => found.includes(id)));
              expect(all, 'ml_all').to.have.members([...own, ...others]);
              for (const part of [own, others]) expect(all.filter((id) => part.includes(id))).to.deep.equal(part);
            }
          });
      });

    it('links the pages of ml_fallback and ml_all, so that each record is listed once', async () => {
      for (const option of ['ml_fallback=true', 'ml_all=true']) {
        const path = `/${plural}${query('per_page=7', option)}`;
        expect(await walkList(stage(), plural, { path })).to.deep.equal(await idsOf(undefined, 'en', option));
      }
      expect(await idsOf(undefined, 'en', 'ml_all=true', 'ml_fallback=true'), 'ml_fallback adds nothing to ml_all').to.deep.equal(
        await idsOf(undefined, 'en', 'ml_all=1'),
      );
    });

    it('lists one language without ml_fallback and ml_all, or with false', async () => {
      for (const off of ['', 'ml_fallback=false', 'ml_all=false&ml_fallback=0']) {
        const answer = await stage().step({ path: `/${plural}${query(off)}`, hides: /"(next_)?rest_url":"[^"]*ml_(all|fallback)/ });
        for (const { language } of listedRecords(answer, plural)) expect(language).to.equal('en');
      }
    });

    it('repeats ml_fallback, ml_all and ml_language in its links', async () => {
      const list = await stage().step({ path: `/${plural}?ml_fallback=1&ml_language=fr&per_page=1` });
      expect(list.headers['content-language']).to.equal('fr');
      for (const link of ['rest_url', 'next_rest_url'] as const) {
        const { searchParams } = new URL(list.body[link]);
        expect([searchParams.get('ml_fallback'), searchParams.get('ml_all'), searchParams.get('ml_language')]).to.deep.equal([
          'true',
          null,
          'fr',
        ]);
      }
      await stage().step({ path: `/${plural}?ml_all=true&per_page=1`, says: /"next_rest_url":"[^"]*[?&]ml_all=true/ });
    });
  });

describe('GET /events?ml_fallback: protected events and refusals', () => {
  const { stage } = openPromises();
  before(() =>
    stage().give({
      open: event('Ouvert', { description: 'Champagne' }, { language: 'fr' }),
      locked: event('Verrouillé', { description: 'Champagne', password: 'sésame' }, { language: 'fr' }),
    }),
  );

  it('finds them by their titles alone, unless their password is sent', async () => {
    await stage().step({ path: '/events?ml_fallback=true', lists: ['open', 'locked'], hides: /sésame/ });
    await stage().step({ path: '/events?ml_fallback=true&search=champagne', lists: ['open'], has: { total: 1 } });
    await stage().step({ path: '/events?ml_all=true&search=champagne', as: 'editor', lists: ['open', 'locked'], has: { total: 2 } });
    const named = '/events?ml_all=true&search=champagne&include={open},{locked}';
    await stage().step({ path: named, lists: ['open'], has: { total: 1 } });
    await stage().step({ path: `${named}&password=s%C3%A9same`, lists: ['open', 'locked'], has: { total: 2 } });
  });
  for (const name of ['ml_fallback', 'ml_all'])
    it(`refuses ${name} that is neither true nor false`, async () => {
      for (const [language, value, says] of [
        ['en', 'yes', /must be/],
        ['fr', '', /doit être/],
      ] as const)
        await stage().step({ language, path: `/events?${name}=${value}`, ...refused(name), says });
    });
  it('leaves them out of GET /events.ics', async () => {
    const { text } = await stage().step({ path: '/events.ics?ml_fallback=true', answers: { 'x-tec-total': '1' } });
    expect(text)
      .to.match(/SUMMARY.*:Ouvert/)
      .and.not.match(/Verrouill/);
    await stage().step({ path: '/events.ics', answers: { 'x-tec-total': '0' } });
    await stage().step({ path: '/events.ics?ml_all=true', language: 'fr', answers: { 'x-tec-total': '1' } });
  });
});

describe('GET /venues?has_events and ?only_with_upcoming in several languages', () => {
  const FRENCH = { language: 'fr' } as const;
  const PAST = { start_date: '2029-12-01 10:00', end_date: '2029-12-01 12:00' };
  const { stage } = openPromises();
  before(async () => {
    await stage().give({
      none: venue('None'),
      both: venue('Both'),
      deux: venue('Deux', {}, FRENCH),
      seul: venue('Seul', {}, FRENCH),
      own: venue('Own'),
      mixed: venue('Mixed'),
      past: venue('Past'),
      next: venue('Next'),
    });
    await joinTranslations(stage(), 'venues', [stage().names['both'] ?? 0, stage().names['deux'] ?? 0]);
    await stage().give({
      nextOfBoth: event('Next of both', { venue: '{both}' }),
      nextOfSeul: event('Next of Seul', { venue: '{seul}' }),
      nextOfOwn: event('Next of own', { venue: '{own}' }),
      pastOfMixed: event('Past of mixed', { venue: '{mixed}', ...PAST }),
      suiteDeMixed: event('Suite de Mixed', { venue: '{mixed}' }, FRENCH),
      passeDePast: event('Passé de Past', { venue: '{past}', ...PAST }, FRENCH),
      suiteDeNext: event('Suite de Next', { venue: '{next}' }, FRENCH),
    });
  });

  /** Checks the records with events, with upcoming events, and without events. */
  const checkFilters = async (language: 'en' | 'fr', params: string, ...expected: readonly (readonly string[])[]) => {
    for (const [place, filter] of ['has_events=true', 'only_with_upcoming=true', 'has_events=false'].entries())
      await stage().step({ language, path: `/venues?${filter}${params}`, lists: expected[place] ?? [] });
  };

  it('counts only events of the language of the list', async () => {
    await checkFilters('en', '', ['mixed', 'own', 'both'], ['own', 'both'], ['next', 'past', 'none']);
    await checkFilters('fr', '', [], [], ['seul', 'deux']);
  });
  it('counts, for a record that stands in for its translation (ml_fallback), events of the language of the list too', async () => {
    await checkFilters('fr', '&ml_fallback=true', ['next', 'past', 'mixed', 'own'], ['next', 'mixed', 'own'], ['seul', 'deux', 'none']);
    await checkFilters('en', '&ml_fallback=true', ['mixed', 'own', 'seul', 'both'], ['own', 'seul', 'both'], ['next', 'past', 'none']);
  });
  it('counts events of each record’s own language with ml_all', async () => {
    for (const language of ['en', 'fr'] as const)
      for (const params of ['&ml_all=true', '&ml_all=true&ml_fallback=true'])
        await checkFilters(language, params, ['mixed', 'own', 'both'], ['own', 'both'], ['next', 'past', 'seul', 'deux', 'none']);
  });
  it('follows updates, passwords and deletions of the events', async () => {
    const upcoming = (...lists: readonly string[]) =>
      stage().step({ ...FRENCH, path: `/venues?only_with_upcoming=true&ml_fallback=true`, lists });
    await stage().step(patch('/events/{passeDePast}', { end_date: '2030-12-01 12:00' }));
    await upcoming('next', 'past', 'mixed', 'own');
    await stage().step(patch('/events/{passeDePast}', PAST));
    await upcoming('next', 'mixed', 'own');
    await stage().step(patch('/events/{suiteDeNext}', { password: 'sesame' }));
    await upcoming('mixed', 'own');
    await stage().step(patch('/events/{suiteDeNext}', { password: '' }));
    await upcoming('next', 'mixed', 'own');
    await stage().step(remove('/events/{suiteDeMixed}'));
    await upcoming('next', 'own');
  });
});
