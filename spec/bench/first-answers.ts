import { ask } from './equality';
import { EIGHT_FACETS } from './finding';
import { type Question, rootOf, type Scenario } from './questions';
import type { Stage } from './stage';
import { WORDS } from './words';

/** The number of requests of each sort. */
const TRIES = 15;
/** The first turn of the creations, so that no other creation has their titles. */
const FIRST_TURN = 2_000_000_000;
const DAY = 86_400_000;

/** The time of one sort of requests, each sent alone, in ms. */
export interface FirstAnswer {
  readonly question: string;
  readonly median: number;
  readonly slowest: number;
}

const day = (offset: number): string => new Date(Date.now() + offset * DAY).toISOString().slice(0, 10);
const list = (query: string): Question => ({ method: 'GET', path: `${rootOf('en')}/events?${encodeURI(query)}` });
/** An end of the window that no other request has. */
const until = (seconds: number): string => `end_date=${day(700)} 12:00:${String(seconds).padStart(2, '0')}`;

/** Creates an event of tomorrow, which the first page of the list shows. */
function creationOf({ next }: Scenario, turn: number): Question {
  const question = next(turn);
  const date = day(1);
  const body = JSON.stringify({ ...JSON.parse(question.body ?? ''), start_date: `${date} 19:00:00`, end_date: `${date} 22:00:00` });
  return { ...question, body };
}

/** Measures answers that the cache does not have: of new questions, and of a known list after a write. `events` is the size of the calendar. */
export async function firstAnswers({ service: { address }, scenarios }: Stage, events: number): Promise<readonly FirstAnswer[]> {
  const post = scenarios.find(({ name }) => name === 'post') as Scenario;
  const known = list('per_page=10');
  const timeOf = async (question: Question): Promise<number> => {
    const began = performance.now();
    await ask(address, question);
    return performance.now() - began;
  };
  const measured = async (question: string, send: (turn: number) => Promise<number>): Promise<FirstAnswer> => {
    const times: number[] = [];
    for (let turn = 0; turn < TRIES; turn++) times.push(await send(turn));
    times.sort((one, other) => one - other);
    return { question, median: times[Math.floor(TRIES / 2)] ?? 0, slowest: times.at(-1) ?? 0 };
  };
  // Facets count at most 250,000 events.
  const facets = events > 250_000 ? '' : `&facets=${EIGHT_FACETS}`;
  // The first requests after a start also compile the code.
  for (let turn = 0; turn < TRIES; turn++) await ask(address, list(`${until(59 - turn)}${facets}&q=${WORDS.fr[turn]}`));
  return [
    await measured('list', (turn) => timeOf(list(until(turn)))),
    ...(facets ? [await measured('eight facets', (turn) => timeOf(list(`${until(turn)}&per_page=0${facets}`)))] : []),
    await measured('one word', (turn) => timeOf(list(`q=${WORDS.en[turn]}`))),
    await measured('list after a write', async (turn) => {
      await ask(address, known);
      await ask(address, creationOf(post, FIRST_TURN + turn));
      return timeOf(known);
    }),
  ];
}
