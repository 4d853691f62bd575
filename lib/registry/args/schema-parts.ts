import type { Arg, Schema } from './arg';

/** The schemas directly inside a schema. */
export const partsOf = ({ properties, patternProperties, additionalProperties, items, oneOf, anyOf }: Schema): readonly Schema[] => [
  ...[properties, patternProperties].flatMap((members) => Object.values(members ?? {})),
  ...[oneOf, anyOf].flatMap((branches) => branches ?? []),
  ...[items, additionalProperties].filter((part) => typeof part === 'object'),
];

/** The schema of an arg, without the keywords about sending and judging it. */
export const valueSchema = ({
  default: _,
  validate,
  sanitize,
  accepts,
  announced,
  suppliedBy,
  required,
  ...schema
}: Arg): Omit<Schema, 'required'> & Pick<Arg, 'description'> => schema;

/** Splits a JSON pointer (RFC 6901) into keys: `/paths/~1events` gives `paths` and `/events`. */
export const keysOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));

/** The value at the end of a path of keys. Undefined if there is none. */
export const valueBehind = (root: unknown, keys: readonly string[]): unknown =>
  keys.reduce<unknown>((value, key) => Reflect.get(Object(value), key), root);
