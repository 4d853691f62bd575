import { expect } from 'chai';
import type { Post, Stored } from '../../lib/database/records/record';
import type { Store } from '../../lib/database/records/store';
import type { Draft } from '../../lib/database/records/store-types';
import { siblingOf } from '../../lib/database/records/translations';
import type { Language } from '../../lib/language';
import type { Stage, Step } from './scenario';
import type { Answer, Running } from './service';

type Said = Readonly<Record<string, unknown>>;

/** What of a record its translation does not have. */
const OWN = ['_id', 'group', 'translations', 'revision', 'edition', 'keys', 'source', 'counts', 'abroad', 'abroadUntil', 'trashed'];

/** Stores the first translation of a record, as it is but for what is said otherwise, and answers its ID; nothing links to it yet. */
export async function translate({ service }: Running, plural: string, id: number, language: Language, said: Said): Promise<number> {
  const { kinds, connection, termLikes } = service.services;
  // What both sorts of kinds are asked for here is the same.
  const store = (termLikes.has(plural) ? kinds.terms(plural) : kinds.posts(plural)) as Store<Post>;
  const model = await store.byId(id);
  if (model === undefined) throw new Error(`There is none of the ${plural} to translate.`);
  const draft = {
    ...Object.fromEntries(Object.entries(model).filter(([name]) => !OWN.includes(name))),
    ...('count' in model && { count: 0, used: false }),
    ...('until' in model && { until: null }),
    ...said,
    language,
    group: model.group,
    translations: { [model.language]: siblingOf(model) },
  };
  const [made] = await connection.transact((session) => store.createGroups([[draft as unknown as Draft<Post>]], session));
  if (made === undefined) throw new Error('The translation was not stored.');
  return made._id;
}

/** Makes stored records of a kind, each of another language, translations of one another. */
export async function joinTranslations({ service }: Pick<Running, 'service'>, plural: string, ids: readonly number[]): Promise<void> {
  const collection = service.services.connection.collection<Stored>(plural);
  const members = (await collection.find({ _id: { $in: [...ids] } }).toArray()) as Stored[];
  for (const { _id } of members) {
    const others = members.filter((other) => other._id !== _id).map((other) => [other.language, siblingOf(other)] as const);
    await collection.updateOne({ _id }, { $set: { group: Math.min(...ids), translations: Object.fromEntries(others) } });
  }
}

/** The records that a list answers. */
export const listedRecords = ({ body }: Answer, plural: string): { readonly id: number; readonly language: string }[] => body[plural];

/**
 * Follows the links of a list from its first page to its last and back, and answers the IDs of all that is listed: no record stands twice, and totals
 * and pages agree everywhere.
 */
export async function walkList(stage: Stage, plural: string, first: Step): Promise<number[]> {
  const idsIn = (answer: Answer) => listedRecords(answer, plural).map(({ id }) => id);
  const follow = (address: string, total: number) =>
    stage.step({ ...first, path: `/${address.slice(stage.address.length)}`, has: { total } });
  let answer = await stage.step(first);
  const { total } = answer.body;
  const seen = idsIn(answer);
  const beginning = [...seen];
  while (answer.body.next_rest_url !== undefined) {
    answer = await follow(answer.body.next_rest_url, total);
    expect(idsIn(await follow(answer.body.rest_url, total)), 'rest_url').to.deep.equal(idsIn(answer));
    seen.push(...idsIn(answer));
  }
  while (answer.body.previous_rest_url !== undefined) answer = await follow(answer.body.previous_rest_url, total);
  expect(idsIn(answer), 'the first page').to.deep.equal(beginning);
  expect(seen, 'the total').to.have.length(total);
  expect(new Set(seen).size, 'nothing stands twice').to.equal(seen.length);
  return seen;
}
