import { invalidParam, type Plugin } from 'calendar-events';
import { expect } from 'chai';
import { watchedUri } from '../database/commands';
import { createLatch, type Latch } from '../database/latch';
import { openStage, type Stage } from '../support/scenario';
import { event } from '../support/stage';
import { bilingual, description, FILM, kindOf } from './samples';

const MANY = 12;

let latch: Latch;
const calls: number[] = [];
let checks = 0;

/** A kind without functions, one with a slow `write`, and one with a `check`. */
const plugin: Plugin = (registry, services) => {
  registry.registerPostLike({ ...kindOf('walk', 'promenade'), fields: { miles: { type: 'integer', filter: true, description } } });
  registry.registerPostLike({
    ...kindOf('talk', 'conférence'),
    fields: {
      code: {
        type: 'string',
        async write(sent: string) {
          if (sent === 'slow') await latch.opened;
          return sent.toUpperCase();
        },
        description,
      },
    },
  });
  registry.registerPostLike({
    ...FILM,
    fields: { minutes: { type: 'integer', description } },
    check({ minutes }) {
      checks += 1;
      if (Number(minutes) > 300) throw invalidParam('minutes', bilingual('Send 300 at most.', 'Envoyez 300 au plus.'));
    },
  });
  services.on('created', ({ plural, id }) => {
    if (plural === 'walks') calls.push(id);
  });
};

describe('plugins: concurrent creations', () => {
  let stage: Stage;
  let commits = 0;

  before(async () => {
    stage = await openStage({ MONGODB_URI: await watchedUri() }, [plugin]);
    stage.service.services.connection.db().client.on('commandStarted', ({ commandName }) => {
      if (commandName === 'commitTransaction') commits += 1;
    });
  });
  after(() => stage.stop());
  beforeEach(() => {
    latch = createLatch();
    commits = 0;
  });

  const post = (path: string, json: unknown, language: 'en' | 'fr' = 'en') => stage.ask('POST', path, { as: 'editor', language, json });
  const many = <T>(make: (place: number) => T): T[] => Array.from({ length: MANY }, (_, place) => make(place));

  it('store their own fields, and call listeners once each', async () => {
    const answers = await Promise.all(many((place) => post('/walks', { title: `Walk ${place % 3}`, miles: place })));
    expect(answers.map(({ status, body }) => [status, body.miles])).to.deep.equal(many((place) => [201, place]));
    const ids = answers.map(({ body }) => body.id);
    while (calls.length < MANY) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(calls).to.have.members(ids);
    for (const [place, id] of ids.entries()) {
      const { body } = await stage.ask('GET', `/walks?miles=${place}&_fields=walks.id`);
      expect(body.walks).to.deep.equal([{ id }]);
    }
  });

  it('do not wait for a slow write hook', async () => {
    const slow = post('/talks', { title: 'Slow', code: 'slow' });
    const quick = await Promise.all(many((place) => post('/talks', { title: 'Quick', code: `q${place}` })));
    expect(quick.map(({ status, body }) => [status, body.code])).to.deep.equal(many((place) => [201, `Q${place}`]));
    const others = await Promise.all([
      ...many(() => post('/walks', { title: 'Walk' })),
      ...many((place) => post('/events', event(`E ${place}`).json)),
    ]);
    expect(others.map(({ status }) => status)).to.deep.equal(others.map(() => 201));
    latch.open();
    expect(await slow).to.have.nested.property('body.code', 'SLOW');
    commits = 0;
    await Promise.all(many((place) => post('/talks', { title: 'Alone', code: `a${place}` })));
    expect(commits).to.equal(MANY);
  });

  it('run check one by one, each in a transaction of its own', async () => {
    checks = 0;
    const answers = await Promise.all(
      many((place) => post('/films', { title: 'Long', minutes: place % 4 ? 90 : 400 }, place % 8 ? 'en' : 'fr')),
    );
    expect(answers.map(({ status }) => status)).to.deep.equal(many((place) => (place % 4 ? 201 : 400)));
    for (const place of [0, 4])
      expect(answers[place]?.body.data.params).to.deep.equal({ minutes: place ? 'Send 300 at most.' : 'Envoyez 300 au plus.' });
    expect(checks).to.be.at.least(MANY);
    expect(commits).to.equal(MANY - MANY / 4);
    expect((await stage.ask('GET', '/films?_fields=total')).body.total).to.equal(MANY - MANY / 4);
  });
});
