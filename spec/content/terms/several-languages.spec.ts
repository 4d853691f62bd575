import { expect } from 'chai';
import type { Step } from '../../support/scenario';
import { category, event, openPromises } from '../../support/stage';
import { joinTranslations, listedRecords, walkList } from '../../support/translations';

const FRENCH = { language: 'fr' } as const;

describe('GET /categories?ml_fallback and ?ml_all', () => {
  const { stage } = openPromises();
  before(async () => {
    await stage().give({
      both: category('Both', { description: 'b' }),
      deux: category('Deux', { description: 'a' }, FRENCH),
      english: category('English', { description: 'd' }),
      seul: category('Seul', { description: 'c' }, FRENCH),
      same: category('Same'),
      pareil: category('Same', {}, FRENCH),
      below: category('Below', { parent: '{english}' }),
      dessous: category('Dessous', { parent: '{seul}' }, FRENCH),
    });
    await joinTranslations(stage(), 'categories', [stage().names['both'] ?? 0, stage().names['deux'] ?? 0]);
    await stage().give({
      party: event('Party', { categories: ['{both}', '{below}'] }),
      soiree: event('Soirée', { categories: ['{deux}', '{dessous}'] }, FRENCH),
    });
  });

  /** This filter makes lists independent of events. */
  const all = 'hide_empty=false';
  const lists = (params: string, expected: readonly string[], overrides: Partial<Step> = {}) =>
    stage().step({ path: `/categories?${params}`, lists: expected, has: { total: expected.length }, ...overrides });

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
  it('finds the children of a term of any language (parent)', async () => {
    await lists(`${all}&ml_fallback=true&parent={seul}`, ['dessous']);
    await lists(`${all}&ml_fallback=true&parent={english}`, ['below']);
    await lists(`${all}&parent={seul}`, []);
  });
  it('hides terms without events, unless a descendant has one (hide_empty)', async () => {
    await lists('ml_fallback=true', ['below', 'both', 'dessous', 'english', 'seul']);
    await lists('ml_all=true', ['below', 'both', 'dessous', 'deux', 'english', 'seul']);
    await lists('ml_fallback=true&event={soiree}', ['both', 'dessous']);
    await lists('ml_all=true&orderby=count&order=desc&event={soiree}', ['both', 'deux', 'dessous']);
  });
  it('repeats ml_fallback and ml_all in its links', async () => {
    for (const params of ['ml_fallback=true', 'ml_all=true'])
      for (const by of ['', '&orderby=description&order=desc']) {
        const onePage = await stage().step({ path: `/categories?${all}&${params}${by}&per_page=50` });
        const walked = await walkList(stage(), 'categories', { path: `/categories?${all}&${params}${by}&per_page=2` });
        expect(walked, by).to.deep.equal(listedRecords(onePage, 'categories').map(({ id }) => id));
      }
    await stage().step({ path: `/categories?${all}&per_page=1`, hides: /ml_/ });
  });
});
