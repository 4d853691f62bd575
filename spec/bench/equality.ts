import { isDeepStrictEqual } from 'node:util';
import type { Db, Document } from 'mongodb';
import type { Question, Scenario } from './questions';

/** What of the answers to the same creation, made twice, differs: the second is another record, made later, at what is counted once more. */
const VOLATILE = {
  answer: ['id', 'global_id', 'global_id_lineage', 'url', 'rest_url', 'website', 'slug', 'date', 'date_utc', 'modified', 'modified_utc'],
  category: ['count'],
  stored: ['_id', 'group', 'slug', 'date', 'dateUtc', 'created', 'modified'],
} as const;

const without = (value: Document, names: readonly string[]): Document =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));

/** Where two values differ first, as a path of members; undefined for equal ones. */
function difference(one: unknown, other: unknown, at = ''): string | undefined {
  if (isDeepStrictEqual(one, other)) return undefined;
  const areObjects = [one, other].every((value) => typeof value === 'object' && value !== null);
  if (!areObjects) return `${at || 'the whole'}: ${JSON.stringify(one)} is ${JSON.stringify(other)}`;
  const [left, right] = [one as Record<string, unknown>, other as Record<string, unknown>];
  for (const name of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const found = difference(left[name], right[name], `${at}/${name}`);
    if (found !== undefined) return found;
  }
  return `${at || 'the whole'} is of another type`;
}

/** Asks a question; answers the text. Throws an error where the status is not the one expected. */
export async function ask(
  address: string,
  { path, ...request }: Question,
  status = request.method === 'POST' ? 201 : 200,
): Promise<string> {
  const response = await fetch(`${address}${path}`, request);
  const text = await response.text();
  if (response.status !== status)
    throw new Error(`${request.method} ${address}${path} is ${response.status}, not ${status}: ${text.slice(0, 300)}`);
  return text;
}

/** Reads each question of the scenarios from both servers; answers the texts of the first. Throws an error where they say different things. */
export async function equalReads(scenarios: readonly Scenario[], service: string, bare: string): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const path of new Set(scenarios.flatMap(({ reads }) => reads))) {
    const [one, other] = await Promise.all([service, bare].map((address) => ask(address, { method: 'GET', path })));
    const found = difference(JSON.parse(one ?? ''), JSON.parse(other ?? ''));
    if (found !== undefined) throw new Error(`The bare application answers ${path} otherwise than the service: ${found}.`);
    answers.set(path, one ?? '');
  }
  return answers;
}

/** Creates the same events at both servers. Throws an error where answers or what is stored differ in more than they must. */
export async function equalCreations(questions: readonly Question[], service: string, bare: string, db: Db): Promise<void> {
  for (const question of questions) {
    const answers: Document[] = [];
    const records: Document[] = [];
    for (const address of [service, bare]) {
      const made = JSON.parse(await ask(address, question)) as Document;
      const categories = (made['categories'] as Document[]).map((category) => without(category, VOLATILE.category));
      answers.push({ ...without(made, VOLATILE.answer), categories });
      records.push(without((await db.collection('events').findOne({ _id: made['id'] })) ?? {}, VOLATILE.stored));
    }
    const found = difference(answers[0], answers[1]) ?? difference(records[0], records[1]);
    if (found !== undefined) throw new Error(`The bare application creates ${question.body} otherwise than the service: ${found}.`);
  }
}
