import { ApiError } from '../errors';
import type { Schema, Type } from './args';
import { CLEANERS } from './cleaners';
import { memberSchema } from './coerce';
import { isJudged } from './formats';
import { requiredOf } from './json-schema';
import { identity, judgeValue } from './judge';

/** Says what of a schema, each keyword right by itself, makes no sense together, and the remedy; undefined where all does. */
export type Contradiction = (schema: Schema) => string | undefined;

const NUMBERS: readonly Type[] = ['integer', 'number'];
const TEXT: readonly Type[] = ['string'];
const LIST: readonly Type[] = ['array'];
const OBJECT: readonly Type[] = ['object'];

/** The types that keywords say something of. */
const ABOUT: Partial<Record<keyof Schema, readonly Type[]>> = {
  ...{ minimum: NUMBERS, maximum: NUMBERS, exclusiveMinimum: NUMBERS, exclusiveMaximum: NUMBERS, multipleOf: NUMBERS },
  ...{ minLength: TEXT, maxLength: TEXT, pattern: TEXT, patternText: TEXT },
  ...{ items: LIST, minItems: LIST, maxItems: LIST, uniqueItems: LIST },
  ...{ properties: OBJECT, additionalProperties: OBJECT, patternProperties: OBJECT, minProperties: OBJECT, maxProperties: OBJECT },
};

const typesAbout = (keyword: string, { format, required }: Schema): readonly Type[] | undefined => {
  if (keyword === 'format') return isJudged(format) || CLEANERS.has(format) ? TEXT : undefined;
  if (keyword === 'required') return typeof required === 'object' ? OBJECT : undefined;
  return ABOUT[keyword as keyof Schema];
};

/** A keyword that is not about the declared type would be ignored. */
const idleKeyword: Contradiction = (schema) => {
  const types = [schema.type ?? []].flat();
  if (types.length === 0) return undefined;
  for (const keyword of Object.keys(schema)) {
    const about = typesAbout(keyword, schema);
    if (about && !about.some((type) => types.includes(type)))
      return `the keyword "${keyword}" is for the type ${about.join(' or ')}, and the type is ${types.join(' or ')}: correct one of them.`;
  }
  return undefined;
};

/** The keywords that bound the same from both sides. */
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

/** Between bounds that leave room for a number there may be no integer, or none of the multiples. */
const emptySteps: Contradiction = ({ type, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }) => {
  const step = multipleOf ?? (type === 'integer' ? 1 : undefined);
  if (step === undefined || minimum === undefined || maximum === undefined) return undefined;
  const least = Math.ceil(minimum / step) * step;
  const first = exclusiveMinimum && least === minimum ? least + step : least;
  if (first < maximum || (first === maximum && !exclusiveMaximum)) return undefined;
  const what = multipleOf === undefined ? 'no integer' : `no multiple of ${multipleOf}`;
  return `${what} is within "minimum" ${minimum} and "maximum" ${maximum}: correct one of them.`;
};

const refusedChoice: Contradiction = (schema) => {
  const { enum: choices = [], ...rest } = schema;
  const known = new Set(choices.map(identity));
  for (const choice of choices) {
    const settled = judgeValue(choice, rest, 'value');
    if (settled instanceof ApiError)
      return `"enum" has ${JSON.stringify(choice)}, which the rest of the schema refuses (${settled.message.replace(/\.$/, '')}): correct one of them.`;
    if (!known.has(identity(settled)))
      return `"enum" has ${JSON.stringify(choice)}, which the rest of the schema reads as ${JSON.stringify(settled)}: write it so.`;
  }
  return undefined;
};

const forbiddenProperty: Contradiction = (schema) => {
  const { properties = {}, patternProperties, additionalProperties, minProperties = 0, maxProperties } = schema;
  const wanted = requiredOf(schema);
  const forbidden = wanted.find((name) => memberSchema(schema, name) === false);
  if (forbidden !== undefined)
    return `"required" names "${forbidden}", which "additionalProperties" forbids: add it to "properties", or take it out.`;
  if (maxProperties !== undefined && wanted.length > maxProperties)
    return `${wanted.length} properties are required, and "maxProperties" is ${maxProperties}: correct one of them.`;
  const named = Object.keys(properties).length;
  return additionalProperties === false && patternProperties === undefined && minProperties > named
    ? `"minProperties" is ${minProperties}, and "properties" names ${named} and "additionalProperties" forbids others: correct one of them.`
    : undefined;
};

const CONTRADICTIONS: readonly Contradiction[] = [idleKeyword, emptyRange, emptySteps, refusedChoice, forbiddenProperty];

/** Says of a schema the first thing in it that makes no sense together. */
export const contradictionIn: Contradiction = (schema) => {
  for (const find of CONTRADICTIONS) {
    const found = find(schema);
    if (found !== undefined) return found;
  }
  return undefined;
};
