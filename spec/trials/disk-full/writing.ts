import { type Answer, ask } from '../../program/program';

const API = '/en/cal/events/v1';
const MAX_TEXT_LENGTH = 60_000;
/** Refusals after which a writer stops, and its maximum number of writes. */
const [REFUSALS, WRITES] = [6, 300];

/** The combined results of all writers. */
export interface Written {
  /** The last acknowledged title of each record, by its path. */
  readonly titles: Map<string, string>;
  refused: number;
  reads: number;
  readonly failures: string[];
}

/** The settings of a writer. */
export interface Writing {
  readonly address: string;
  readonly login: string;
  readonly name: string;
  chance(): number;
}

/** A created record. */
interface StoredRecord {
  readonly place: string;
  readonly titled: 'title' | 'venue';
}

const isFull = ({ status, body }: Answer): boolean => status === 507 && body.code === 'insufficient_storage';

/** Makes a venue, or an event with a new venue. The service must store both or neither. */
const toRecord = ({ chance, name }: Writing, count: number): { readonly titled: StoredRecord['titled']; readonly json: object } => {
  const description = 'x'.repeat(Math.floor(chance() * MAX_TEXT_LENGTH));
  if (chance() < 0.5) return { titled: 'venue', json: { venue: `${name} ${count}`, description } };
  const times = { start_date: '2030-05-06 20:00:00', end_date: '2030-05-06 22:00:00' };
  return { titled: 'title', json: { title: `${name} ${count}`, description, ...times, venue: { venue: `Hall of ${name} ${count}` } } };
};

/** Creates and changes records until a number of refusals. It reads records after each refusal. */
export const writeUntilFull = async (writing: Writing, written: Written): Promise<void> => {
  const { address, login, name, chance } = writing;
  const stored: StoredRecord[] = [];
  const read = async (path: string): Promise<Answer> => {
    const answer = await ask(address, path, { login });
    written.reads += 1;
    if (answer.status !== 200) written.failures.push(`GET ${path} was answered ${answer.status}, not 200`);
    return answer;
  };
  /** Resolves to the answer, or to `undefined` if the write was refused. */
  const write = async (method: string, place: string, json: object): Promise<Answer | undefined> => {
    const answer = await ask(address, place, { method, login, json });
    if (answer.status === (method === 'POST' ? 201 : 200)) return answer;
    written.refused += 1;
    if (!isFull(answer)) written.failures.push(`${method} ${place} was answered ${answer.status} ${answer.body.code}, not 507`);
    return undefined;
  };
  let refusals = 0;
  for (let count = 0; refusals < REFUSALS && count < WRITES; count += 1) {
    const old = stored[Math.floor(chance() * stored.length * 3)];
    const { titled, json } = toRecord(writing, count);
    if (old === undefined) {
      const list = `${API}/${titled === 'venue' ? 'venues' : 'events'}`;
      const created = await write('POST', list, json);
      if (created) {
        const place = `${list}/${created.body.id}`;
        stored.push({ place, titled });
        written.titles.set(place, `${name} ${count}`);
        continue;
      }
    } else if (await write('PATCH', old.place, { [old.titled]: `${name} ${count}`, description: 'y'.repeat(chance() * MAX_TEXT_LENGTH) })) {
      written.titles.set(old.place, `${name} ${count}`);
      continue;
    }
    refusals += 1;
    await read(`${API}/venues?per_page=1`);
    await read('/readyz');
    const [one] = stored;
    const { body } = one ? await read(one.place) : {};
    if (one && body[one.titled] !== written.titles.get(one.place)) written.failures.push(`${one.place} is not as it was acknowledged`);
  }
};

/** Finds the paths of lost or outdated records, and the number of unexpected records. */
export const compare = async (address: string, login: string, { titles }: Written): Promise<{ lost: string[]; more: number }> => {
  const lost: string[] = [];
  for (const [place, title] of titles) {
    const { status, body } = await ask(address, place, { login });
    if (status !== 200 || (body.title ?? body.venue) !== title) lost.push(place);
  }
  const events = [...titles.keys()].filter((place) => place.startsWith(`${API}/events/`)).length;
  const totals = await Promise.all(
    ['events?start_date=2030-01-01', 'venues?'].map(
      async (list) => (await ask(address, `${API}/${list}&per_page=1`, { login })).body.total,
    ),
  );
  // Each event has one venue.
  const [found = 0, venues = 0] = totals as number[];
  return { lost, more: found + venues - titles.size - events };
};
