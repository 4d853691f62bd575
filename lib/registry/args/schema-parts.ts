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
