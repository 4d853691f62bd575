import { type Answer, ask } from '../../program/program';

const API = '/en/cal/events/v1';
/** How long a text is at most, in characters. */
const LONGEST = 60_000;
/** How often a writer is refused before it gives up, and how often it writes at most. */
const [REFUSALS, WRITES] = [6, 300];

/** What writers came to, all together. */
export interface Written {
  /** The title that each record has by what was acknowledged last, by its address. */
  readonly titles: Map<string, string>;
  refused: number;
  reads: number;
  readonly failures: string[];
}

/** Where a writer writes, as whom, and by which chance. */
export interface Writing {
  readonly address: string;
  readonly login: string;
  readonly name: string;
  chance(): number;
}

/** A record that is read again. */
interface Kept {
  readonly place: string;
  readonly titled: 'title' | 'venue';
}

const isFull = ({ status, body }: Answer): boolean => status === 507 && body.code === 'insufficient_storage';

/** A venue, or an event with a venue of its own, which is stored with it or not at all. */
const toRecord = ({ chance, name }: Writing, count: number): { readonly titled: Kept['titled']; readonly json: object } => {
  const description = 'x'.repeat(Math.floor(chance() * LONGEST));
  if (chance() < 0.5) return { titled: 'venue', json: { venue: `${name} ${count}`, description } };
  const times = { start_date: '2030-05-06 20:00:00', end_date: '2030-05-06 22:00:00' };
  return { titled: 'title', json: { title: `${name} ${count}`, description, ...times, venue: { venue: `Hall of ${name} ${count}` } } };
};

/** Creates records and changes them until it has been refused some times; reads go on meanwhile. */
export const writeUntilFull = async (writing: Writing, written: Written): Promise<void> => {
  const { address, login, name, chance } = writing;
  const kept: Kept[] = [];
  const read = async (asked: string): Promise<Answer> => {
    const answer = await ask(address, asked, { login });
    written.reads += 1;
    if (answer.status !== 200) written.failures.push(`GET ${asked} was answered ${answer.status}, not 200`);
    return answer;
  };
  /** Answers what was written, unless it was refused. */
  const write = async (method: string, place: string, json: object): Promise<Answer | undefined> => {
    const answer = await ask(address, place, { method, login, json });
    if (answer.status === (method === 'POST' ? 201 : 200)) return answer;
    written.refused += 1;
    if (!isFull(answer)) written.failures.push(`${method} ${place} was answered ${answer.status} ${answer.body.code}, not 507`);
    return undefined;
  };
  let refusals = 0;
  for (let count = 0; refusals < REFUSALS && count < WRITES; count += 1) {
    const old = kept[Math.floor(chance() * kept.length * 3)];
    const { titled, json } = toRecord(writing, count);
    if (old === undefined) {
      const list = `${API}/${titled === 'venue' ? 'venues' : 'events'}`;
      const made = await write('POST', list, json);
      if (made) {
        const place = `${list}/${made.body.id}`;
        kept.push({ place, titled });
        written.titles.set(place, `${name} ${count}`);
        continue;
      }
    } else if (await write('PATCH', old.place, { [old.titled]: `${name} ${count}`, description: 'y'.repeat(chance() * LONGEST) })) {
      written.titles.set(old.place, `${name} ${count}`);
      continue;
    }
    refusals += 1;
    await read(`${API}/venues?per_page=1`);
    await read('/readyz');
    const [one] = kept;
    const { body } = one ? await read(one.place) : {};
    if (one && body[one.titled] !== written.titles.get(one.place)) written.failures.push(`${one.place} is not as it was acknowledged`);
  }
};

/** The addresses of what was acknowledged and is not there as it was, and how many records there are beside. */
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
  // Each event has a venue that was stored with it.
  const [found = 0, venues = 0] = totals as number[];
  return { lost, more: found + venues - titles.size - events };
};
