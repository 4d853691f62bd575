import type { Document } from 'bson';
import { isDocument } from '../query/key';
import { refuse } from '../query/refusal';
import { type FindQuery, toFindQuery } from './find';

/** Expressions and accumulators that mingo computes as MongoDB does. */
const EXPRESSIONS: ReadonlySet<string> = new Set(
  (
    '$sum $avg $min $max $first $last $push $addToSet $count $cond $ifNull $add $subtract $multiply $divide $mod $eq $ne $gt $gte $lt $lte ' +
    '$and $or $not $size $concat $toLower $toUpper $arrayElemAt $in $literal $concatArrays $isArray $mergeObjects $setUnion $switch'
  ).split(' '),
);
const STAGES: ReadonlySet<string> = new Set('$match $group $sort $limit $skip $project $count $unwind $addFields $set'.split(' '));

/** A stage of a pipeline, e.g. `['$limit', 10]`. */
export type Stage = readonly [name: string, operand: unknown];

/** An aggregation: what the indexes answer, and what is left to do with it. */
export interface Pipeline {
  readonly query: FindQuery;
  readonly rest: readonly Stage[];
  /** If only a number is wanted: the field it is answered in, and the group's `_id` unless it is `$count`. */
  readonly count?: { readonly field: string; readonly id?: unknown };
}

const checkExpressions = (value: unknown, where: string): void => {
  if (Array.isArray(value)) {
    for (const item of value) checkExpressions(item, where);
  } else if (isDocument(value)) {
    for (const [name, member] of Object.entries(value)) {
      if (name.startsWith('$') && !EXPRESSIONS.has(name)) throw refuse.notSupported(`${name} in ${where}`);
      if (name !== '$literal') checkExpressions(member, where);
    }
  }
};

/** Reads one stage of a pipeline. Throws CommandNotSupported by name. */
export const toStage = (stage: unknown): Stage => {
  const [only, other] = isDocument(stage) ? Object.entries(stage) : [];
  if (!only || other) throw refuse.failedToParse('A pipeline stage specification object must contain exactly one field.');
  const [name, operand] = only;
  if (!STAGES.has(name)) throw refuse.notSupported(`The aggregation stage ${name}`);
  if (name !== '$match' && name !== '$unwind') checkExpressions(operand, `the aggregation stage ${name}`);
  return only;
};

const isConstant = (id: unknown): boolean =>
  id === null || typeof id === 'number' || typeof id === 'boolean' || (typeof id === 'string' && !id.startsWith('$'));

/** The field in which a `$group` that does nothing but count answers how many there are. */
export const countedAs = (group: Document): string | undefined => {
  const [sum, other] = Object.entries(group).filter(([field]) => field !== '_id');
  return sum && !other && isDocument(sum[1]) && sum[1]['$sum'] === 1 ? sum[0] : undefined;
};

const countOf = (rest: readonly Stage[]): Pipeline['count'] => {
  const [only] = rest;
  if (rest.length !== 1 || !only) return undefined;
  const [name, operand] = only;
  if (name === '$count') return { field: String(operand) };
  if (name !== '$group' || !isDocument(operand) || !isConstant(operand['_id'])) return undefined;
  const field = countedAs(operand);
  return field === undefined ? undefined : { field, id: operand['_id'] };
};

/** Splits a pipeline into the query that its first stages are and the rest. Throws CommandNotSupported by name. */
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
  const counted = countOf(rest);
  return { query: toFindQuery({ ...query, filter, hint: body['hint'] }), rest, ...(counted && { count: counted }) };
};
