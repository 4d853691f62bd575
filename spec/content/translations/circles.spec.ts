import { expect } from 'chai';
import { category, create, event, openPromises, patch, refused } from '../../support/stage';
import { translation } from '../../support/translations';

const FRENCH = { language: 'fr' } as const;

/** The hierarchical types, each with the parameter for the parent. */
const TREES = [
  { plural: 'events', titled: 'title', parent: 'post_parent', none: undefined, make: event },
  { plural: 'categories', titled: 'name', parent: 'parent', none: 0, make: category },
] as const;

describe('parent and post_parent: no record stands below itself or its translation', () => {
  const { promise, stage } = openPromises();

  for (const { plural, titled, parent, none, make } of TREES) {
    const translated = (name: string, of: string, more = {}) => translation(plural, titled, name, of, more);
    const say = (title: string) => `${title} (${plural})`;

    promise(
      say('refuses a new translation below its original'),
      { [`one_${plural}`]: make('One') },
      create(translated('Un', `{one_${plural}}`, { [parent]: `{one_${plural}}` }), refused(parent)),
      { path: `/${plural}/{one_${plural}}`, has: { translations: {}, [parent]: none } },
    );

    promise(
      say('refuses a new translation below a child of its original'),
      { [`top_${plural}`]: make('Top'), [`mid_${plural}`]: make('Mid', { [parent]: `{top_${plural}}` }) },
      create(translated('Haut', `{top_${plural}}`, { [parent]: `{mid_${plural}}` }), refused(parent)),
      { path: `/${plural}/{top_${plural}}`, has: { translations: {}, [parent]: none } },
    );

    promise(
      say('refuses to join a record with one below it as translations'),
      {
        [`above_${plural}`]: make('Above'),
        [`between_${plural}`]: make('Between', { [parent]: `{above_${plural}}` }),
        [`dessous_${plural}`]: make('Dessous', { [parent]: `{between_${plural}}` }, FRENCH),
      },
      patch(`/${plural}/{above_${plural}}`, { translation_of: `{dessous_${plural}}` }, refused('translation_of')),
      { path: `/${plural}/{above_${plural}}`, has: { translations: {}, [parent]: none } },
      { path: `/${plural}/{dessous_${plural}}`, has: { translations: {}, [parent]: `{between_${plural}}` } },
    );

    promise(
      say('refuses to move a record below a child of its translation'),
      {
        [`over_${plural}`]: make('Over'),
        [`dessus_${plural}`]: translated('Dessus', `{over_${plural}}`),
        [`under_${plural}`]: make('Under', { [parent]: `{over_${plural}}` }),
        [`sous_${plural}`]: translated('Sous', `{under_${plural}}`),
      },
      patch(`/${plural}/{over_${plural}}`, { [parent]: `{sous_${plural}}` }, refused(parent)),
      patch(`/${plural}/{dessus_${plural}}`, { [parent]: `{under_${plural}}` }, refused(parent)),
      { path: `/${plural}/{dessus_${plural}}`, has: { [parent]: none } },
    );

    promise(
      say('lets a record join its parent as a translation, at the place of the original'),
      {
        [`free_${plural}`]: make('Free'),
        [`libre_${plural}`]: make('Libre', { [parent]: `{free_${plural}}` }, FRENCH),
      },
      patch(`/${plural}/{libre_${plural}}`, { translation_of: `{free_${plural}}` }, { has: { [parent]: none } }),
      { path: `/${plural}/{free_${plural}}`, has: { [parent]: none } },
    );

    it(say('refuses one of two concurrent moves, one in each language'), async () => {
      await stage().give({
        [`left_${plural}`]: make('Left'),
        [`gauche_${plural}`]: translated('Gauche', `{left_${plural}}`),
        [`right_${plural}`]: make('Right'),
        [`droite_${plural}`]: translated('Droite', `{right_${plural}}`),
      });
      const idOf = (name: string) => stage().names[`${name}_${plural}`];
      const move = (name: string, below: string) =>
        stage().ask('PATCH', `/${plural}/${idOf(name)}`, { as: 'editor', json: { [parent]: idOf(below) } });
      const answers = await Promise.all([move('left', 'right'), move('droite', 'gauche')]);
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 400]);
    });
  }

  const level = (depth: number) => category(`Level ${depth}`, depth > 1 ? { parent: `{level${depth - 1}}` } : {});
  promise(
    'nests categories at most 10 deep',
    {
      ...Object.fromEntries(Array.from({ length: 10 }, (_, place) => [`level${place + 1}`, level(place + 1)])),
      top: category('Peak'),
      below: category('Beneath', { parent: '{top}' }),
    },
    create(level(11), refused('parent')),
    patch('/categories/{top}', { parent: '{level9}' }, refused('parent')),
    patch('/categories/{top}', { parent: '{level8}' }, { has: { parent: '{level8}' } }),
    patch('/categories/{level1}', { parent: 0, name: 'Renamed' }, { status: 200 }),
  );
});
