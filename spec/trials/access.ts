import fc from 'fast-check';
import { ask, stop } from '../program/program';
import { leaksOf } from './access/leaks';
import { listQuestions } from './access/list-questions';
import { type AdminClient, CONTENT_TYPE_COUNT, type Prepared, prepareAll, requestAsAdmin } from './access/prepared';
import { type Question, type Reply, sendQuestion } from './access/question';
import { ASKERS, OWNERS } from './access/rights';
import { singleQuestions, termQuestions } from './access/single-questions';
import { type Violation, verdictOn } from './access/verdict';
import { type IndexRoute, readIndex } from './index-route';
import { type Line, openLine } from './line';
import { basic, startWithPeople } from './people';
import type { Outcome, Terms, Trial } from './trial';

const LINES = 6;
const MAX_FAILURES = 40;

const shuffled = <T>(list: readonly T[], seed: number): readonly T[] =>
  fc.sample(fc.shuffledSubarray([...list], { minLength: list.length }), { seed, numRuns: 1 })[0] ?? [];

/** Finds the index routes of single records of a content type. */
const routesOf = (index: readonly IndexRoute[], plural: string) =>
  index.filter(({ path }) => path.some((piece) => typeof piece !== 'string' && piece.plural === plural));

/** Reads every record as the administrator. Each result is the status and the body. */
const readAll = ({ address, login }: AdminClient, records: readonly Prepared[]): Promise<readonly string[]> =>
  Promise.all(
    records.map(async ({ plural, id }) => {
      const { status, body } = await ask(address, `/en/cal/events/v1/${plural}/${id}`, { login });
      return `${status} ${JSON.stringify(body)}`;
    }),
  );

/** Deletes records permanently, with their linked events. */
const removeAll = async ({ address, login }: AdminClient, records: readonly Prepared[]): Promise<void> => {
  for (const { plural, id, showcase } of records)
    for (const path of [`${plural}/${id}`, `${plural}/${id}`, ...(showcase === undefined ? [] : [`events/${showcase}`])])
      await ask(address, `/en/cal/events/v1/${path}?force=true`, { method: 'DELETE', login });
};

const run = async ({ rounds, seed, note }: Terms): Promise<Outcome> => {
  const { service, people } = await startWithPeople();
  const login = people.administrator.credentials;
  const ids = {
    administrator: people.administrator.id,
    author: people.author.id,
    contributor: people.contributor.id,
    subscriber: people.subscriber.id,
  };
  const office: AdminClient = { address: service.address, login, ids };
  const index = await readIndex(service.address);
  const term = async (plural: string) =>
    [plural, (await requestAsAdmin(office, 'POST', `/${plural}`, { name: 'Term' })).body.id as number] as const;
  const terms = [await term('categories'), await term('tags')];
  const authorizations: Readonly<Record<string, string>> = {
    ...Object.fromEntries(Object.entries(people).map(([name, { credentials }]) => [name, basic(credentials)])),
    wrong: basic('editor:wrong'),
  };
  const counts: Record<Violation, number> = { leaks: 0, 'wrong allowances': 0, 'wrong refusals': 0 };
  const failures: string[] = [];
  let questions = 0;
  const fail = (wrong: Violation, what: string): void => {
    counts[wrong] += 1;
    if (failures.length < MAX_FAILURES) failures.push(`${wrong}: ${what}`);
  };

  const check = async (line: Line, question: Question, leaks: (question: Question, reply: Reply) => readonly string[]): Promise<void> => {
    const { asker, method, path, expected } = question;
    const send = (one: Question) => sendQuestion(line, one, authorizations[asker]);
    const reply = await send(question);
    questions += 1;
    const who = `${asker}, ${method} ${path}:`;
    for (const token of leaks(question, reply)) fail('leaks', `${who} the answer (${reply.status}) holds ${token}`);
    if (expected === undefined) return;
    const verdict = verdictOn(reply, expected.as && (await send(expected.as)), expected);
    if (verdict !== undefined) fail(verdict[0], `${who} ${verdict[1]}`);
  };

  const round = async (number: number): Promise<void> => {
    const owner = OWNERS[(Math.floor(number / CONTENT_TYPE_COUNT) + seed - 1) % OWNERS.length] ?? 'author';
    const records = await prepareAll(office, owner, number);
    const before = await readAll(office, records);
    const singles = records.flatMap((record) => routesOf(index, record.plural).flatMap((route) => singleQuestions(route, record)));
    const ofTerms = terms.flatMap(([plural, id]) => routesOf(index, plural).flatMap((route) => termQuestions(route, plural, id)));
    const table = shuffled([...singles, ...ofTerms, ...listQuestions(records)], seed + number);
    const leaks = leaksOf(records);
    let next = 0;
    const work = async (): Promise<void> => {
      const line = openLine(Number(new URL(service.address).port));
      for (let question = table[next++]; question !== undefined; question = table[next++]) await check(line, question, leaks);
      line.hangUp();
    };
    await Promise.all(Array.from({ length: LINES }, work));
    const after = await readAll(office, records);
    for (const [place, was] of before.entries())
      if (after[place] !== was) fail('wrong allowances', `a refused write changed ${was} into ${after[place]}`);
    await removeAll(office, records);
    note(`${number + 1} rounds, ${records[0]?.plural} of ${owner} the last: ${questions} questions, ${JSON.stringify(counts)}`);
  };
  for (let number = 0; number < rounds; number += 1) await round(number);

  for (const plural of ['events', 'venues', 'organizers', 'tickets', 'categories', 'tags'])
    for (const asker of ASKERS) {
      const { body } = await requestAsAdmin(
        office,
        'GET',
        `/${plural}?search=${encodeURIComponent(`"Created by ${asker}"`)}&hide_empty=false`,
      );
      if (body.total > 0) fail('wrong allowances', `${asker} made ${body.total} ${plural}`);
    }
  await stop(service);
  return { figures: { questions, ...counts }, failures };
};

/**
 * Tests the table of roles, routes and states.
 * A round covers one content type and one owner. Sixteen rounds cover all. The seed decides the order.
 */
export const access: Trial = {
  about: 'everybody reads, changes and removes what a table of rights says, and learns nothing else from any answer',
  rounds: { long: 48, short: 1 },
  run,
};
