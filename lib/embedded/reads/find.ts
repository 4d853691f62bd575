import type { Document } from 'bson';
import { compileFilter, type Filter, isDocument, refuse, type Sort, toSort } from '../../query';
import type { Results } from '../protocol/cursor';
import { allOf, atOnce, type FoundInTurns, type InTurns, mapEach, takeEach } from '../protocol/turns';
import type { Collection } from '../storage/collection';
import type { Reading, Scope } from '../storage/database';
import type { KeyView } from '../storage/store';
import { choosePlan, type Plan } from './plan';
import { compileProjection } from './project';
import { countDocuments, type Examined, findDocuments } from './scan';
import { inSortOrder, type SortedItem, toSortedItem, toSortFields } from './sort';

/** The query of `find`, and of the first stages of an aggregation. */
export interface FindQuery {
  readonly filter: Filter;
  readonly sort: Sort;
  readonly skip: number;
  /** The limit; 0 means none. */
  readonly limit: number;
  readonly hint: string | Document | undefined;
}

const wholeNumber = (name: string, value: unknown): number => {
  const number = value === undefined || value === null ? 0 : Number(value);
  if (!Number.isFinite(number)) throw refuse.typeMismatch(`BSON field '${name}' is the wrong type`);
  if (number < 0 && name === 'skip') throw refuse.badValue(`BSON field '${name}' value must be >= 0, actual value '${number}'`);
  return Math.trunc(number);
};

const documentOf = (name: string, value: unknown): Document => {
  if (value === undefined) return {};
  if (!isDocument(value)) throw refuse.typeMismatch(`BSON field '${name}' is the wrong type, expected type 'object'`);
  return value;
};

/** Parses the query of a command. */
export const toFindQuery = (body: Document, filterName = 'filter'): FindQuery => ({
  filter: compileFilter(documentOf(filterName, body[filterName])),
  sort: toSort(body['sort']),
  skip: wholeNumber('skip', body['skip']),
  limit: Math.abs(wholeNumber('limit', body['limit'])),
  hint: body['hint'],
});

/** The most documents that are collected beyond twice the limit before they are sorted and cut. */
const MOST_UNSORTED = 1000;

/** Runs a query and yields its documents in order as BSON. An undefined result is a pause. */
export function* runQuery(
  view: KeyView,
  collection: Collection,
  query: FindQuery,
  plan: Plan,
  examined: Examined,
): Generator<Buffer | undefined> {
  const { filter, sort, skip, limit } = query;
  const last = limit > 0 ? skip + limit : Number.POSITIVE_INFINITY;
  let at = 0;
  if (sort.length === 0 || plan.sorted) {
    if (last === 0) return;
    for (const found of findDocuments(view, collection, plan, filter, examined)) {
      if (found === undefined) yield undefined;
      else {
        if (at++ >= skip) yield found.raw;
        if (at >= last) return;
      }
    }
    return;
  }
  const toDocument = toSortFields(sort);
  let found: SortedItem<Buffer>[] = [];
  yield* takeEach(findDocuments(view, collection, plan, filter, examined), ({ raw }) => {
    found.push(toSortedItem(raw, sort, toDocument));
    if (found.length >= 2 * last + MOST_UNSORTED) found = inSortOrder(found).slice(0, last);
  });
  for (const { item } of inSortOrder(found).slice(skip, last === Number.POSITIVE_INFINITY ? undefined : last)) yield item;
}

/** Plans and runs a query. Without a collection there are no results. An undefined result is a pause. */
export const queryDocuments = ({ view, collection }: Reading, query: FindQuery): FoundInTurns<Buffer> =>
  collection
    ? runQuery(view, collection, query, choosePlan(collection, query.filter, query.sort, query.hint), { keys: 0, documents: 0 })
    : [];

/** Results that release their reading at the end. In a transaction they are read at once, since its writes may go on. */
export const toResults = (scope: Scope, namespace: string, reading: Reading, documents: FoundInTurns<Buffer>): Results => ({
  namespace,
  documents: (scope.transaction ? atOnce(allOf(documents)) : documents)[Symbol.iterator](),
  time: reading.time,
  close: reading.release,
});

/** The command `find`. */
export const find = (scope: Scope): Buffer | Promise<Buffer> => {
  const { body } = scope.command;
  if (body['tailable'] || body['awaitData']) throw refuse.notSupported('A tailable cursor');
  const namespace = scope.namespaceOf(body['find']);
  const query = toFindQuery(body);
  const project = compileProjection(body['projection']);
  const reading = scope.read(namespace);
  try {
    const results = toResults(scope, namespace, reading, mapEach(queryDocuments(reading, query), project));
    const single = body['singleBatch'] === true || Number(body['limit'] ?? 0) < 0;
    return scope.run(scope.cursors.open(results, body['batchSize'] === undefined ? undefined : Number(body['batchSize']), { single }));
  } catch (error) {
    reading.release();
    throw error;
  }
};

/** Counts the documents of a query, with `skip` and `limit`. */
export const countQuery = ({ view, collection }: Reading, query: FindQuery): InTurns<number> =>
  counted(view, collection, query, collection && choosePlan(collection, query.filter, [], query.hint));

function* counted(
  view: KeyView,
  collection: Collection | undefined,
  { filter, skip, limit }: FindQuery,
  plan: Plan | undefined,
): InTurns<number> {
  if (!collection || !plan) return 0;
  const most = limit > 0 ? skip + limit : undefined;
  const found = yield* countDocuments(view, collection, plan, filter, { keys: 0, documents: 0 }, most);
  const count = Math.max(found - skip, 0);
  return limit > 0 ? Math.min(count, limit) : count;
}

function* answerCount(reading: Reading, query: FindQuery): InTurns<Document> {
  try {
    return { n: yield* countQuery(reading, query), ok: 1 };
  } finally {
    reading.release();
  }
}

/** The command `count`. */
export const count = (scope: Scope): Document | Promise<Document> => {
  const { body } = scope.command;
  const query = toFindQuery(body, 'query');
  return scope.run(answerCount(scope.read(scope.namespaceOf(body['count'])), query));
};
