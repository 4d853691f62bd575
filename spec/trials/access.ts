import fc from 'fast-check';
import { ask, freshPlace, serve, stop } from '../program/program';
import { leaksOf } from './access/leaks';
import { listQuestions } from './access/list-questions';
import { KIND_COUNT, type Office, order, type Prepared, prepareAll } from './access/prepared';
import { type Question, type Told, tell } from './access/question';
import { ASKERS, OWNERS } from './access/rights';
import { singleQuestions, termQuestions } from './access/single-questions';
import { verdictOn, type Wrong } from './access/verdict';
import { type IndexRoute, readIndex } from './index-route';
import { type Line, openLine } from './line';
import { addPeople, firstAdministrator } from './people';
import type { Outcome, Terms, Trial } from './trial';

/** Connections that ask at once. */
const LINES = 6;
const MOST_FAILURES = 40;

const ROLES = { editor: 'editor', author: 'author', contributor: 'contributor', subscriber: 'subscriber' } as const;

const basic = (credentials: string): string => `Basic ${Buffer.from(credentials).toString('base64')}`;

const shuffled = <T>(list: readonly T[], seed: number): readonly T[] =>
  fc.sample(fc.shuffledSubarray([...list], { minLength: list.length }), { seed, numRuns: 1 })[0] ?? [];

/** The routes of single records of a plural. */
const routesOf = (index: readonly IndexRoute[], plural: string) =>
  index.filter(({ path }) => path.some((piece) => typeof piece !== 'string' && piece.plural === plural));

/** Every record as the administrator sees it, or how it is refused to him. */
const looked = ({ address, login }: Office, records: readonly Prepared[]): Promise<readonly string[]> =>
  Promise.all(
    records.map(async ({ plural, id }) => {
      const { status, body } = await ask(address, `/en/cal/events/v1/${plural}/${id}`, { login });
      return `${status} ${JSON.stringify(body)}`;
    }),
  );

/** Removes records for good, those that are there. */
const removeAll = async ({ address, login }: Office, records: readonly Prepared[]): Promise<void> => {
  for (const { plural, id, showcase } of records)
    for (const path of [`${plural}/${id}`, `${plural}/${id}`, ...(showcase === undefined ? [] : [`events/${showcase}`])])
      await ask(address, `/en/cal/events/v1/${path}?force=true`, { method: 'DELETE', login });
};

const run = async ({ rounds, seed, note }: Terms): Promise<Outcome> => {
  const place = freshPlace();
  const plugins = 'calendar-events/plugins/tickets';
  const service = await serve({ ...place, SEED: 'none', LOG_LEVEL: 'warn', TRUST_PROXY: '1', PLUGINS: plugins });
  const login = await firstAdministrator(service);
  const people = await addPeople(place, ROLES);
  const ids = { administrator: 1, author: people.author.id, contributor: people.contributor.id, subscriber: people.subscriber.id };
  const office: Office = { address: service.address, login, ids };
  const index = await readIndex(service.address);
  const term = async (plural: string) => [plural, (await order(office, 'POST', `/${plural}`, { name: 'Term' })).body.id as number] as const;
  const terms = [await term('categories'), await term('tags')];
  const authorizations: Readonly<Record<string, string>> = {
    ...Object.fromEntries(Object.entries(people).map(([name, { credentials }]) => [name, basic(credentials)])),
    administrator: basic(login),
    wrong: basic('editor:wrong'),
  };
  const counts: Record<Wrong, number> = { leaks: 0, 'wrong allowances': 0, 'wrong refusals': 0 };
  const failures: string[] = [];
  let questions = 0;
  const fail = (wrong: Wrong, what: string): void => {
    counts[wrong] += 1;
    if (failures.length < MOST_FAILURES) failures.push(`${wrong}: ${what}`);
  };

  const put = async (line: Line, question: Question, leaks: (asked: Question, told: Told) => readonly string[]): Promise<void> => {
    const { asker, method, path, expected } = question;
    const say = (asked: Question) => tell(line, asked, authorizations[asker]);
    const told = await say(question);
    questions += 1;
    const who = `${asker}, ${method} ${path}:`;
    for (const token of leaks(question, told)) fail('leaks', `${who} the answer (${told.status}) holds ${token}`);
    if (expected === undefined) return;
    const verdict = verdictOn(told, expected.as && (await say(expected.as)), expected);
    if (verdict !== undefined) fail(verdict[0], `${who} ${verdict[1]}`);
  };

  const round = async (number: number): Promise<void> => {
    const owner = OWNERS[(Math.floor(number / KIND_COUNT) + seed - 1) % OWNERS.length] ?? 'author';
    const records = await prepareAll(office, owner, number);
    const before = await looked(office, records);
    const singles = records.flatMap((record) => routesOf(index, record.plural).flatMap((route) => singleQuestions(route, record)));
    const ofTerms = terms.flatMap(([plural, id]) => routesOf(index, plural).flatMap((route) => termQuestions(route, plural, id)));
    const table = shuffled([...singles, ...ofTerms, ...listQuestions(records)], seed + number);
    const leaks = leaksOf(records);
    let next = 0;
    const work = async (): Promise<void> => {
      const line = openLine(Number(new URL(service.address).port));
      for (let question = table[next++]; question !== undefined; question = table[next++]) await put(line, question, leaks);
      line.hangUp();
    };
    await Promise.all(Array.from({ length: LINES }, work));
    const after = await looked(office, records);
    for (const [place, was] of before.entries())
      if (after[place] !== was) fail('wrong allowances', `a refused write changed ${was} into ${after[place]}`);
    await removeAll(office, records);
    note(`${number + 1} rounds, ${records[0]?.plural} of ${owner} the last: ${questions} questions, ${JSON.stringify(counts)}`);
  };
  for (let number = 0; number < rounds; number += 1) await round(number);

  for (const plural of ['events', 'venues', 'organizers', 'tickets', 'categories', 'tags'])
    for (const asker of ASKERS) {
      const { body } = await order(office, 'GET', `/${plural}?search=${encodeURIComponent(`"Created by ${asker}"`)}&hide_empty=false`);
      if (body.total > 0) fail('wrong allowances', `${asker} made ${body.total} ${plural}`);
    }
  await stop(service);
  return { figures: { questions, ...counts }, failures };
};

/**
 * The table of roles, routes and states; a round is the part of it that is about one kind's records of one owner: sixteen are the whole, in an
 * order that the seed decides.
 */
export const access: Trial = {
  about: 'everybody reads, changes and removes what a table of rights says, and learns nothing else from any answer',
  rounds: { long: 48, short: 1 },
  run,
};
