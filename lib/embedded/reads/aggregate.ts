import type { Document } from 'bson';
import { compileFilter, isDocument, refuse, someAt } from '../../query';
import { openStream, positionAfter } from '../protocol/change-streams';
import { takeEach } from '../protocol/turns';
import { namespaceOf, type Reading, type Scope } from '../storage/database';
import { answerResults, countQuery, type FindQuery, queryDocuments, runOnReading, toFindQuery } from './find';
import { countedAs, type Grouping, hashed, toGrouping } from './grouping';
import { compileProjection } from './project';
import { decode, decodeFields, encode } from './raw-bson';

/** A stage of a pipeline, such as `['$limit', 10]`. */
type Stage = readonly [name: string, operand: unknown];

/** A compiled aggregation: a `find` query that can use indexes, and a final `$group`. */
interface Pipeline {
  readonly query: FindQuery;
  readonly group?: Grouping;
  /** The field and `_id` of a `$group` that only counts. */
  readonly count?: { readonly field: string; readonly id: unknown };
  /** The stages after the query, as received. */
  readonly rest: readonly Stage[];
}

const STAGES: ReadonlySet<string> = new Set(['$match', '$sort', '$skip', '$limit', '$group', '$project']);

const toStage = (stage: unknown): Stage => {
  const [only, other] = isDocument(stage) ? Object.entries(stage) : [];
  if (!only || other) throw refuse.failedToParse('A pipeline stage specification object must contain exactly one field.');
  if (!STAGES.has(only[0])) throw refuse.notSupported(`The aggregation stage ${only[0]}`);
  return only;
};

const isConstant = (id: unknown): boolean =>
  id === null || typeof id === 'number' || typeof id === 'boolean' || (typeof id === 'string' && !id.startsWith('$'));

const groupingOf = ([name, operand]: Stage): Pick<Pipeline, 'group' | 'count'> => {
  if (name !== '$group') throw refuse.notSupported(`${name} at this place of a pipeline`);
  if (!isDocument(operand) || operand['_id'] === undefined) throw refuse.failedToParse('a group specification must include an _id');
  const field = countedAs(operand);
  return field !== undefined && isConstant(operand['_id']) ? { count: { field, id: operand['_id'] } } : { group: toGrouping(operand) };
};

/** Splits a pipeline into a query and a final `$group`. Throws CommandNotSupported with the name of an unsupported stage. */
export const toPipeline = (body: Document): Pipeline => {
  if (!Array.isArray(body['pipeline'])) throw refuse.typeMismatch("'pipeline' option must be specified as an array");
  const stages = body['pipeline'].map(toStage);
  const query: { filter: unknown[]; sort?: unknown; skip?: number; limit?: number } = { filter: [] };
  let at = 0;
  for (; at < stages.length; at++) {
    const [name, operand] = stages[at] as Stage;
    const { sort, skip, limit } = query;
    if (name === '$match' && limit === undefined && skip === undefined) query.filter.push(operand);
    else if (name === '$sort' && sort === undefined && limit === undefined && skip === undefined) query.sort = operand;
    else if (name === '$skip' && limit === undefined) query.skip = (skip ?? 0) + Number(operand);
    else if (name === '$limit') query.limit = Math.min(limit ?? Number.POSITIVE_INFINITY, Number(operand));
    else break;
    if (name === '$limit' && !(Number(operand) > 0)) throw refuse.badValue('the limit must be positive');
  }
  const filter = query.filter.length > 0 ? { $and: query.filter } : {};
  const rest = stages.slice(at);
  const [last, other] = rest;
  if (other) throw refuse.notSupported(`${other[0]} at this place of a pipeline`);
  return { query: toFindQuery({ ...query, filter, hint: body['hint'] }), rest, ...(last && groupingOf(last)) };
};

/** Runs a pipeline and yields its results as BSON. Undefined results are pauses. */
function* runPipeline(reading: Reading, { query, group, count }: Pipeline): Generator<Buffer | undefined> {
  if (count) {
    const n = yield* countQuery(reading, query);
    if (n > 0) yield encode({ _id: count.id, [count.field]: n });
  } else if (group) for (const document of yield* group(queryDocuments(reading, query))) yield encode(document);
  else yield* queryDocuments(reading, query);
}

const WATCHED: Readonly<Record<string, unknown>> = { fullDocument: 'default', fullDocumentBeforeChange: 'off' };

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

const watch = (scope: Scope, options: Document, stages: readonly unknown[], batchSize: unknown): Promise<Document> => {
  const { streams, transaction, command, db } = scope;
  if (transaction) throw refuse.operationNotInTransaction('$changeStream');
  const { resumeAfter, startAfter, ...others } = options;
  for (const [option, value] of Object.entries(others))
    if (WATCHED[option] !== value) throw refuse.notSupported(`$changeStream with ${option}: ${String(value)}`);
  const steps = stages.map(toStage).map(toStep);
  const name: unknown = command.body['aggregate'];
  const watched = {
    namespace: name === 1 ? db : namespaceOf(scope, name),
    position: positionAfter(streams, startAfter ?? resumeAfter),
    through: (events: readonly Document[]) => steps.reduce<Document[]>((some, step) => step(some), [...events]),
  };
  return openStream(streams, watched, batchSize === undefined ? undefined : Number(batchSize));
};

export const aggregate = (scope: Scope): Buffer | Promise<Buffer | Document> => {
  const { body } = scope.command;
  const [first, ...others] = Array.isArray(body['pipeline']) ? body['pipeline'] : [];
  const batchSize: unknown = isDocument(body['cursor']) ? body['cursor']['batchSize'] : undefined;
  if (isDocument(first) && isDocument(first['$changeStream'])) return watch(scope, first['$changeStream'], others, batchSize);
  if (typeof body['aggregate'] !== 'string') throw refuse.notSupported('An aggregation without a collection');
  const pipeline = toPipeline(body);
  return answerResults(scope, namespaceOf(scope, body['aggregate']), (reading) => runPipeline(reading, pipeline), { batchSize });
};

export const distinct = (scope: Scope): Document | Promise<Document> => {
  const { body } = scope.command;
  const names = String(body['key']).split('.');
  const fields = new Set(names.slice(0, 1));
  const query = toFindQuery(body, 'query');
  return runOnReading(scope, namespaceOf(scope, body['distinct']), function* (reading) {
    const values = new Map<string, unknown>();
    const take = (value: unknown) => void values.set(hashed(value), value);
    yield* takeEach(queryDocuments(reading, query), (raw) => {
      someAt(decodeFields(raw, fields), names, (value) => {
        if (Array.isArray(value)) value.forEach(take);
        else if (value !== undefined) take(value);
        return false;
      });
    });
    return { values: [...values.values()], ok: 1 };
  });
};
