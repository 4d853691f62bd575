import type { Filter } from 'mongodb';
import type { PostLike, PostRecord, Sent, View } from '../types';
import { hidesNothing, protectedFrom } from '../visibility';

type FilterOfField = NonNullable<PostLike['fields'][number]['filter']>;

/** The param of a field's filter in a request. */
interface FieldParam {
  readonly name: string;
  readonly value: unknown;
  readonly filter: FilterOfField;
}

/** The params of a list, by the part of the declaration that they belong to. */
export interface ListParams {
  /** The params of the type's own filters. A plugin's field may replace a filter of the type, which then gets no param. */
  readonly own: Sent;
  readonly ofFields: readonly FieldParam[];
}

/** Separates the params of fields' filters from those of the type's own filters. Those of the order belong to neither. */
export function listParams({ fields }: Pick<PostLike, 'fields'>, sent: Sent): ListParams {
  const { orderby: _, order: __, sort: ___, ...filters } = sent;
  const own: Record<string, unknown> = {};
  const ofFields: FieldParam[] = [];
  for (const [name, value] of Object.entries(filters)) {
    const filter = fields.find((field) => field.name === name && field.filter)?.filter;
    if (filter) ofFields.push({ name, value, filter });
    else own[name] = value;
  }
  return { own, ofFields };
}

/** The filter of a field in a request, with its MongoDB condition. */
export interface FieldClause extends FieldParam {
  readonly condition: object;
}

/** Asks the filters of fields for their conditions. */
export async function fieldClausesOf(params: readonly FieldParam[], view: View): Promise<readonly FieldClause[]> {
  const found: FieldClause[] = [];
  for (const param of params) found.push({ ...param, condition: await param.filter.where(param.value, view) });
  return found;
}

/**
 * Returns the conditions of fields' filters: one alternative, or two that exclude each other. `unprotected` matches the records whose fields
 * the reader may read. The fields of all other records count as empty.
 */
export function fieldConditions(
  { protectable }: Pick<PostLike, 'protectable'>,
  clauses: readonly FieldClause[],
  unprotected: Filter<PostRecord>,
): readonly (readonly object[])[] {
  const conditions = clauses.map(({ condition }) => condition);
  if (conditions.length === 0 || !protectable || hidesNothing(unprotected)) return [conditions];
  const readable = [unprotected, ...conditions];
  const matchEmpty = clauses.every(({ filter, value }) => filter.blank?.(value));
  return matchEmpty ? [readable, [protectedFrom(unprotected)]] : [readable];
}

/** Returns the params of fields' filters as page links repeat them. */
export async function fieldParamsInLinks(params: readonly FieldParam[], view: View): Promise<Record<string, unknown>> {
  const repeated: Record<string, unknown> = {};
  for (const { name, value, filter } of params) repeated[name] = filter.inLinks ? await filter.inLinks(value, view) : value;
  return repeated;
}
