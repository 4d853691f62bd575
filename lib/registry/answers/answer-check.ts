import type { ErrorObject } from 'ajv';
import { compileStrictly, keysOf, valueBehind } from '../args/schema-validator';
import type { Answers } from './answers';
import { toJsonForm } from './json-form';
import { isReply } from './reply';

/**
 * Compares a response with the declared schema. Returns the first difference: `body.events[0].id must be of the type integer, and is
 * a string`. Undefined if the schema accepts the response.
 */
export type AnswerCheck = (answer: unknown) => string | undefined;

const EMPTY: readonly number[] = [204, 205];

const spelt = (key: string): string => {
  if (/^\d+$/.test(key)) return `[${key}]`;
  return /^[\w$]+$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
};

const nounOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'number') return String(value);
  return typeof value === 'object' ? 'an object' : value === undefined ? 'nothing' : `a ${typeof value}`;
};

const EXPECTED: Readonly<Record<string, string>> = {
  type: 'be of the type',
  enum: 'be one of',
  format: 'be of the format',
  anyOf: 'be what one of its anyOf allows',
  oneOf: 'be what exactly one of its oneOf allows',
};

/** Explains an error of ajv in a sentence, without values, since values may be personal data. */
const sentence = ({ keyword, instancePath, schemaPath, params }: ErrorObject, schema: object, body: unknown): string => {
  const keys = keysOf(instancePath);
  const place = `body${keys.map(spelt).join('')}`;
  if (keyword === 'required') return `${place}${spelt(params['missingProperty'])} is required, and is not there`;
  if (keyword === 'additionalProperties')
    return `${place}${spelt(params['additionalProperty'])} is there, and additionalProperties is false`;
  const declared: unknown = valueBehind(schema, keysOf(decodeURIComponent(schemaPath)));
  const values = [declared].flat().map((value) => (typeof value === 'string' && keyword !== 'enum' ? value : JSON.stringify(value)));
  const listed = keyword === 'anyOf' || keyword === 'oneOf' ? '' : ` ${values.join(keyword === 'enum' ? ', ' : ' or ')}`;
  return `${place} must ${EXPECTED[keyword] ?? `fit ${keyword}`}${listed}, and is ${nounOf(valueBehind(body, keys))}`;
};

/** Returns the most informative error of ajv: the only error inside branches, else the last error. */
const mostTelling = (found: readonly ErrorObject[]): ErrorObject | undefined => {
  const last = found.at(-1);
  if (last?.keyword !== 'anyOf' && last?.keyword !== 'oneOf') return last;
  const inside = found.filter((one) => one.instancePath.length > last.instancePath.length || one.keyword === 'required');
  return inside.length === 1 ? inside[0] : last;
};

/**
 * Makes the check of an endpoint's responses. The schema is compiled at the first response.
 * The check concerns the JSON body of statuses 2xx, without coercion. NaN and infinite numbers are differences.
 */
export const compileAnswers = (answers: Answers): AnswerCheck => {
  let compiled: ReturnType<typeof compileStrictly> | undefined;
  return (answer) => {
    const { status, body } = isReply(answer) ? answer : { status: 200, body: answer };
    if (status < 200 || status > 299 || (body === undefined && EMPTY.includes(status))) return undefined;
    compiled ??= compileStrictly(answers);
    const form = toJsonForm(body);
    const error = mostTelling(compiled.check(form) ?? []);
    return error && sentence(error, compiled.json, form);
  };
};
