import { expect } from 'chai';
import type { Step } from '../support/scenario';
import { category, event, organizer, patch, remove, tag, venue } from '../support/stage';
import { translate } from '../support/translations';
import { commandsFor, openPair, sameAnswer } from './second-service';

const ROOT = '/cal/events/v1';

const GIVEN: Readonly<Record<string, Step>> = {
  ...{ hall: venue('Harbour hall'), house: venue('The hall of the harbour'), shed: venue('Shed by the harbours') },
  ...{ cellar: venue('Harbour cellar', { status: 'private' }), port: venue('Salle du port', {}, { language: 'fr' }) },
  ...{ choir: organizer('Harbour choir'), band: organizer('Band of the hall') },
  ...{ water: category('Harbour'), boats: category('Harbour boats', { parent: '{water}' }) },
  ...{ quay: tag('harbour'), other: tag('Harbours'), third: tag('Halls, harbours') },
  regatta: event('Regatta', { venue: '{hall}', organizer: ['{choir}'], categories: ['{boats}'], tags: ['{quay}'] }),
  supper: event('Harbour supper', { venue: '{house}', organizer: ['{band}'], tags: ['{third}'] }),
  locked: event('Locked', { venue: '{shed}', password: 'sesame' }),
};

/** Typed words, requested with a new page size each time, so that only names are cached. */
const TYPED = ['ha', 'harbour', 'hall harbour', 'harbour hall', 'harbours ha', 'port', 'salle', 'the', 'xylophone', 'harbuor'];

describe('cache of names (suggest and q)', function () {
  this.timeout(120_000);
  const pair = openPair(GIVEN);
  let turn = 0;

  /** Compares the answers of the services with and without a cache. */
  const agree = async (typed: readonly string[], language = 'en'): Promise<void> => {
    for (const words of typed) {
      turn += 1;
      const q = encodeURIComponent(words);
      for (const target of [`suggest?q=${q}&per_kind=${1 + (turn % 20)}`, `events?q=${q}&per_page=${1 + (turn % 50)}`]) {
        await sameAnswer(`/${language}${ROOT}/${target}`, pair.stage, pair.plain);
      }
    }
  };

  it('answers as the database does', async () => {
    for (const language of ['en', 'fr', 'en']) await agree(TYPED, language);
  });

  it('asks the database for the names of a word once', async () => {
    const readFor = async (path: string): Promise<string[]> => {
      const commands = await commandsFor(pair.stage, `/en${ROOT}/${path}`);
      return [...new Set(commands.map((command) => command.replace(/^\w+ /, '')))];
    };
    await readFor('events?q=hall');
    expect(await readFor('events?q=hall&per_page=49')).to.not.include('tags');
  });

  it('answers as the database does after each change', async () => {
    const { connection } = pair.stage.service.services;
    const changes: readonly (() => Promise<unknown>)[] = [
      () => pair.stage.step(patch('/venues/{hall}', { venue: 'Port hall' })),
      () => pair.stage.step(patch('/venues/{house}', { status: 'draft' })),
      () => pair.stage.step(patch('/venues/{cellar}', { status: 'publish' })),
      () => pair.stage.step(patch('/tags/{quay}', { name: 'Salle' })),
      () =>
        translate(pair.stage, 'categories', Number(pair.stage.names['boats']), 'fr', {
          name: 'Salle des bateaux',
          slug: 'salle-des-bateaux',
        }),
      () => translate(pair.stage, 'venues', Number(pair.stage.names['shed']), 'fr', { name: 'Le harbour', slug: 'le-harbour' }),
      () => pair.stage.give({ late: organizer('The harbour halls') }),
      () => pair.stage.step(remove('/organizers/{choir}?force=true')),
      () =>
        connection
          .collection<{ _id: number }>('venues')
          .updateOne({ _id: Number(pair.stage.names['hall']) }, { $set: { name: 'Harbour' } }),
      () => connection.collection<{ _id: number }>('tags').updateMany({}, { $set: { name: 'Xylophone' } }),
    ];
    for (const [place, change] of changes.entries()) {
      const language = place % 3 === 0 ? 'fr' : 'en';
      const typed = ['harbours ha', 'salle', 'port'];
      await agree(typed.slice(1), language);
      await change();
      await agree(typed, language);
    }
  });
});
