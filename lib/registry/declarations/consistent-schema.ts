import { ApiError } from '../../errors';
import type { Schema, Type } from '../args/arg';
import { memberSchema } from '../args/coerce';
import { requiredOf } from '../args/json-schema';
import { judgeValue } from '../args/judge';

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

/** Computes the edit distance of two words: added, removed, replaced, or swapped letters. */
function distance(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= one.length; row += 1) {
    rows.push([row]);
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const swapped = isSwapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY;
      rows[row]?.push(Math.min(at(row - 1, column) + 1, at(row, column - 1) + 1, at(row - 1, column - 1) + (isSame ? 0 : 1), swapped));
    }
  }
  return at(one.length, other.length);
}

/** Finds the most similar of some words, ignoring case. Undefined if no word is similar. */
export const nearestNames = (word: string, words: readonly string[]): string | undefined =>
  words
    .map((other) => ({ other, far: distance(word.toLowerCase().slice(0, 40), other.toLowerCase()) }))
    .filter(({ other, far }) => far <= Math.max(1, Math.floor(other.length / 3)))
    .sort((one, two) => one.far - two.far)[0]?.other;

/** Completes “… is unknown:” in error messages with the most similar word, also of `beside`, and the list of `words`. */
export const useOneOf = (word: string, words: readonly string[], beside: readonly string[] = []): string => {
  const meant = nearestNames(word, [...words, ...beside]);
  return `${meant === undefined ? 'use' : `did you mean "${meant}"? Use`} one of ${words.join(', ')}.`;
};

const jsonOf = (value: unknown): string | undefined => {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
};

/** Writes a value for error messages, with at most 60 characters. */
export const speltValue = (value: unknown): string => {
  const json = ['number', 'bigint', 'undefined'].includes(typeof value)
    ? String(value)
    : (jsonOf(value) ?? (typeof value === 'object' ? 'an object' : `a ${typeof value}`));
  return json.length > 60 ? `${json.slice(0, 59)}…` : json;
};
