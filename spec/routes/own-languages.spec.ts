import { expect } from 'chai';
import { openStage, type Stage, type Step } from '../support/scenario';
import { category, event } from '../support/stage';

const RECORDS: Readonly<Record<string, Step>> = {
  music: category('Music'),
  jazz: category('Jazz', { parent: '{music}' }),
  bebop: category('Bebop', { parent: '{jazz}' }),
  talks: category('Talks'),
  loud: event('Loud', { categories: ['{bebop}'] }),
  quiet: event('Quiet', { categories: ['{talks}'] }),
  named: event('All about music'),
  chat: event('Concert en ville', {}, { language: 'fr' }),
  both: event('Concert in town'),
  deux: event('Concert à deux', { translation_of: '{both}' }, { language: 'fr' }),
  place: { path: '/categories', language: 'fr', json: { name: 'Concerts' } },
};

describe('translations.{language}.rest_url', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
    await stage.give(RECORDS);
  });
  after(() => stage.stop());

  const namesOf = async (path: string, language: 'en' | 'fr' = 'en'): Promise<string[]> => {
    const { body } = await stage.step({ path, language });
    return (body.events ?? body.suggestions).map(({ title, name }: { title?: string; name?: string }) => title ?? name).sort();
  };

  it('lies below the root of its own language', async () => {
    for (const [name, language, other] of [
      ['both', 'en', 'fr'],
      ['deux', 'fr', 'en'],
    ] as const) {
      const { body } = await stage.step({ path: `/events/{${name}}`, language });
      expect(new URL(body.translations[other].rest_url).pathname).to.match(new RegExp(`^/${other}/cal/events/v1/events/\\d+$`));
      const path = `/${new URL(body.translations[other].rest_url).pathname}`;
      expect((await stage.ask('GET', path)).body.language).to.equal(other);
    }
  });

  it('q finds events in a category below one of this name', async () => {
    expect(await namesOf('/events?q=music')).to.deep.equal(['All about music', 'Loud']);
    expect(await namesOf('/events?q=jazz')).to.deep.equal(['Loud']);
    expect(await namesOf('/events?q=bebop+music')).to.deep.equal(['Loud']);
    await stage.step({ as: 'editor', method: 'PATCH', path: '/categories/{bebop}', json: { parent: 0 } });
    expect(await namesOf('/events?q=music')).to.deep.equal(['All about music']);
  });

  it('suggest adds untranslated records with ml_fallback', async () => {
    expect(await namesOf('/suggest?q=conc&kinds=events')).to.deep.equal(['Concert in town']);
    expect(await namesOf('/suggest?q=conc&kinds=events&ml_fallback=true')).to.deep.equal(['Concert en ville', 'Concert in town']);
    expect(await namesOf('/suggest?q=conc&kinds=categories')).to.deep.equal([]);
    expect(await namesOf('/suggest?q=conc&kinds=categories&ml_fallback=true')).to.deep.equal(['Concerts']);
    expect(await namesOf('/suggest?q=conc&kinds=events&ml_fallback=true', 'fr')).to.deep.equal(['Concert en ville', 'Concert à deux']);
  });
});
