import type { Document } from 'bson';
import { compileFilter, encodeValue, equalValues, isDocument, refuse, someAt } from '../../query';
import { openStream, positionAfter } from '../protocol/change-streams';
import { type PausingResults, type PausingTask, takeEach } from '../protocol/tasks';
import { namespaceOf, type Reading, type Scope } from '../storage/database';
import { answerResults, countQuery, type FindQuery, queryDocuments, runOnReading, toFindQuery } from './find';
import { compileProjection, decode, decodeFields, encode, selectedAt, wholeFields } from './raw-bson';

// `$group` by fields. Only the needed fields of documents are decoded.

type Grouping = (found: PausingResults<Buffer>) => PausingTask<Document[]>;

type Path = readonly string[];

/** A member of the `_id` of a `$group`. Without a name it is the whole `_id`. */
interface KeyPart {
  readonly name?: string;
  readonly path: Path;
}

/** A field of a `$group` that collects the documents' values at a path. */
interface Accumulator {
  readonly field: string;
  readonly operator: string;
  readonly path: Path;
}

const hashed = (value: unknown): string => encodeValue(value, Number.POSITIVE_INFINITY).toString('latin1');

/** Returns the field of a `$group` that only counts; otherwise undefined. */
const countedAs = (group: Document): string | undefined => {
  const [sum, other] = Object.entries(group).filter(([field]) => field !== '_id');
  return sum && !other && isDocument(sum[1]) && sum[1]['$sum'] === 1 ? sum[0] : undefined;
};

const isPath = (value: unknown): value is string => typeof value === 'string' && /^\$[^$]/.test(value);

const pathOf = (expression: string): Path => expression.slice(1).split('.');

/** Evaluates an expression such as `$a.b`. An array gives the list of its members' values. */
const valueAt = (value: unknown, path: Path): unknown => {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (Array.isArray(value)) return value.map((member) => valueAt(member, path)).filter((member) => member !== undefined);
  return isDocument(value) ? valueAt(value[name], rest) : undefined;
};

const toAccumulator = (field: string, sent: unknown): Accumulator => {
  const [[operator, operand] = ['', undefined], other] = isDocument(sent) ? Object.entries(sent) : [];
  if (!other && operator === '$sum' && operand === 1) return { field, operator, path: ['_id'] };
  if (!other && (operator === '$push' || operator === '$addToSet') && isPath(operand)) return { field, operator, path: pathOf(operand) };
  throw refuse.notSupported(`${JSON.stringify(sent)} in $group`);
};

/** Adds a value to the list of an accumulator. The list of `$sum` contains only the total. */
const gather = (operator: string, list: unknown[], value: unknown): void => {
  if (operator === '$sum') list[0] = Number(list[0] ?? 0) + 1;
  else if (value !== undefined && !(operator === '$addToSet' && list.some((one) => equalValues(one, value)))) list.push(value);
};

const toKeyParts = (id: unknown): readonly KeyPart[] => {
  if (isPath(id)) return [{ path: pathOf(id) }];
  if (isDocument(id) && Object.values(id).every(isPath))
    return Object.entries(id).map(([name, path]) => ({ name, path: pathOf(path as string) }));
  throw refuse.notSupported(`${JSON.stringify(id)} as the _id of $group`);
};

const idOf = (key: readonly KeyPart[], values: readonly unknown[]): unknown =>
  key[0]?.name === undefined
    ? values[0]
    : Object.fromEntries(key.flatMap(({ name = '' }, at) => (values[at] === undefined ? [] : [[name, values[at]] as const])));

/** Compiles a `$group`. Throws CommandNotSupported for computed expressions. */
const toGrouping = ({ _id, ...fields }: Document): Grouping => {
  const key = toKeyParts(_id);
  const accumulators = Object.entries(fields).map(([field, sent]) => toAccumulator(field, sent));
  const selection = selectedAt([...key, ...accumulators].map(({ path }) => path));
  return function* (found) {
    const groups = new Map<string, { readonly values: readonly unknown[]; readonly lists: readonly unknown[][] }>();
    yield* takeEach(found, (raw) => {
      const document = decodeFields(raw, selection);
      const all = key.map(({ path }) => valueAt(document, path));
      // As the whole `_id` a missing value is null; as one of several it is left out.
      const values = all.length === 1 ? [all[0] ?? null] : all;
      const text = values.map((value) => (value === undefined ? '' : hashed(value))).join('\u0000');
      const group = groups.get(text) ?? { values, lists: accumulators.map(() => []) };
      groups.set(text, group);
      for (const [i, { operator, path }] of accumulators.entries()) gather(operator, group.lists[i] ?? [], valueAt(document, path));
    });
    return Array.from(groups.values(), ({ values, lists }) => ({
      _id: idOf(key, values),
      ...Object.fromEntries(accumulators.map(({ field, operator }, i) => [field, operator === '$sum' ? lists[i]?.[0] : lists[i]])),
    }));
  };
};

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

function* runPipeline(reading: Reading, { query, group, count }: Pipeline): Generator<Buffer | undefined> {
  if (count) {
    const n = yield* countQuery(reading, query);
    if (n > 0) yield encode({ _id: count.id, [count.field]: n });
  } else if (group) for (const document of yield* group(queryDocuments(reading, query))) yield encode(document);
  else for (const raw of queryDocuments(reading, query)) yield raw && Buffer.from(raw);
}

const WATCHED: Readonly<Record<string, unknown>> = { fullDocument: 'default', fullDocumentBeforeChange: 'off' };

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
  const fields = wholeFields(names.slice(0, 1));
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
