import { expect } from 'chai';
import { category, event, patch, remove, tag } from '../support/stage';
import { translate } from '../support/translations';
import { commandsFor, get, openPair, sameAnswer } from './second-service';

const ROOT = '/cal/events/v1';

const DATES = { start_date: '2030-05-05 10:00:00', end_date: '2030-05-05 12:00:00' };

describe('cache of answers: counts of terms', function () {
  this.timeout(120_000);
  const pair = openPair({
    ...{ music: category('Music'), jazz: category('Jazz'), late: tag('Late') },
    concert: event('Concert', { ...DATES, categories: ['{music}', '{jazz}'], tags: ['{late}'] }),
    fair: event('Fair', { ...DATES, categories: ['{music}'] }),
  });
  const LISTS = ['en', 'fr'].map((language) => `/${language}${ROOT}/events?end_date=2031-01-01`);
  const same = async () => {
    for (const path of LISTS) await sameAnswer(path, pair.stage, pair.plain);
  };
  const create = (json: object, language: 'en' | 'fr' = 'en') =>
    pair.stage.step({ as: 'editor', method: 'POST', path: '/events', language, json: { ...DATES, ...json } });

  it('follow creations without a new read', async () => {
    const { names } = pair.stage;
    const [path = ''] = LISTS;
    await get(pair.stage.address, path);
    for (let turn = 0; turn < 3; turn += 1) {
      await create({ title: `Session ${turn}`, categories: [names['jazz'], names['music']], tags: [names['late']] });
      const ofTerms = (await commandsFor(pair.stage, path)).filter((command) => !command.endsWith(' events'));
      expect(ofTerms, 'commands').to.deep.equal([]);
      await same();
    }
  });

  it('answer as the database does after each change', async () => {
    const { stage } = pair;
    const named = (name: string) => Number(stage.names[name]);
    const categories = stage.service.services.connection.collection<{ _id: number }>('categories');
    const changes: readonly (() => Promise<unknown>)[] = [
      () => create({ title: 'Bal', categories: [named('jazz')] }, 'fr'),
      () => create({ title: 'Bal 2', categories: [named('jazz')], tags: [named('late')] }, 'fr'),
      // Terms of both languages are counted, whether they are in the language of the event or not.
      () => stage.give({ bal: category('Bals', {}, { language: 'fr' }) }),
      () => create({ title: 'Bal 3', categories: [named('jazz'), named('bal')] }, 'fr'),
      () => create({ title: 'Bal 4', categories: [named('jazz'), named('bal')] }, 'fr'),
      () => create({ title: 'Ball', categories: [named('jazz'), named('bal')] }),
      () => stage.step(patch('/events/{fair}', { categories: [named('jazz')] })),
      () => stage.step(patch('/events/{fair}', { status: 'draft' })),
      () => stage.step(patch('/events/{fair}', { status: 'publish', categories: [named('jazz'), named('music')] })),
      () => stage.step(patch('/events/{fair}', { password: 'secret' })),
      () => stage.step(patch('/events/{fair}', { password: '' })),
      () => translate(stage, 'categories', named('jazz'), 'fr', { name: 'Le jazz' }),
      () => stage.step(patch('/categories/{jazz}', { name: 'Swing' })),
      () => stage.step(remove('/events/{fair}')),
      () =>
        Promise.all(
          Array.from({ length: 12 }, (_, at) =>
            create({ title: `At once ${at}`, categories: [named('jazz')] }, at % 3 === 0 ? 'fr' : 'en'),
          ),
        ),
      // An update that is no increment.
      () => categories.updateOne({ _id: named('music') }, { $set: { count: 40 } }),
      () => create({ title: 'After', categories: [named('music')] }),
      () => stage.step(remove('/events/{concert}?force=true')),
      () => stage.step(remove('/categories/{music}')),
    ];
    for (const change of changes) {
      await same();
      await change();
      await same();
    }
    const { status } = await fetch(`${pair.plain.address}/en${ROOT}/events`, {
      method: 'POST',
      headers: { authorization: stage.authorization('editor'), 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'Elsewhere', ...DATES, categories: [named('jazz')] }),
    });
    expect(status).to.equal(201);
    // Changes of other processes are visible within a second.
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await same();
  });
});
