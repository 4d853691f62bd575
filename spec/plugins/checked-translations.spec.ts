import { invalidParam, type Plugin } from 'calendar-events';
import { expect } from 'chai';
import type { Answer } from '../support/service';
import { openPromises } from '../support/stage';
import { bilingual, kindOf } from './samples';

const fields = {
  guided: { type: 'boolean', default: false, shared: true, description: bilingual('Whether somebody guides', 'Si quelqu’un guide') },
  guide: { type: 'string', default: '', description: bilingual('Who guides', 'Qui guide') },
} as const;

const check = ({ guided, guide }: { readonly guided: boolean; readonly guide: string }): void => {
  if (!guided && guide !== '') throw invalidParam('guide', bilingual('Nobody guides.', 'Personne ne guide.'));
};

/** Tours and their sorts. Their `check` compares a shared field with a field of each language. */
const tours: Plugin = (registry) => {
  registry.registerPostLike({ ...kindOf('tour', 'visite'), fields, check });
  registry.registerTermLike({ ...kindOf('sort', 'sorte'), fields, check });
};

describe('registerPostLike: check', () => {
  const { stage } = openPromises({}, [tours]);

  const ask = (language: 'en' | 'fr', method: string, path: string, json: object): Promise<Answer> =>
    stage().ask(method, path, { as: 'editor', language, json });

  for (const [plural, named] of [
    ['tours', 'title'],
    ['sorts', 'name'],
  ] as const)
    it(`is called for translations that get shared fields: ${plural}`, async () => {
      const { body: tour } = await ask('en', 'POST', `/${plural}`, { [named]: 'Tour', guided: true, guide: 'Ann' });
      const inFrench = { [named]: 'Visite', translation_of: tour.id };
      const refused = await ask('fr', 'POST', `/${plural}`, { ...inFrench, guided: false });
      expect([refused.status, refused.body.code, refused.body.data.params]).to.deep.equal([
        400,
        'rest_invalid_param',
        { guide: 'Dans la traduction « en » : Personne ne guide.' },
      ]);
      const { body: visite } = await ask('fr', 'POST', `/${plural}`, inFrench);
      const changed = await ask('fr', 'PATCH', `/${plural}/${visite.id}`, { guided: false });
      expect([changed.status, changed.body.data.params]).to.deep.equal([400, { guide: 'Dans la traduction « en » : Personne ne guide.' }]);
      expect((await ask('en', 'PATCH', `/${plural}/${tour.id}`, { guide: '' })).status).to.equal(200);
      expect((await ask('fr', 'PATCH', `/${plural}/${visite.id}`, { guided: false })).body.guided).to.equal(false);
      const { body: now } = await stage().ask('GET', `/${plural}/${tour.id}`);
      expect([now.guided, now.guide]).to.deep.equal([false, '']);
    });
});
