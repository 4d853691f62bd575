import type { Document } from 'bson';
import { compileFilter, type Filter, isDocument, refuse, type Sort, sortKey, toSort } from '../../query';
import { type FirstBatch, openCursor } from '../protocol/cursor';
import { atOnce, type PausingResults, type PausingTask, takeEach } from '../protocol/tasks';
import { namespaceOf, openReading, type Reading, runRead, type Scope } from '../storage/database';
import { compileProjection, decodeFields, selectedAt } from './raw-bson';
import { countDocuments, findDocuments, planScan, type Scan } from './scan';

/** A query of `find`, or of the first stages of an aggregation. */
export interface FindQuery {
  readonly filter: Filter;
  readonly sort: Sort;
  readonly skip: number;
  /** The maximum number of results; 0 for no limit. */
  readonly limit: number;
  readonly hint: string | Document | undefined;
}

const wholeNumber = (name: string, value: unknown): number => {
  const number = Number(value ?? 0);
  if (!Number.isInteger(number) || (number < 0 && name === 'skip')) throw refuse.badValue(`BSON field '${name}' cannot be ${value}`);
  return Math.abs(number);
};

export const toFindQuery = (body: Document, filterName = 'filter'): FindQuery => {
  const filter: unknown = body[filterName] ?? {};
  if (!isDocument(filter)) throw refuse.typeMismatch(`BSON field '${filterName}' is the wrong type, expected type 'object'`);
  return {
    filter: compileFilter(filter),
    sort: toSort(body['sort']),
    skip: wholeNumber('skip', body['skip']),
    limit: wholeNumber('limit', body['limit']),
    hint: body['hint'],
  };
};

/** The number of documents above twice the limit that a sort collects before it drops the surplus. */
const MOST_UNSORTED = 1000;

/** Runs a query and yields its documents in order as BSON, each valid only until the next. Undefined results are pauses. */
export function* runQuery(scan: Scan, { sort, skip, limit }: FindQuery): Generator<Buffer | undefined> {
  const last = limit > 0 ? skip + limit : Number.POSITIVE_INFINITY;
  const documents = findDocuments(scan);
  if (sort.length === 0 || scan.plan.sorted) {
    let at = 0;
    for (const found of documents) {
      if (found === undefined) yield undefined;
      else {
        if (at++ >= skip) yield found.raw;
        if (at >= last) return;
      }
    }
    return;
  }
  const fields = selectedAt(sort.map(([path]) => path.split('.')));
  let found: { readonly raw: Buffer; readonly key: Buffer }[] = [];
  const inOrder = () => found.sort((a, b) => Buffer.compare(a.key, b.key));
  yield* takeEach(documents, ({ raw }) => {
    found.push({ raw: Buffer.from(raw), key: sortKey(decodeFields(raw, fields), sort) });
    if (found.length >= 2 * last + MOST_UNSORTED) found = inOrder().slice(0, last);
  });
  for (const { raw } of inOrder().slice(skip, last)) yield raw;
}

/** Plans a query and runs it as `runQuery`. No results if the collection is missing. */
export const queryDocuments = ({ view, collection }: Reading, query: FindQuery): PausingResults<Buffer> =>
  collection ? runQuery(planScan(view, collection, query), query) : [];

/** Makes the reply to `find` or `aggregate`: the first results of `run`, and a cursor for the rest unless `single`. */
export const answerResults = (
  scope: Scope,
  namespace: string,
  run: (reading: Reading) => PausingResults<Buffer>,
  options: FirstBatch,
): Buffer | Promise<Buffer> => {
  const reading = openReading(scope, namespace);
  try {
    let found = run(reading);
    if (scope.transaction) {
      // The transaction may write during pauses, so read everything now.
      const all: Buffer[] = [];
      atOnce(takeEach(found, (one) => void all.push(one)));
      found = all;
    }
    const results = { namespace, documents: found[Symbol.iterator](), time: reading.time, close: reading.release };
    return runRead(scope, openCursor(scope.cursors, results, options));
  } catch (error) {
    reading.release();
    throw error;
  }
};

function* projected(found: PausingResults<Buffer>, project: (raw: Buffer) => Buffer): Generator<Buffer | undefined> {
  for (const raw of found) yield raw && project(raw);
}

export const find = (scope: Scope): Buffer | Promise<Buffer> => {
  const { body } = scope.command;
  if (body['tailable'] || body['awaitData']) throw refuse.notSupported('A tailable cursor');
  const query = toFindQuery(body);
  const project = compileProjection(body['projection']);
  const single = body['singleBatch'] === true || Number(body['limit'] ?? 0) < 0;
  const run = (reading: Reading) => projected(queryDocuments(reading, query), project);
  return answerResults(scope, namespaceOf(scope, body['find']), run, { batchSize: body['batchSize'], single });
};

export function* countQuery({ view, collection }: Reading, { filter, skip, limit, hint }: FindQuery): PausingTask<number> {
  if (!collection) return 0;
  const most = limit > 0 ? skip + limit : Number.POSITIVE_INFINITY;
  const found = yield* countDocuments(planScan(view, collection, { filter, hint }), most);
  return Math.max(Math.min(found, most) - skip, 0);
}

/** Opens the view of a collection that a command reads, runs `work`, and frees the view. */
export const runOnReading = <T>(scope: Scope, namespace: string, work: (reading: Reading) => PausingTask<T>): T | Promise<T> => {
  const reading = openReading(scope, namespace);
  const releasing = function* (): PausingTask<T> {
    try {
      return yield* work(reading);
    } finally {
      reading.release();
    }
  };
  return runRead(scope, releasing());
};

export const count = (scope: Scope): Document | Promise<Document> => {
  const { body } = scope.command;
  const query = toFindQuery(body, 'query');
  return runOnReading(scope, namespaceOf(scope, body['count']), function* (reading) {
    return { n: yield* countQuery(reading, query), ok: 1 };
  });
};
