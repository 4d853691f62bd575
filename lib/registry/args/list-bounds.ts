import { type ApiError, errors } from '../../errors';
import type { Arg, Schema } from './arg';
import { toList } from './coerce';
import { mapParts, partsOf } from './json-schema';

/** The maximum number of items of a list without `maxItems`. */
export const MOST_ITEMS = 1000;

const isList = ({ type }: Schema): boolean => [type].flat().includes('array');

/** Adds `maxItems` to every list in a schema, with the default 1,000. */
export const bounded = <S extends Schema>(schema: S): S => {
  const { maxItems, minItems = 0 } = schema;
  return {
    ...schema,
    ...(isList(schema) && { maxItems: maxItems ?? Math.max(MOST_ITEMS, minItems) }),
    ...mapParts(schema, bounded),
  };
};

export const boundedArg = (arg: Arg): Arg => {
  const { accepts, suppliedBy } = arg;
  return {
    ...bounded(arg),
    ...(accepts && { accepts: bounded(accepts) }),
    ...(suppliedBy && { suppliedBy: { ...suppliedBy, accepts: bounded(suppliedBy.accepts) } }),
  };
};

/** Returns the largest `maxItems` at any depth of a schema, at least 1,000. */
const mostOf = (schema: Schema): number => Math.max(MOST_ITEMS, schema.maxItems ?? 0, ...partsOf(schema).map(mostOf));

const isTooLong = (value: unknown, most: number): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value) && value.length > most) return true;
  return Object.values(value).some((member) => isTooLong(member, most));
};

/** Counts the members of a list or object, or of a text that is a list. Returns 0 for other values. */
const lengthOf = (value: unknown, arg: Arg): number => {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length;
  // A text is a list if the argument has that type. For `validate`, only commas separate items.
  if (typeof value !== 'string' || !isList(arg)) return 0;
  return arg.validate === undefined ? (toList(value)?.length ?? 0) : value.split(',').length;
};

/** Compiles the first check of an argument, which returns an ApiError for a list with too many members. */
export const compileBound = (arg: Arg): ((value: unknown, name: string) => ApiError | undefined) => {
  const { maxItems = MOST_ITEMS, accepts = {} } = arg;
  const acceptsLists = [arg, accepts, ...(accepts.anyOf ?? []), ...(accepts.oneOf ?? [])].some(isList);
  const most = Math.max(mostOf(arg), mostOf(accepts));
  const own = isList(arg) ? maxItems : most;
  return (value, name) => {
    if (acceptsLists && lengthOf(value, arg) > own) return errors.tooManyItems(name, own);
    return isTooLong(value, most) ? errors.tooManyItems(name, most) : undefined;
  };
};
