import type { Document } from 'bson';
import { compileFilter } from '../query/filter';
import { isDocument } from '../query/key';
import { pathParts, someAt } from '../query/path';
import { refuse } from '../query/refusal';
import { toSort } from '../query/sort';
import type { Reading, Scope } from './database';
import { countQuery, type FindQuery, queryDocuments, toFindQuery, toResults } from './find';
import { hashed, toGrouping } from './grouping';
import { type Pipeline, type Stage, toPipeline, toStage } from './pipeline';
import { compileProjection } from './project';
import { decode, decodeFields, encode } from './raw-bson';
import { sortBy } from './sort';
import { allOf, type FoundInTurns, type InTurns, mapEach, takeEach } from './turns';

const group = (operand: unknown, documents: readonly Document[]): Document[] => {
  const id = isDocument(operand) ? operand['_id'] : undefined;
  if (!isDocument(operand) || id === undefined) throw refuse.failedToParse('a group specification must include an _id');
  const computed = runMingo('$addFields', { __group: id }, documents);
  const groups = new Map<string, { id: unknown; members: Document[] }>();
  for (const [i, document] of documents.entries()) {
    const value = computed[i]?.['__group'] ?? null;
    const key = hashed(value);
    const known = groups.get(key);
    if (known) known.members.push(document);
    else groups.set(key, { id: value, members: [document] });
  }
  const { _id, ...accumulators } = operand;
  return Array.from(groups.values(), ({ id: value, members }) => {
    const [result] = runMingo('$group', { _id: null, ...accumulators }, members);
    return { ...result, _id: value };
  }).map(({ _id: value, ...others }) => ({ _id: value, ...others }));
};

/** Loaded with the first pipeline that computes: it takes longer than all the rest, and the service itself never needs it. */
let mingo: typeof import('mingo') | undefined;

const runMingo = (name: string, operand: unknown, documents: readonly Document[]): Document[] => {
  mingo ??= require('mingo') as typeof import('mingo');
  try {
    return new mingo.Aggregator([{ [name]: operand }], {}).run([...documents]) as Document[];
  } catch (error) {
    throw refuse.badValue(`${name}: ${(error as Error).message}`);
  }
};

const unwind = (operand: unknown, documents: readonly Document[]): Document[] => {
  const { path, preserveNullAndEmptyArrays, ...others } = isDocument(operand) ? operand : { path: operand };
  const [other] = Object.keys(others);
  if (other) throw refuse.notSupported(`$unwind with ${other}`);
  if (typeof path !== 'string' || !path.startsWith('$'))
    throw refuse.badValue("path option to $unwind stage should be prefixed with a '$'");
  const names = path.slice(1).split('.');
  const replaced = (value: unknown, at: number, item: unknown): unknown => {
    if (at === names.length) return item;
    const name = names[at] ?? '';
    return { ...(value as Document), [name]: replaced((value as Document)[name], at + 1, item) };
  };
  return documents.flatMap((document) => {
    const value = names.reduce<unknown>((held, name) => (isDocument(held) ? held[name] : undefined), document);
    if (Array.isArray(value) && value.length > 0) return value.map((item) => replaced(document, 0, item) as Document);
    if (Array.isArray(value) || value === null || value === undefined) return preserveNullAndEmptyArrays ? [document] : [];
    return [document];
  });
};

const isPlain = (operand: unknown): operand is Document =>
  isDocument(operand) && Object.values(operand).every((value) => value === 0 || value === 1 || typeof value === 'boolean');

/** What one stage does to documents. */
const toStep = ([name, operand]: Stage): ((documents: readonly Document[]) => Document[]) => {
  switch (name) {
    case '$match': {
      const { matches } = compileFilter(operand as Document);
      return (documents) => documents.filter(matches);
    }
    case '$sort':
      return (documents) => sortBy(documents, toSort(operand));
    case '$limit':
      return (documents) => documents.slice(0, Number(operand));
    case '$skip':
      return (documents) => documents.slice(Number(operand));
    case '$count':
      return (documents) => (documents.length > 0 ? [{ [String(operand)]: documents.length }] : []);
    case '$group':
      return (documents) => group(operand, documents);
    case '$unwind':
      return (documents) => unwind(operand, documents);
    case '$project':
      if (isPlain(operand)) {
        const project = compileProjection(operand);
        return (documents) => documents.map((document) => decode(project(encode(document))));
      }
      return (documents) => runMingo(name, operand, documents);
    default:
      return (documents) => runMingo(name, operand, documents);
  }
};

/** Plans a pipeline and runs it over a reading. Undefined: others may have their turn. */
export const runPipeline = (reading: Reading, { query, rest, count }: Pipeline): FoundInTurns<Buffer> =>
  count ? counted(countQuery(reading, query), count) : throughStages(queryDocuments(reading, query), rest);

