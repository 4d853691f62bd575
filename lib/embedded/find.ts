import type { Document } from 'bson';
import { compileFilter, type Filter } from '../query/filter';
import { isDocument } from '../query/key';
import { refuse } from '../query/refusal';
import { type Sort, toSort } from '../query/sort';
import type { Collection } from './catalog';
import type { Results } from './cursor';
import type { Reading, Scope } from './database';
import { choosePlan, type Plan } from './plan';
import { compileProjection } from './project';
import { countDocuments, type Examined, findDocuments } from './scan';
import { sortBy, toSortFields } from './sort';
import type { KeyView } from './store';

/** What `find`, and the beginning of an aggregation, ask for. */
export interface FindQuery {
  readonly filter: Filter;
  readonly sort: Sort;
  readonly skip: number;
  /** 0: no limit */
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

/** Reads the parts of a query out of a command. */
export const toFindQuery = (body: Document, filterName = 'filter'): FindQuery => ({
  filter: compileFilter(documentOf(filterName, body[filterName])),
  sort: toSort(body['sort']),
  skip: wholeNumber('skip', body['skip']),
  limit: Math.abs(wholeNumber('limit', body['limit'])),
  hint: body['hint'],
});

/** Finds the documents of a query, in its order, as their bytes. */
export function* runQuery(view: KeyView, collection: Collection, query: FindQuery, plan: Plan, examined: Examined): Generator<Buffer> {
  const { filter, sort, skip, limit } = query;
  const last = limit > 0 ? skip + limit : Number.POSITIVE_INFINITY;
  let at = 0;
  if (sort.length === 0 || plan.sorted) {
    if (last === 0) return;
    for (const { raw } of findDocuments(view, collection, plan, filter, examined)) {
      if (at++ >= skip) yield raw;
      if (at >= last) return;
    }
    return;
  }
  const found = Array.from(findDocuments(view, collection, plan, filter, examined), ({ raw }) => raw);
  yield* sortBy(found, sort, toSortFields(sort)).slice(skip, last === Number.POSITIVE_INFINITY ? undefined : last);
}

/** Plans and runs a query; nothing where the collection does not exist. */
export const queryDocuments = ({ view, collection }: Reading, query: FindQuery): Iterable<Buffer> =>
  collection
    ? runQuery(view, collection, query, choosePlan(collection, query.filter, query.sort, query.hint), { keys: 0, documents: 0 })
    : [];

function* map(found: Iterable<Buffer>, change: (raw: Buffer) => Buffer): Generator<Buffer> {
  for (const raw of found) yield change(raw);
}

/** Results read from a reading, which is released with them. Within a transaction they are read at once, since its writes may go on. */
export const toResults = (scope: Scope, namespace: string, reading: Reading, documents: Iterable<Buffer>): Results => ({
  namespace,
  documents: (scope.transaction ? [...documents] : documents)[Symbol.iterator](),
  time: reading.time,
  close: reading.release,
});

/** `find` */
export const find = (scope: Scope): Buffer => {
  const { body } = scope.command;
  if (body['tailable'] || body['awaitData']) throw refuse.notSupported('A tailable cursor');
  const namespace = scope.namespaceOf(body['find']);
  const query = toFindQuery(body);
  const project = compileProjection(body['projection']);
  const reading = scope.read(namespace);
  try {
    const results = toResults(scope, namespace, reading, map(queryDocuments(reading, query), project));
    const single = body['singleBatch'] === true || Number(body['limit'] ?? 0) < 0;
    return scope.cursors.open(results, body['batchSize'] === undefined ? undefined : Number(body['batchSize']), single);
  } catch (error) {
    reading.release();
    throw error;
  }
};

/** Counts what a query passes, `skip` and `limit` applied. */
export const countQuery = ({ view, collection }: Reading, { filter, hint, skip, limit }: FindQuery): number => {
  if (!collection) return 0;
  const most = limit > 0 ? skip + limit : undefined;
  const plan = choosePlan(collection, filter, [], hint);
  const count = Math.max(countDocuments(view, collection, plan, filter, { keys: 0, documents: 0 }, most) - skip, 0);
  return limit > 0 ? Math.min(count, limit) : count;
};

/** `count` */
export const count = (scope: Scope): Document => {
  const { body } = scope.command;
  const query = toFindQuery(body, 'query');
  const reading = scope.read(scope.namespaceOf(body['count']));
  try {
    return { n: countQuery(reading, query), ok: 1 };
  } finally {
    reading.release();
  }
};
