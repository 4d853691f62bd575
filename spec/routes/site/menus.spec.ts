import { expect } from 'chai';
import { BROWSER } from '../../html/page';
import { openStage, type Stage } from '../../support/scenario';
import { category, event } from '../../support/stage';

/** A stored event. Copies differ in the ID and the slug. */
interface Copied {
  readonly _id: number;
  readonly slug: string;
}

const FIRST_COPY = 1_000_000;
/** One event more than menus count. */
const COPIES = 2000;

describe('menus of categories and places on pages with many events', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
    await stage.give({
      hall: { path: '/venues', json: { venue: 'Hall' } },
      barn: { path: '/venues', json: { venue: 'Barn' } },
      music: category('Music'),
      talks: category('Talks'),
      fair: event('Fair', { categories: ['{music}'], venue: '{hall}' }),
    });
    const events = stage.service.services.connection.collection<Copied>('events');
    const fair = await events.findOne({ _id: Number(stage.names['fair']) });
    if (fair === null) throw new Error('The event was not stored.');
    const copyOf = (number: number): Copied => ({
      ...fair,
      ...{ _id: FIRST_COPY + number, group: FIRST_COPY + number, slug: `fair-${number}` },
    });
    await events.insertMany(Array.from({ length: COPIES }, (_, number) => copyOf(number)));
  });
  after(() => stage.stop());

  /** Lists the options of a menu after the first one, which chooses nothing. */
  const optionsOf = async (path: string, name: string): Promise<readonly string[]> => {
    const { text } = await stage.ask('GET', `/${path}`, { headers: BROWSER });
    const [, menu = ''] = new RegExp(`<select id="${name}"[^>]*>([\\s\\S]*?)</select>`).exec(text) ?? [];
    return [...menu.matchAll(/<option[^>]*>([^<]*)</g)].map(([, option = '']) => option).slice(1);
  };

  it('offer the categories in use and the venues of coming events, without numbers', async () => {
    expect(await optionsOf('/en/', 'categories')).to.deep.equal(['Music']);
    expect(await optionsOf('/en/', 'venue')).to.deep.equal(['Hall']);
  });

  it('count the events if a filter leaves few', async () => {
    const filtered = '/en/?day=2030-01-21';
    await stage.give({
      walk: event('Walk', { categories: ['{talks}'], venue: '{barn}', start_date: '2030-01-21 10:00:00', end_date: '2030-01-21 11:00:00' }),
    });
    expect(await optionsOf(filtered, 'categories')).to.deep.equal(['Talks (1)']);
    expect(await optionsOf(filtered, 'venue')).to.deep.equal(['Barn (1)']);
    expect(await optionsOf('/en/', 'venue')).to.deep.equal(['Barn', 'Hall']);
  });
});
