import { isDeepStrictEqual } from 'node:util';
import type { Db, Document } from 'mongodb';
import type { Question, Scenario } from './questions';

/** Members that may differ between two creations of one event, because IDs, times and counts change. */
const VOLATILE = {
  answer: ['id', 'global_id', 'global_id_lineage', 'url', 'rest_url', 'website', 'slug', 'date', 'date_utc', 'modified', 'modified_utc'],
  category: ['count'],
  stored: ['_id', 'group', 'slug', 'date', 'dateUtc', 'created', 'modified'],
} as const;

const omit = (value: Document, names: readonly string[]): Document =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));

/** Finds the first difference of two values and returns it with its path. Returns `undefined` for equal values. */
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

/** Sends a request and returns the body. Throws an error if the status is not the expected one. */
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

/**
 * Reads all paths of the scenarios from both servers and returns the bodies of the service.
 * Throws an error if the servers answer differently.
 */
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

/** Creates the same events at both servers. Throws an error if the answers or the stored records differ. */
export async function equalCreations(questions: readonly Question[], service: string, bare: string, db: Db): Promise<void> {
  for (const question of questions) {
    const answers: Document[] = [];
    const records: Document[] = [];
    for (const address of [service, bare]) {
      const answer = JSON.parse(await ask(address, question)) as Document;
      const categories = (answer['categories'] as Document[]).map((category) => omit(category, VOLATILE.category));
      answers.push({ ...omit(answer, VOLATILE.answer), categories });
      records.push(omit((await db.collection('events').findOne({ _id: answer['id'] })) ?? {}, VOLATILE.stored));
    }
    const found = difference(answers[0], answers[1]) ?? difference(records[0], records[1]);
    if (found !== undefined) throw new Error(`The bare application creates ${question.body} otherwise than the service: ${found}.`);
  }
}
