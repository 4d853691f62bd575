import { ApiError } from '../../errors';
import type { Schema, Type } from '../args/arg';
import { memberSchema } from '../args/coerce';
import { requiredOf } from '../args/json-schema';
import { judgeValue } from '../args/judge';
import { speltValue } from './messages';

/** A function that finds contradictory keywords. Returns the fault and a remedy as a sentence, or undefined. */
type Contradiction = (schema: Schema) => string | undefined;

const BOUNDS = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const;

const emptyRange: Contradiction = (schema) => {
  const { exclusiveMinimum, exclusiveMaximum } = schema;
  for (const [low, high] of BOUNDS) {
    const [from, to] = [schema[low], schema[high]];
    if (from === undefined || to === undefined) continue;
    const isOpen = low === 'minimum' && (exclusiveMinimum === true || exclusiveMaximum === true);
    if (from > to || (isOpen && from === to)) return `nothing is within "${low}" ${from} and "${high}" ${to}: correct one of them.`;
  }
  return undefined;
};

const typeOf = (value: unknown): Type => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value === 'string' || typeof value === 'boolean' ? (typeof value as 'string' | 'boolean') : 'object';
};

const isOfType = (value: unknown, types: readonly Type[]): boolean => {
  const type = typeOf(value);
  return types.length === 0 || types.includes(type) || (type === 'integer' && types.includes('number'));
};

const refusedChoice: Contradiction = (schema) => {
  const { enum: choices = [], ...rest } = schema;
  const types = [schema.type ?? []].flat();
  for (const choice of choices) {
    if (!isOfType(choice, types))
      return `"enum" has ${speltValue(choice)}, which is not of the type ${types.join(' or ')}: correct one of them.`;
    const coerced = judgeValue(choice, rest, 'value');
    if (coerced instanceof ApiError)
      return `"enum" has ${speltValue(choice)}, which the rest of the schema refuses (${coerced.message.replace(/\.$/, '')}): correct one of them.`;
  }
  return undefined;
};

const forbiddenProperty: Contradiction = (schema) => {
  const forbidden = requiredOf(schema).find((name) => memberSchema(schema, name) === false);
  return forbidden === undefined
    ? undefined
    : `"required" names "${forbidden}", which "additionalProperties" forbids: add it to "properties", or take it out.`;
};

export const contradictionIn: Contradiction = (schema) => emptyRange(schema) ?? refusedChoice(schema) ?? forbiddenProperty(schema);
