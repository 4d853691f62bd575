import type { ErrorObject } from 'ajv';
import { compileStrictly, keysOf, valueBehind } from '../args/schema-validator';
import { type Answers, isReply } from './reply';

/** Returns the first difference of a response from its schema, e.g. `body.id must be of the type integer, and is a string`. */
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
  if (keyword === 'required') return `${place}${spelt(params['missingProperty'])} is required, and is missing`;
  if (keyword === 'additionalProperties')
    return `${place}${spelt(params['additionalProperty'])} is not declared, and additionalProperties is false`;
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

/** Makes the check of JSON bodies with a status of 2xx. The first response compiles the schema. */
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

const PLAIN: readonly unknown[] = [Object.prototype, Array.prototype, null];

const hasOwnForm = (value: object): value is { toJSON(key: string): unknown } => 'toJSON' in value && typeof value.toJSON === 'function';

const isBoxed = (value: object): boolean => value instanceof Number || value instanceof String || value instanceof Boolean;

const isLeftOut = (value: unknown): boolean => value === undefined || typeof value === 'function' || typeof value === 'symbol';

/** Converts a value to plain JSON values. NaN and infinite numbers stay, since no handler means null by them. */
export const toJsonForm = (value: unknown, key = ''): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  const object = hasOwnForm(value) ? value.toJSON(key) : value;
  if (typeof object !== 'object' || object === null) return object;
  if (isBoxed(object)) return object.valueOf();
  const members: [string, unknown][] = Object.entries(Array.isArray(object) ? [...object] : object);
  const forms = members.map(([name, member]): [string, unknown] => [name, toJsonForm(member, name)]);
  const isSame = forms.every(([, form], index) => !isLeftOut(form) && Object.is(form, members[index]?.[1]));
  // Members of a class's prototype are not written.
  if (isSame && PLAIN.includes(Object.getPrototypeOf(object))) return object;
  if (Array.isArray(object)) return forms.map(([, form]) => (isLeftOut(form) ? null : form));
  return Object.fromEntries(forms.filter(([, form]) => !isLeftOut(form)));
};

/** Returns the class of an object whose content JSON would lose, such as Map, Set or a generator. Undefined for others. */
export const lostInJson = (value: object): string | undefined => {
  if (PLAIN.includes(Object.getPrototypeOf(value)) || Array.isArray(value) || hasOwnForm(value) || isBoxed(value)) return undefined;
  if (!(Symbol.iterator in value) && Object.keys(value).length > 0) return undefined;
  const tag = Object.prototype.toString.call(value).slice('[object '.length, -1);
  const name = tag === 'Object' ? value.constructor?.name : tag;
  // An empty object of another realm.
  return name === 'Object' ? undefined : name || 'thing without a class';
};

/** Applies `lostInJson` to a value and everything inside, and returns the first class name. */
export const lostWithin = (value: unknown): string | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  const lost = lostInJson(value);
  if (lost !== undefined || 'toJSON' in value) return lost;
  for (const member of Object.values(value)) {
    const within = lostWithin(member);
    if (within !== undefined) return within;
  }
  return undefined;
};
