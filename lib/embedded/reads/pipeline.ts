import type { Document } from 'bson';
import { isDocument, refuse } from '../../query';
import { type FindQuery, toFindQuery } from './find';
import { countedAs, type Grouping, toGrouping } from './grouping';

/** A stage of a pipeline, such as `['$limit', 10]`. */
export type Stage = readonly [name: string, operand: unknown];

/** A compiled aggregation: a query that uses indexes, and a final `$group`. */
export interface Pipeline {
  readonly query: FindQuery;
  readonly group?: Grouping;
  /** If only a number is needed: its field, and the `_id` of the group. */
  readonly count?: { readonly field: string; readonly id: unknown };
  /** The stages after the query, as they were sent. */
  readonly rest: readonly Stage[];
}

const STAGES: ReadonlySet<string> = new Set(['$match', '$sort', '$skip', '$limit', '$group', '$project']);

/** Parses a stage. Throws CommandNotSupported with its name. */
export const toStage = (stage: unknown): Stage => {
  const [only, other] = isDocument(stage) ? Object.entries(stage) : [];
  if (!only || other) throw refuse.failedToParse('A pipeline stage specification object must contain exactly one field.');
  if (!STAGES.has(only[0])) throw refuse.notSupported(`The aggregation stage ${only[0]}`);
  return only;
};

const isConstant = (id: unknown): boolean =>
  id === null || typeof id === 'number' || typeof id === 'boolean' || (typeof id === 'string' && !id.startsWith('$'));

const groupingOf = ([name, operand]: Stage): Omit<Pipeline, 'query' | 'rest'> => {
  if (name !== '$group') throw refuse.notSupported(`${name} at this place of a pipeline`);
  if (!isDocument(operand) || operand['_id'] === undefined) throw refuse.failedToParse('a group specification must include an _id');
  const field = countedAs(operand);
  return field !== undefined && isConstant(operand['_id']) ? { count: { field, id: operand['_id'] } } : { group: toGrouping(operand) };
};

/** Splits a pipeline into a query and a final `$group`. Throws CommandNotSupported with the name of a stage. */
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
  const [first] = query.filter;
  const filter = query.filter.length > 1 ? { $and: query.filter } : (first ?? {});
  const rest = stages.slice(at);
  const [last, other] = rest;
  if (other) throw refuse.notSupported(`${other[0]} at this place of a pipeline`);
  return { query: toFindQuery({ ...query, filter, hint: body['hint'] }), rest, ...(last && groupingOf(last)) };
};
