import { type ApiError, errors } from '../../errors';
import type { Arg, Schema } from './arg';
import { toList } from './coerce';
import { mapParts, partsOf } from './json-schema';

/** The maximum members of a list without a `maxItems`. */
export const MOST_ITEMS = 1000;

const isList = ({ type }: Schema): boolean => [type].flat().includes('array');

/** Bounds every list in a schema. The default `maxItems` is 1,000. */
export const bounded = <S extends Schema>(schema: S): S => {
  const { maxItems, minItems = 0 } = schema;
  return {
    ...schema,
    ...(isList(schema) && { maxItems: maxItems ?? Math.max(MOST_ITEMS, minItems) }),
    ...mapParts(schema, bounded),
  };
};

/** Bounds the lists of an arg, and those in its `accepts`. */
export const boundedArg = (arg: Arg): Arg => {
  const { accepts, suppliedBy } = arg;
  return {
    ...bounded(arg),
    ...(accepts && { accepts: bounded(accepts) }),
    ...(suppliedBy && { suppliedBy: { ...suppliedBy, accepts: bounded(suppliedBy.accepts) } }),
  };
};

/** The largest list bound anywhere in a schema, at least 1,000. */
const mostOf = (schema: Schema): number => Math.max(MOST_ITEMS, schema.maxItems ?? 0, ...partsOf(schema).map(mostOf));

const isTooLong = (value: unknown, most: number): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value) && value.length > most) return true;
  return Object.values(value).some((member) => isTooLong(member, most));
};

/** The number of members of a list in any sent form. 0 for a value that is no list. */
const lengthOf = (value: unknown, arg: Arg): number => {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length;
  // A text is a list if the arg is one. `validate` reads one with commas, whose items may have blanks.
  if (typeof value !== 'string' || !isList(arg)) return 0;
  return arg.validate === undefined ? (toList(value)?.length ?? 0) : value.split(',').length;
};

/** Compiles the first check of an arg: it refuses values with a list that has more members than allowed. */
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
