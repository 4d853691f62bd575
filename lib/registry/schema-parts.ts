import type { Schema } from './args';

/** The schemas inside of one. */
export const partsOf = ({ properties, patternProperties, additionalProperties, items, oneOf, anyOf }: Schema): readonly Schema[] => [
  ...[properties, patternProperties].flatMap((members) => Object.values(members ?? {})),
  ...[oneOf, anyOf].flatMap((branches) => branches ?? []),
  ...[items, additionalProperties].filter((part) => typeof part === 'object'),
];
