import { expect } from 'chai';
import { category, venue } from '../support/stage';
import { ADDRESS, type Beside, get, openPair, startBeside, waitUntilCaching } from './second-service';

const EVENTS = '/en/cal/events/v1/events';
const WRITERS = 4;
const READERS = 2;
const ROUNDS = 3;

const LISTS = [
  '',
  '?per_page=5&page=2',
  '?categories=shared',
  '?search=written',
  '?venue={hall}',
  '?start_date=2030-01-18&end_date=2030-01-25',
];

describe('cache of answers during concurrent writes and reads', function () {
  this.timeout(120_000);
  let other: Beside;
  after(() => other.stop());
  const pair = openPair({ hall: venue('Hall'), shared: category('Shared') });
  before(async () => {
    other = await startBeside(pair.stage, { clock: pair.stage.clock, environment: ADDRESS });
    await waitUntilCaching(other);
  });

  const paths = () => LISTS.map((query) => `${EVENTS}${query.replace('{hall}', String(pair.stage.names['hall']))}`);

  it('answers each write to later reads, counts right, and is right in every process within a second', async () => {
    const { stage, plain } = pair;
    let isOver = false;
    const ids: number[] = [];
    const write = async (writer: number): Promise<void> => {
      for (let round = 0; round < ROUNDS; round++) {
        const title = `Written ${writer} ${round}`;
        const json = {
          title,
          start_date: '2030-01-20 10:00:00',
          end_date: '2030-01-20 12:00:00',
          venue: stage.names['hall'],
          categories: ['shared'],
        };
        const { status, body } = await stage.ask('POST', '/events', { as: 'editor', json });
        expect(status).to.equal(201);
        // One of three records is changed and removed below.
        if (round % 3 !== 2) ids.push(body.id);
        const least = ids.length;
        const found = JSON.parse((await get(stage.address, `${EVENTS}?search=${encodeURIComponent(`"${title}"`)}`)).text);
        expect(found.total, title).to.equal(1);
        const all = JSON.parse((await get(stage.address, `${EVENTS}?categories=shared&per_page=1`)).text);
        expect(all.total).to.be.at.least(least);
        if (round % 3 !== 2) continue;
        const json2 = { title: `${title} again`, ...(round % 2 === 0 && { categories: [] }) };
        await stage.ask('PATCH', `/events/${body.id}`, { as: 'editor', json: json2 });
        expect(JSON.parse((await get(stage.address, `${EVENTS}/${body.id}`)).text).title).to.equal(`${title} again`);
        await stage.ask('DELETE', `/events/${body.id}`, { as: 'editor' });
        expect((await get(stage.address, `${EVENTS}/${body.id}`)).status).to.equal(403);
      }
    };
    const read = async (reader: number): Promise<void> => {
      for (let at = reader; !isOver; at++) {
        const path = paths()[at % LISTS.length] ?? EVENTS;
        const { status, text } = await get(at % 2 === 0 ? stage.address : other.address, path);
        // The page may be after the last one.
        expect([200, 404]).to.include(status);
        expect(() => JSON.parse(text)).to.not.throw();
      }
    };
    const reading = Promise.all(Array.from({ length: READERS }, (_, reader) => read(reader)));
    await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
    isOver = true;
    await reading;
    // Other processes see a change within a second.
    await new Promise((resolve) => setTimeout(resolve, 1000));
    for (const path of [...paths(), ...ids.map((id) => `${EVENTS}/${id}`)]) {
      const anew = await get(plain.address, path);
      for (const address of [stage.address, stage.address, other.address, other.address])
        expect(await get(address, path), path).to.deep.equal(anew);
    }
  });
});
