import type { Document } from 'bson';
import { compileFilter, isDocument, pathParts, refuse, someAt } from '../../query';
import { type InTurns, takeEach } from '../protocol/turns';
import type { Reading, Scope } from '../storage/database';
import { countQuery, type FindQuery, queryDocuments, toFindQuery, toResults } from './find';
import { hashed } from './grouping';
import { type Pipeline, type Stage, toPipeline, toStage } from './pipeline';
import { compileProjection } from './project';
import { decode, decodeFields, encode } from './raw-bson';

/** Runs a pipeline. An undefined result is a pause. */
export function* runPipeline(reading: Reading, { query, group, count }: Pipeline): Generator<Buffer | undefined> {
  if (count) {
    const n = yield* countQuery(reading, query);
    if (n > 0) yield encode({ _id: count.id, [count.field]: n });
  } else if (group) for (const document of yield* group(queryDocuments(reading, query))) yield encode(document);
  else yield* queryDocuments(reading, query);
}

/** The supported options of `$changeStream`. Events contain only the `_id` of a document. */
const WATCHED: Readonly<Record<string, readonly unknown[] | undefined>> = { fullDocument: ['default'], fullDocumentBeforeChange: ['off'] };

/** Compiles a stage after `$changeStream`. */
const toStep = ([name, operand]: Stage): ((events: readonly Document[]) => Document[]) => {
  if (name === '$match') {
    const { matches } = compileFilter(operand as Document);
    return (events) => events.filter(matches);
  }
  if (name !== '$project') throw refuse.notSupported(`${name} after $changeStream`);
  const project = compileProjection(operand as Document);
  return (events) => events.map((event) => decode(project(encode(event))));
};

/** The command `aggregate` with a `$changeStream`. */
const watch = (scope: Scope, options: Document, stages: readonly unknown[]): Promise<Document> => {
  if (scope.transaction) throw refuse.operationNotInTransaction('$changeStream');
  const { aggregate: name, cursor } = scope.command.body;
  const { resumeAfter, startAfter, ...others } = options;
  for (const [option, value] of Object.entries(others))
    if (!WATCHED[option]?.includes(value)) throw refuse.notSupported(`$changeStream with ${option}: ${String(value)}`);
  const steps = stages.map(toStage).map(toStep);
  const through = (events: readonly Document[]) => steps.reduce<Document[]>((some, step) => step(some), [...events]);
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

/** The command `aggregate`. */
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

/** The command `distinct`. */
export const distinct = (scope: Scope): Document | Promise<Document> => {
  const { body } = scope.command;
  const path = String(body['key']);
  const query = toFindQuery(body, 'query');
  return scope.run(distinctValues(scope.read(scope.namespaceOf(body['distinct'])), query, path));
};
