import { expect } from 'chai';
import type { Plugin } from '../../../lib/program/service/service';
import { openStage, type Stage, type Step } from '../../support/scenario';
import { category, event, tag } from '../../support/stage';
import { joinTranslations, listedRecords, walkList } from '../../support/translations';

const bilingual = (en: string, fr: string) => ({ en, fr });
const moody: Plugin = (registry) => {
  registry.registerTermLike({ kind: 'mood', plural: 'moods', name: bilingual('mood', 'ambiance'), names: bilingual('moods', 'ambiances') });
};

type Maker = typeof tag;
const mood: Maker = (name, more = {}, overrides = {}) => ({ path: '/moods', json: { name, ...more }, ...overrides });

const TERM_KINDS: readonly { readonly plural: string; readonly make: Maker; readonly nested: boolean }[] = [
  { plural: 'categories', make: category, nested: true },
  { plural: 'tags', make: tag, nested: false },
  { plural: 'moods', make: mood, nested: false },
];

for (const { plural, make, nested } of TERM_KINDS)
  describe(`GET /${plural}?ml_fallback and ?ml_all`, () => {
    let stage: Stage;
    before(async () => {
      stage = await openStage({}, [moody]);
      const french = { language: 'fr' } as const;
      await stage.give({
        both: make('Both', { description: 'b' }),
        deux: make('Deux', { description: 'a' }, french),
        english: make('English', { description: 'd' }),
        seul: make('Seul', { description: 'c' }, french),
        same: make('Same'),
        pareil: make('Same', {}, french),
        below: make('Below', nested ? { parent: '{english}' } : {}),
        dessous: make('Dessous', nested ? { parent: '{seul}' } : {}, french),
      });
      await joinTranslations(stage, plural, [stage.names['both'] ?? 0, stage.names['deux'] ?? 0]);
      if (plural !== 'moods')
        await stage.give({
          party: event('Party', { [plural]: ['{both}', '{below}'] }),
          soiree: event('Soirée', { [plural]: ['{deux}', '{dessous}'] }, french),
        });
    });
    after(() => stage.stop());

    /** This filter makes lists independent of events. */
    const all = 'hide_empty=false';
    const lists = (params: string, expected: readonly string[], overrides: Partial<Step> = {}) =>
      stage.step({ path: `/${plural}?${params}`, lists: expected, has: { total: expected.length }, ...overrides });

    it('adds untranslated terms with ml_fallback, in the order of the list', async () => {
      await lists(`${all}&ml_fallback=true`, ['below', 'both', 'dessous', 'english', 'same', 'pareil', 'seul']);
      await lists(`${all}&ml_fallback=true`, ['below', 'dessous', 'deux', 'english', 'same', 'pareil', 'seul'], { language: 'fr' });
      await lists(`${all}&ml_fallback=true&orderby=name&order=desc`, ['seul', 'pareil', 'same', 'english', 'dessous', 'both', 'below']);
      await lists(`${all}&ml_fallback=true&orderby=id`, ['both', 'english', 'seul', 'same', 'pareil', 'below', 'dessous']);
      await lists(`${all}&ml_fallback=true&orderby=slug&search=s`, ['dessous', 'english', 'same', 'pareil', 'seul']);
      await lists(`${all}&ml_fallback=true&orderby=description&order=desc`, [
        'english',
        'seul',
        'both',
        'same',
        'pareil',
        'below',
        'dessous',
      ]);
    });
    it('lists all languages with ml_all', async () => {
      const every = ['below', 'both', 'dessous', 'deux', 'english', 'same', 'pareil', 'seul'];
      await lists(`${all}&ml_all=true`, every);
      await lists(`${all}&ml_all=true&ml_fallback=true`, every, { language: 'fr' });
      await lists(`${all}&ml_all=true&search=deux`, ['deux']);
    });
    it('finds by include, exclude and slug, in the order that was sent', async () => {
      await lists(`${all}&ml_fallback=true&include={deux},{seul},{both}`, ['both', 'seul']);
      await lists(`${all}&ml_fallback=true&include={seul},{both}&orderby=include`, ['seul', 'both']);
      await lists(`${all}&ml_all=true&slug=seul,same,both&orderby=include_slugs`, ['seul', 'same', 'pareil', 'both']);
      await lists(`${all}&ml_fallback=true&exclude={same},{seul},{english}`, ['below', 'both', 'dessous', 'pareil']);
    });
    if (nested)
      it('finds the children of a term of any language (parent)', async () => {
        await lists(`${all}&ml_fallback=true&parent={seul}`, ['dessous']);
        await lists(`${all}&ml_fallback=true&parent={english}`, ['below']);
        await lists(`${all}&parent={seul}`, []);
      });
    if (plural !== 'moods')
      it('hides terms without events, unless a descendant has one (hide_empty)', async () => {
        await lists('ml_fallback=true', nested ? ['below', 'both', 'dessous', 'english', 'seul'] : ['below', 'both', 'dessous']);
        await lists('ml_all=true', nested ? ['below', 'both', 'dessous', 'deux', 'english', 'seul'] : ['below', 'both', 'dessous', 'deux']);
        await lists('ml_fallback=true&event={soiree}', ['both', 'dessous']);
        await lists('ml_all=true&orderby=count&order=desc&event={soiree}', ['both', 'deux', 'dessous']);
      });
    it('repeats ml_fallback and ml_all in its links', async () => {
      for (const params of ['ml_fallback=true', 'ml_all=true'])
        for (const by of ['', '&orderby=count', '&orderby=description&order=desc']) {
          const onePage = await stage.step({ path: `/${plural}?${all}&${params}${by}&per_page=50` });
          const walked = await walkList(stage, plural, { path: `/${plural}?${all}&${params}${by}&per_page=2` });
          expect(walked, by).to.deep.equal(listedRecords(onePage, plural).map(({ id }) => id));
        }
      await stage.step({ path: `/${plural}?${all}&per_page=1`, hides: /ml_/ });
    });
    it('refuses ml_fallback and ml_all that are neither true nor false', async () => {
      for (const name of ['ml_fallback', 'ml_all'])
        await stage.step({ path: `/${plural}?${name}=oui`, status: 400, code: 'rest_invalid_param', params: [name] });
    });
  });
