import { errors } from '../../errors';
import type { Arg, Schema } from '../../registry';
import { atMost, isLonger, LONGEST } from '../values';

/** True if a schema allows texts of any length. */
const isUnlimited = ({ type, enum: choices, maxLength }: Schema): boolean =>
  [type].flat().includes('string') && choices === undefined && maxLength === undefined;

const limitedAll = (schemas: Readonly<Record<string, Schema>>): Record<string, Schema> =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, limitedTexts(schema, LONGEST.nested)]));

/** Adds `maxLength` to all texts of a schema that have none: `longest`, and 10,000 characters inside lists and objects. */
const limitedTexts = <S extends Schema>(schema: S, longest: number = LONGEST.description): S => {
  const { items, properties, patternProperties, additionalProperties, anyOf, oneOf } = schema;
  return {
    ...schema,
    ...(isUnlimited(schema) && { maxLength: longest }),
    ...(items && { items: limitedTexts(items, LONGEST.nested) }),
    ...(properties && { properties: limitedAll(properties) }),
    ...(patternProperties && { patternProperties: limitedAll(patternProperties) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: limitedTexts(additionalProperties, LONGEST.nested) }),
    ...(anyOf && { anyOf: anyOf.map((one) => limitedTexts(one, longest)) }),
    ...(oneOf && { oneOf: oneOf.map((one) => limitedTexts(one, longest)) }),
  };
};

/** Adds `maxLength` to an arg. The limit is checked before the arg's own `validate`. */
export const limitedArg = <A extends Arg>(arg: A): A => {
  const { validate } = arg;
  const limited = limitedTexts(arg);
  const { maxLength } = limited;
  if (validate === undefined || maxLength === undefined || !isUnlimited(arg)) return limited;
  return {
    ...limited,
    validate(value: unknown, request, name) {
      if (typeof value === 'string' && isLonger(value, maxLength)) throw errors.invalidValue(atMost(maxLength));
      return validate(value, request, name);
    },
  } satisfies A;
};
