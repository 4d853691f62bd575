import type { Attempt, AttemptClient } from './attempt';
import type { Chance } from './chance';
import { API } from './deployment';
import type { Failures } from './failures';
import { changeOf, creationOf, type Entry, type EventState, type Ledger } from './ledger';

/** The client and the records of write results. */
export interface RecordedWrites {
  readonly ask: AttemptClient;
  readonly ledger: Ledger;
  readonly failures: Failures;
  /** Checks if a refusal is expected in the trial. */
  readonly excuses?: ((attempt: Attempt) => boolean) | undefined;
}

/** The settings of a writer. */
export interface Writing extends RecordedWrites {
  readonly name: string;
  readonly chance: Chance;
  /** Called before each step. The writer stops after false. */
  readonly goesOn: () => boolean;
}

type Settled = 'done' | 'unsure' | 'refused';

const WORDS = /\bword-[\w-]+/g;

/** Records the result of a write. Any unexpected answer is a failure. */
export const recordResult = (
  { ledger, failures, excuses }: RecordedWrites,
  what: string,
  attempt: Attempt,
  refusals: readonly number[] = [],
): Settled => {
  const { status, body, fault } = attempt;
  if (fault !== undefined) failures.add('answer', `${what} was answered ${status}: ${fault}`);
  if (status >= 200 && status < 300 && fault === undefined) {
    ledger.acknowledged += 1;
    return 'done';
  }
  if (refusals.includes(status)) return 'refused';
  if (status !== 0 && !excuses?.(attempt)) failures.add('answer', `${what} was answered ${status} ${JSON.stringify(body).slice(0, 300)}`);
  ledger.unsure += 1;
  return 'unsure';
};

/** Writes random changes to its own events and appends words to the journal, one request after the other. */
export const write = async (writing: Writing): Promise<void> => {
  const { name, ask, chance, ledger, failures, goesOn } = writing;
  // Events whose state is certain.
  const own: Entry[] = [];
  const tags = new Map<Entry, string>();
  let count = 0;

  const someState = (version: number): EventState => {
    const category = chance.percent(20) ? `Category of ${ledger.day}` : `Category ${chance.below(6)}`;
    return { version, category };
  };
  const forget = (entry: Entry) => own.splice(own.indexOf(entry), 1);

  const create = async () => {
    const tag = `${name}-${count++}`;
    const venue = chance.percent(20) ? `Hall of ${ledger.day}` : `Hall ${chance.below(5)}`;
    const key = chance.percent(50) ? `key-${tag}` : undefined;
    const first = someState(1);
    const title = `Fair ${chance.below(3)} of ${ledger.day}`;
    const entry: Entry = { tag, title, venue, day: ledger.day, key, first, id: undefined, erased: false, states: [undefined, first] };
    ledger.entries.push(entry);
    const headers = key === undefined ? {} : { 'idempotency-key': key };
    const attempt = await ask(`${API}/events`, { method: 'POST', json: creationOf(entry), headers });
    if (recordResult(writing, `The creation of ${tag}`, attempt) !== 'done') return;
    entry.id = attempt.body.id;
    entry.states = [first];
    own.push(entry);
    tags.set(entry, String(attempt.headers['etag']));
  };
  const update = async (entry: Entry) => {
    const next = someState((entry.states[0]?.version ?? 0) + 1);
    entry.states = [...entry.states, next];
    const headers = chance.percent(50) ? { 'if-match': tags.get(entry) ?? '*' } : {};
    const attempt = await ask(`${API}/events/${entry.id}`, { method: 'PATCH', json: changeOf(entry.tag, next), headers });
    if (recordResult(writing, `Version ${next.version} of ${entry.tag}`, attempt) !== 'done') return forget(entry);
    entry.states = [next];
    return tags.set(entry, String(attempt.headers['etag']));
  };
  const remove = async (entry: Entry) => {
    forget(entry);
    entry.states = [...entry.states, undefined];
    const deletion = async (query: string) =>
      recordResult(writing, `The deletion of ${entry.tag}`, await ask(`${API}/events/${entry.id}${query}`, { method: 'DELETE' }));
    if ((await deletion('')) !== 'done') return;
    entry.states = [undefined];
    // The first deletion has moved the event to the trash.
    if (chance.percent(50)) entry.erased = (await deletion('?force=true')) === 'done';
  };
  const read = async (entry: Entry) => {
    const { status, body } = await ask(`${API}/events/${entry.id}`);
    if (status === 404) failures.add('reading', `${entry.tag} was acknowledged, and is not there for its writer.`);
    const expected = `${entry.tag} version ${entry.states[0]?.version}<`;
    if (status === 200 && !body.description.includes(expected))
      failures.add('reading', `Its writer reads ${body.description}, not ${expected}.`);
  };
  const append = async () => {
    const { journal } = ledger;
    const { status, body, headers } = await ask(`${API}/events/${journal?.id}`);
    if (journal === undefined || status !== 200) return;
    const word = `word-${name}-${count++}`;
    const words: readonly string[] = body.description.match(WORDS) ?? [];
    const json = { description: [...words, word].join(' ') };
    const change = { method: 'PATCH', json, headers: { 'if-match': String(headers['etag']) } };
    const settled = recordResult(writing, `The word ${word}`, await ask(`${API}/events/${journal.id}`, change), [412]);
    if (settled === 'done') journal.appended.add(word);
    if (settled === 'unsure') journal.unsure.add(word);
  };

  while (goesOn()) {
    const entry = own[chance.below(Math.max(1, own.length))];
    if (entry === undefined || chance.percent(35)) await create();
    else if (chance.percent(45)) await update(entry);
    else if (chance.percent(25)) await remove(entry);
    else if (chance.percent(40)) await read(entry);
    else await append();
  }
};

export const wordsOf = (description: string): readonly string[] => description.match(WORDS) ?? [];
