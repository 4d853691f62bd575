import { expect } from 'chai';
import { plugin as tickets } from '../../../fixtures/plugins/tickets/index';
import { openStage, type Stage, type Step } from '../../support/scenario';
import { event, patch } from '../../support/stage';

const FRENCH = { language: 'fr' } as const;
const ticket = (title: string, json: object, overrides: Partial<Step> = {}): Step => ({
  path: '/tickets',
  json: { title, price: 5, ...json },
  ...overrides,
});

describe('registerField link: back', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage({}, [tickets]);
  });
  after(() => stage.stop());

  /** Checks the tickets of an event in single answers and lists, for several readers and in both languages. */
  const shows = async (name: string, titles: readonly string[]) => {
    const language = (await stage.step({ path: `/events/{${name}}` })).body.language as 'en' | 'fr';
    const shown = async (step: Step) => {
      const { body } = await stage.step(step);
      return (body.tickets ?? body.events[0].tickets).map(({ title }: { title: string }) => title);
    };
    for (const as of [undefined, 'editor'] as const)
      for (const step of [
        { path: `/events/{${name}}` },
        { path: `/events/{${name}}`, ...FRENCH },
        { path: `/events?include={${name}}`, language },
      ])
        expect(await shown({ ...step, ...(as && { as }) }), `${name} ${JSON.stringify(step)} ${as}`).to.deep.equal(titles);
  };

  it('back lists show the translation in the language of the record, else the record', async () => {
    await stage.give({ fair: event('Fair'), foire: event('Foire', {}, FRENCH) });
    await stage.give({ seat: ticket('Seat', { event: '{fair}', date: '2029-12-01' }) });
    await stage.give({ place: ticket('Place', { event: '{fair}', translation_of: '{seat}', date: '2029-12-02' }, FRENCH) });
    await stage.give({ loge: ticket('Loge', { event: '{fair}', date: '2029-12-03' }, FRENCH) });
    await shows('fair', ['Loge', 'Seat']);
    await stage.give({ box: ticket('Box', { event: '{fair}', translation_of: '{loge}', date: '2029-12-04', status: 'draft' }) });
    await shows('fair', ['Loge', 'Seat']);
    await stage.step(patch('/tickets/{box}', { status: 'publish' }));
    await shows('fair', ['Box', 'Seat']);
    await stage.step(patch('/tickets/{seat}', { status: 'private' }));
    await shows('fair', ['Box', 'Place']);
    await stage.step(patch('/tickets/{seat}', { status: 'publish', title: 'Chair' }));
    await shows('fair', ['Box', 'Chair']);
    await shows('foire', []);
  });

  it('every translation of a record has the back links of all translations', async () => {
    await stage.give({ play: event('Play') });
    await stage.give({ stall: ticket('Stall', { event: '{play}', date: '2029-12-01' }) });
    await stage.give({ piece: event('Pièce', { translation_of: '{play}' }, FRENCH) });
    await shows('piece', ['Stall']);
    await stage.give({ banc: ticket('Banc', { event: '{play}', price: 7, translation_of: '{stall}', date: '2029-12-02' }, FRENCH) });
    await stage.give({ balcon: ticket('Balcon', { event: '{piece}', price: 9, date: '2029-12-03' }, FRENCH) });
    await shows('play', ['Balcon', 'Stall']);
    await shows('piece', ['Balcon', 'Banc']);
    for (const name of ['play', 'piece']) await stage.step({ path: `/events/{${name}}`, has: { 'cost_details.values': ['5', '7', '9'] } });
    const { body } = await stage.step({ path: '/events?ml_all=true&include={play},{piece}' });
    const titles = body.events.map(({ tickets: some }: { tickets: { title: string }[] }) => some.map(({ title }) => title));
    expect(titles).to.have.deep.members([
      ['Balcon', 'Stall'],
      ['Balcon', 'Banc'],
    ]);
    await stage.step(patch('/events/{piece}', { translation_of: 0 }, FRENCH));
    await shows('play', ['Stall']);
    await shows('piece', ['Balcon']);
  });

  it('back lists over the limit show records of their language first', async () => {
    await stage.give({ gala: event('Gala'), first: ticket('seat0', { event: '{gala}' }) });
    await stage.give({ premier: ticket('seat0 fr', { event: '{gala}', translation_of: '{first}' }, FRENCH) });
    const collection = stage.service.services.connection.collection<{ _id: number }>('tickets');
    const [one, other] = [
      await collection.findOne({ _id: Number(stage.names['first']) }),
      await collection.findOne({ _id: Number(stage.names['premier']) }),
    ];
    const copy = (record: object | null, place: number, more: object) => ({
      ...record,
      slug: `copy-${place}`,
      group: 5000 + place,
      ...more,
    });
    await collection.insertMany(
      seats
        .slice(1)
        .flatMap((title, place) => [
          copy(one, place, { _id: 5000 + place, title }) as never,
          copy(other, place, { _id: 6000 + place, title: `${title} fr` }) as never,
        ]),
    );
    const { body } = await stage.step({ path: '/events/{gala}' });
    expect(body.tickets.map(({ title }: { title: string }) => title)).to.have.members(seats);
  });
  const seats = Array.from({ length: 26 }, (_, place) => `seat${place}`);
});