function* counted(counting: InTurns<number>, count: Required<Pipeline>['count']): Generator<Buffer | undefined> {
  const n = yield* counting;
  if (n > 0) yield encode({ ...('id' in count && { _id: count.id }), [count.field]: n });
}

function* throughStages(found: FoundInTurns<Buffer>, rest: readonly Stage[]): Generator<Buffer | undefined> {
  const [first] = rest;
  if (!first) {
    yield* found;
    return;
  }
  if (rest.length === 1 && first[0] === '$project' && isPlain(first[1])) {
    const project = compileProjection(first[1]);
    yield* mapEach(found, project);
    return;
  }
  const grouping = rest.length === 1 && first[0] === '$group' ? toGrouping(first[1]) : undefined;
  if (grouping) {
    for (const document of yield* grouping(found)) yield encode(document);
    return;
  }
  const all: readonly Document[] = yield* allOf(mapEach(found, decode));
  for (const document of rest.reduce((documents, stage) => toStep(stage)(documents), all)) yield encode(document);
}

/** What can follow a `$changeStream` here. */
const WATCHING: ReadonlySet<string> = new Set(['$match', '$project', '$addFields', '$set']);
/** What a `$changeStream` can be asked for here; of documents it tells their `_id`. */
const WATCHED: Readonly<Record<string, readonly unknown[] | undefined>> = { fullDocument: ['default'], fullDocumentBeforeChange: ['off'] };

/** `aggregate` of a `$changeStream` */
const watch = (scope: Scope, options: Document, stages: readonly unknown[]): Promise<Document> => {
  if (scope.transaction) throw refuse.operationNotInTransaction('$changeStream');
  const { aggregate: name, cursor } = scope.command.body;
  const { resumeAfter, startAfter, ...others } = options;
  for (const [option, value] of Object.entries(others))
    if (!WATCHED[option]?.includes(value)) throw refuse.notSupported(`$changeStream with ${option}: ${String(value)}`);
  const rest = stages.map(toStage);
  for (const [stage] of rest) if (!WATCHING.has(stage)) throw refuse.notSupported(`${stage} after $changeStream`);
  const steps = rest.map(toStep);
  // What computes changes what it is given, and others are told of the same.
  const prepared = rest.some(([stage]) => stage !== '$match') ? (event: Document) => decode(encode(event)) : (event: Document) => event;
  const through = (events: readonly Document[]) => steps.reduce((some, step) => step(some), events.map(prepared));
  through([]);
  const namespace = name === 1 ? scope.db : scope.namespaceOf(name);
  const batchSize: unknown = isDocument(cursor) ? cursor['batchSize'] : undefined;
  return scope.watching.open(
    {
      namespace,
      position: scope.feed.position(startAfter ?? resumeAfter),
      through,
    },
    batchSize === undefined ? undefined : Number(batchSize),
  );
};

/** `aggregate` */
export const aggregate = (scope: Scope): Buffer | Promise<Buffer | Document> => {
  const { body } = scope.command;
  const [first, ...others] = Array.isArray(body['pipeline']) ? body['pipeline'] : [];
  if (isDocument(first) && isDocument(first['$changeStream'])) return watch(scope, first['$changeStream'], others);
  if (typeof body['aggregate'] !== 'string') throw refuse.notSupported('An aggregation without a collection');
  const namespace = scope.namespaceOf(body['aggregate']);
  const pipeline = toPipeline(body);
  const reading = scope.read(namespace);
  try {
    const batchSize = isDocument(body['cursor']) ? body['cursor']['batchSize'] : undefined;
    const results = toResults(scope, namespace, reading, runPipeline(reading, pipeline));
    return scope.run(scope.cursors.open(results, batchSize === undefined ? undefined : Number(batchSize)));
  } catch (error) {
    reading.release();
    throw error;
  }
};

function* distinctValues(reading: Reading, query: FindQuery, path: string): InTurns<Document> {
  const names = pathParts(path);
  const fields = new Set(names.slice(0, 1));
  const values = new Map<string, unknown>();
  const take = (value: unknown) => {
    const key = hashed(value);
    if (!values.has(key)) values.set(key, value);
  };
  try {
    yield* takeEach(queryDocuments(reading, query), (raw) => {
      someAt(decodeFields(raw, fields), names, (value) => {
        if (Array.isArray(value)) value.forEach(take);
        else if (value !== undefined) take(value);
        return false;
      });
    });
    return { values: [...values.values()], ok: 1 };
  } finally {
    reading.release();
  }
}

/** `distinct` */
export const distinct = (scope: Scope): Document | Promise<Document> => {
  const { body } = scope.command;
  const path = String(body['key']);
  const query = toFindQuery(body, 'query');
  return scope.run(distinctValues(scope.read(scope.namespaceOf(body['distinct'])), query, path));
};
