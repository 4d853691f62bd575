import { expect } from 'chai';
import { openStage, type Stage, type Step } from '../../support/scenario';
import type { Login } from '../../support/service';
import { event, patch, remove, venue } from '../../support/stage';
import { translate } from '../../support/translations';
import { shop } from '../shop';

const FRENCH = { language: 'fr' } as const;
type Reader = Login | 'visitor';
const asReader = (reader: Reader): Partial<Step> => (reader === 'visitor' ? {} : { as: reader });
const ticket = (title: string, json: object, overrides: Partial<Step> = {}): Step => ({
  path: '/tickets',
  json: { title, code: 'AA', ...json },
  ...overrides,
});
const LINKS = { event: '{fete}', venues: ['{salle}', '{scene}'], upgrade: '{loge}' };

describe('registerPostLike: links and translations', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage({}, [shop]);
    const { names } = stage;
    await stage.give({
      fete: event('Fête', {}, FRENCH),
      salle: venue('Salle', {}, FRENCH),
      scene: venue('Scène', {}, FRENCH),
      loge: ticket('Loge', {}, FRENCH),
    });
    await stage.give({ seat: ticket('Seat', LINKS), place: ticket('Place', LINKS, FRENCH) });
    for (const [name, plural, of, json] of [
      ['feast', 'events', 'fete', { title: 'Feast', slug: 'feast' }],
      ['hall', 'venues', 'salle', { name: 'Hall', slug: 'hall' }],
      ['box', 'tickets', 'loge', { title: 'Box', slug: 'box' }],
    ] as const)
      names[name] = await translate(stage, plural, names[of] ?? 0, 'en', json);
  });
  after(() => stage.stop());

  const shows = async (path: string, reader: Reader, links: object) => {
    const { body } = await stage.step({ ...asReader(reader), path });
    const named = (name: unknown): unknown => (Array.isArray(name) ? name.map(named) : name === null ? null : stage.names[String(name)]);
    const expected = Object.fromEntries(Object.entries(links).map(([link, name]) => [link, named(name)]));
    expect(body, `${reader} ${path}`).to.deep.include(expected);
  };
  const found = async (query: string, overrides: Partial<Step> = {}): Promise<number[]> =>
    (await stage.step({ path: `/tickets?${query}`, ...overrides })).body.tickets.map(({ id }: { id: number }) => id);

  it('show the translation in the language of the record, else the record', async () => {
    for (const reader of ['visitor', 'contributor', 'editor'] as const) {
      await shows('/tickets/{seat}', reader, { event: 'feast', venues: ['hall', 'scene'], upgrade: 'box' });
      await shows('/tickets/{place}', reader, { event: 'fete', venues: ['salle', 'scene'], upgrade: 'loge' });
    }
    // The page shows the same names as the JSON answer.
    await stage.step({ path: '//en/ticket/seat/', headers: { accept: 'text/html' }, says: /Feast[\s\S]*Hall[\s\S]*Scène/, hides: /Fête/ });
  });

  it('filters find the same by the ID of every translation', async () => {
    for (const query of [
      ...['event={feast}', 'event={fete}', 'venues={hall}', 'venues={salle},{hall}', 'upgrade={box}', 'upgrade={loge}'],
      ...['include={seat}', 'venues={scene}'],
    ]) {
      expect(await found(query), query).to.deep.equal([stage.names['seat']]);
      expect(await found(query, FRENCH), query).to.deep.equal(query.includes('include') ? [] : [stage.names['place']]);
    }
    expect(await found('include={loge}')).to.deep.equal([stage.names['box']]);
    expect(await found('include={box}', FRENCH)).to.deep.equal([stage.names['loge']]);
  });

  it('show and find the translation that the reader may read', async () => {
    const both = async (reader: Reader, name: string | null, venues: readonly string[]) => {
      await shows('/tickets/{seat}', reader, { event: name, venues });
      for (const member of ['feast', 'fete'] as const) {
        const { status, body } = await stage.ask('GET', `/tickets?event=${stage.names[member]}`, asReader(reader));
        if (status === 200) expect(body.tickets).to.have.length(name === null ? 0 : 1);
        else expect(body).to.deep.equal((await stage.ask('GET', '/tickets?event=99999999', asReader(reader))).body);
        if (member === name) expect(status).to.equal(200);
      }
    };
    await stage.step(patch('/events/{feast}', { password: 'sesame' }));
    await stage.step(patch('/venues/{hall}', { status: 'draft' }));
    for (const reader of ['visitor', 'contributor'] as const) await both(reader, 'fete', ['salle', 'scene']);
    await both('editor', 'feast', ['hall', 'scene']);
    await stage.step(patch('/events/{fete}', { status: 'private' }));
    await both('visitor', null, ['salle', 'scene']);
    await both('editor', 'feast', ['hall', 'scene']);
    await stage.step(remove('/events/{feast}'));
    await both('visitor', null, ['salle', 'scene']);
    await both('editor', 'fete', ['hall', 'scene']);
    expect(await found('event={feast}', { as: 'editor' })).to.deep.equal([stage.names['seat']]);
    await stage.step(remove('/events/{fete}'));
    await both('editor', null, ['hall', 'scene']);
    await stage.step(patch('/events/{feast}', { status: 'publish', password: '' }));
    for (const reader of ['visitor', 'contributor', 'editor'] as const)
      await both(reader, 'feast', [reader === 'editor' ? 'hall' : 'salle', 'scene']);
  });

  it('refuse hidden records, unless a translation is readable', async () => {
    await stage.give({
      cellar: venue('Cellar', { status: 'private' }),
      attic: venue('Attic', { status: 'private' }),
      grenier: { path: '/venues', json: { venue: 'Grenier', translation_of: '{attic}', status: 'publish' }, ...FRENCH },
      secret: event('Secret', { status: 'private' }),
      devoile: { path: '/events', json: { title: 'Dévoilé', translation_of: '{secret}', status: 'publish' }, ...FRENCH },
    });
    await stage.give({ mine: ticket('Mine', { event: '{secret}', venues: ['{attic}', '{cellar}'] }) });
    await stage.step(patch('/tickets/{mine}', { author: '{author}' }));
    const writes = async (json: object, links: object) => {
      await stage.step(patch('/tickets/{mine}', json, { as: 'author' }));
      await shows('/tickets/{mine}', 'editor', links);
    };
    await shows('/tickets/{mine}', 'author', { event: 'devoile', venues: ['grenier'] });
    await writes({ event: '{devoile}', venues: ['{grenier}'] }, { event: 'secret', venues: ['attic', 'cellar'] });
    await writes({ event: null, venues: [] }, { event: null, venues: ['cellar'] });
  });
});
