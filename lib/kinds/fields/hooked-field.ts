import type { Stored } from '../../records/record';
import { type Hook, hooked, watched } from '../../registry/hook';
import { hookedArg } from '../../registry/hooked-arg';
import type { FieldFilter, KindField, SchemaField } from '../field';

/** Whose field it is. */
export type FieldOwner = Required<Pick<Hook, 'plugin' | 'kind' | 'plural' | 'field'>>;

/**
 * A declared field whose functions are known for what they throw; `report` hears of those that do not answer. What shows it is watched where it is
 * used.
 */
export function hookedField<R extends Stored, C>(
  declared: SchemaField<R, C>,
  owner: FieldOwner,
  report: (hook: Hook) => void,
): SchemaField<R, C> {
  const { write, filter, ...rest } = declared;
  const writing = { hook: 'write', ...owner };
  return {
    ...hookedArg(rest, owner, report),
    ...(write && { write: hooked(writing, watched(writing, write, report)) }),
    ...(filter && { filter: filter === true ? filter : hookedFilter(filter, owner) }),
  };
}

/** The same for one end of a link, whose functions are the service's own. */
export function hookedLink(end: KindField, owner: FieldOwner): KindField {
  const { arg, write, show, filter } = end;
  return {
    ...end,
    ...(arg && { arg: hookedArg(arg, owner) }),
    ...(write && { write: hooked({ hook: 'write', ...owner }, write) }),
    ...(show && { show: hooked({ hook: 'show', ...owner }, show) }),
    ...(filter && { filter: { ...filter, ...hookedFilter(filter, owner), arg: hookedArg(filter.arg, owner) } }),
  };
}

const hookedFilter = (filter: FieldFilter, owner: FieldOwner): FieldFilter => ({
  ...filter,
  where: hooked({ hook: 'where', ...owner }, async (value, view) => {
    const condition: unknown = await filter.where(value, view);
    if (typeof condition !== 'object' || condition === null) throw new Error('"where" answers no condition: answer one in MongoDB’s words');
    return condition;
  }),
  ...(filter.blank && { blank: hooked({ hook: 'blank', ...owner }, (value) => filter.blank?.(value) ?? false) }),
});
