import type { Stored } from '../../../database';
import { type Hook, hooked, hookedArg, watched } from '../../../registry';
import type { FieldFilter, SchemaField, TypeField, View } from '../../types';
import { unstorableIn } from '../../write';

/** The plugin, type and name of a field. */
export type FieldOwner = Required<Pick<Hook, 'plugin' | 'kind' | 'plural' | 'field'>>;

/** Wraps the functions of a field so that errors name the plugin. `late` throws the refusal if one does not answer in time. */
export function hookedField<R extends Stored, C>(
  declared: SchemaField<R, C>,
  owner: FieldOwner,
  late: (hook: Hook) => never,
): SchemaField<R, C> {
  const { write, filter, ...rest } = declared;
  const writing = { hook: 'write', ...owner };
  return {
    ...hookedArg(rest, owner, late),
    ...(write && { write: hooked(writing, watched(writing, storing(write), late)) }),
    ...(filter && { filter: filter === true ? filter : hookedFilter(filter, owner, late) }),
  };
}

/** Wraps one end of a link in the same way. Its functions are the service's own. */
export function hookedLink(end: TypeField, owner: FieldOwner): TypeField {
  const { arg, write, show, filter } = end;
  return {
    ...end,
    ...(arg && { arg: hookedArg(arg, owner) }),
    ...(write && { write: hooked({ hook: 'write', ...owner }, write) }),
    ...(show && { show: hooked({ hook: 'show', ...owner }, show) }),
    ...(filter && { filter: { ...filter, ...hookedFilter(filter, owner), arg: hookedArg(filter.arg, owner) } }),
  };
}

/** Wraps `write` so that it throws if its result cannot be stored. Values that were unstorable when sent are refused elsewhere. */
function storing<Given extends readonly [value: unknown, ...rest: never]>(
  write: (...given: Given) => unknown,
): (...given: Given) => unknown {
  return (...given) => {
    const judge = (stored: unknown): unknown => {
      const unstorable = unstorableIn(stored);
      if (unstorable !== undefined && unstorableIn(given[0]) === undefined)
        throw new Error(`it answers ${unstorable}, which cannot be stored and shown: answer plain values`);
      return stored;
    };
    const stored = write(...given);
    return stored instanceof Promise ? stored.then(judge) : judge(stored);
  };
}

const hookedFilter = (filter: FieldFilter, owner: FieldOwner, late?: (hook: Hook) => never): FieldFilter => {
  const finding = { hook: 'where', ...owner };
  const where = async (value: unknown, view: View): Promise<object> => {
    const condition: unknown = await filter.where(value, view);
    if (typeof condition !== 'object' || condition === null) throw new Error('"where" answers no condition: answer one in MongoDB’s words');
    return condition;
  };
  return {
    ...filter,
    where: hooked(finding, late === undefined ? where : watched(finding, where, late)),
    ...(filter.blank && { blank: hooked({ hook: 'blank', ...owner }, (value) => filter.blank?.(value) ?? false) }),
  };
};
