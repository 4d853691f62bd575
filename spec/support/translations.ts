import { expect } from 'chai';
import type { Post, Stored } from '../../lib/database/records/record';
import type { Store } from '../../lib/database/records/store';
import type { NewRecord } from '../../lib/database/records/store-reads';
import { siblingOf } from '../../lib/database/records/translations';
import type { Language } from '../../lib/language';
import type { Stage, Step } from './scenario';
import type { Answer, Running } from './service';

type Fields = Readonly<Record<string, unknown>>;

/** Creates a French translation with a name and, if sent, more fields. */
export const translation = (plural: string, name: string, value: string, of: string, more: object = {}): Step => ({
  path: `/${plural}`,
  json: { [name]: value, translation_of: of, ...more },
  language: 'fr',
});

/** Members that a translation does not copy from its original. */
const OWN = ['_id', 'group', 'translations', 'revision', 'edition', 'keys', 'source', 'counts', 'abroad', 'abroadUntil', 'trashed'];

/** Stores a translation of a record with some changed fields, and returns its ID. No other record links to it. */
export async function translate({ service }: Running, plural: string, id: number, language: Language, changes: Fields): Promise<number> {
  const { stores, connection, termLikes } = service.services;
  // Both stores have the methods that are used here.
  const store = (termLikes.has(plural) ? stores.terms(plural) : stores.posts(plural)) as Store<Post>;
  const model = await store.byId(id);
  if (model === undefined) throw new Error(`There is none of the ${plural} to translate.`);
  const draft = {
    ...Object.fromEntries(Object.entries(model).filter(([name]) => !OWN.includes(name))),
    ...('count' in model && { count: 0, used: false }),
    ...('until' in model && { until: null }),
    ...changes,
    language,
    group: model.group,
    translations: { [model.language]: siblingOf(model) },
  };
  const [translation] = await connection.transact((session) => store.createGroups([[draft as unknown as NewRecord<Post>]], session));
  if (translation === undefined) throw new Error('The translation was not stored.');
  return translation._id;
}

/** Links stored records of different languages as translations of one another. */
export async function joinTranslations({ service }: Pick<Running, 'service'>, plural: string, ids: readonly number[]): Promise<void> {
  const collection = service.services.connection.collection<Stored>(plural);
  const members = (await collection.find({ _id: { $in: [...ids] } }).toArray()) as Stored[];
  for (const { _id } of members) {
    const others = members.filter((other) => other._id !== _id).map((other) => [other.language, siblingOf(other)] as const);
    await collection.updateOne({ _id }, { $set: { group: Math.min(...ids), translations: Object.fromEntries(others) } });
  }
}

export const listedRecords = ({ body }: Answer, plural: string): { readonly id: number; readonly language: string }[] => body[plural];

/**
 * Follows the links of a list to its last page and back. Returns all IDs.
 * It checks that no record repeats and that totals and pages agree.
 */
export async function walkList(stage: Stage, plural: string, first: Step): Promise<number[]> {
  const idsIn = (answer: Answer) => listedRecords(answer, plural).map(({ id }) => id);
  const follow = (address: string, total: number) =>
    stage.step({ ...first, path: `/${address.slice(stage.address.length)}`, has: { total } });
  let answer = await stage.step(first);
  const { total } = answer.body;
  const ids = idsIn(answer);
  const beginning = [...ids];
  while (answer.body.next_rest_url !== undefined) {
    answer = await follow(answer.body.next_rest_url, total);
    expect(idsIn(await follow(answer.body.rest_url, total)), 'rest_url').to.deep.equal(idsIn(answer));
    ids.push(...idsIn(answer));
  }
  while (answer.body.previous_rest_url !== undefined) answer = await follow(answer.body.previous_rest_url, total);
  expect(idsIn(answer), 'the first page').to.deep.equal(beginning);
  expect(ids, 'the total').to.have.length(total);
  expect(new Set(ids).size, 'nothing stands twice').to.equal(ids.length);
  return ids;
}
