import { ApiError } from '../errors';
import { LANGUAGES } from '../language';
import type { Answers } from './answers';
import type { Arg, Args, Schema } from './args';
import { judgeValue } from './judge';
import { ARG_KEYWORDS, SCHEMA_KEYWORDS, TYPES, wrongKeyword } from './keywords';
import { findUnknown, useOneOf } from './nearest';
import { wrongPattern } from './pattern';
import { RESERVED_ARGS } from './reserved';

/** The schemas inside of one, each with its place. */
export const partsOf = (schema: Schema): readonly (readonly [string, Schema])[] => {
  const { properties, patternProperties, additionalProperties, items, oneOf, anyOf } = schema;
  const maps = Object.entries({ properties, patternProperties, oneOf, anyOf });
  return [
    ...maps.flatMap(([keyword, map]) => Object.entries(map ?? {}).map(([name, part]) => [`${keyword}.${name}`, part] as const)),
    ...(items === undefined ? [] : [['items', items] as const]),
    ...(typeof additionalProperties === 'object' ? [['additionalProperties', additionalProperties] as const] : []),
  ];
};

/** What answers share, such as an event that is listed, read and changed, is walked once. */
const sound = new WeakSet<Schema>();

/** Checks a schema with all that is inside of it; throws an Error that names the place. */
export const checkSchema = (schema: Schema, keywords: typeof SCHEMA_KEYWORDS, place: string): void => {
  if (keywords === SCHEMA_KEYWORDS && sound.has(schema)) return;
  const fail = (sentence: string) => new Error(`${place}: ${sentence}`);
  if (typeof schema !== 'object' || schema === null) throw fail(`${schema} is no schema: give it one, such as { type: 'string' }.`);
  const wrong = wrongKeyword(schema, keywords);
  if (wrong !== undefined) throw fail(wrong);
  const type = [schema.type ?? []].flat().find((one) => !TYPES.includes(one));
  if (type !== undefined) throw fail(`the type "${type}" is unknown: ${useOneOf(String(type), TYPES.map(String))}`);
  for (const pattern of [...(schema.pattern === undefined ? [] : [schema.pattern]), ...Object.keys(schema.patternProperties ?? {})]) {
    const why = wrongPattern(pattern);
    if (why !== undefined) throw fail(why);
  }
  const inside = place.includes(', in ') ? `${place}.` : `${place}, in `;
  for (const [name, part] of partsOf(schema)) checkSchema(part, SCHEMA_KEYWORDS, `${inside}${name}`);
  if (keywords === SCHEMA_KEYWORDS) sound.add(schema);
};

const checkArg = (name: string, arg: Arg): void => {
  const place = `argument "${name}"`;
  if (!ARG_KEYWORDS.description.is(Object(arg).description)) {
    throw new Error(`${place}: the description lacks a language: give it in ${LANGUAGES.join(', ')}.`);
  }
  checkSchema(arg, ARG_KEYWORDS, place);
  if (arg.accepts !== undefined) checkSchema(arg.accepts, SCHEMA_KEYWORDS, `${place}, in accepts`);
  const given = arg.default;
  // Null means “not given”, and `validate` stands in for the schema.
  if (given === undefined || given === null || typeof given === 'function' || arg.validate !== undefined) return;
  const refused = judgeValue(given, arg, name);
  if (refused instanceof ApiError)
    throw new Error(
      `${place}: the default ${JSON.stringify(given)} is refused by the schema (${refused.message.replace(/\.$/, '')}): change one of them.`,
    );
};

const ENDPOINT_KEYWORDS: readonly string[] = [
  ...['methods', 'args', 'permission', 'summary', 'description', 'type', 'alternatives', 'answers', 'headers', 'errors', 'handle'],
];
const ROUTE_KEYWORDS: readonly string[] = ['path', 'load', 'notFound'];

const assertKeywords = (declared: object, known: readonly string[]): void => {
  const unknown = findUnknown(declared, known);
  if (unknown !== undefined) throw new Error(unknown);
};

/** Checks what plain JavaScript can get wrong about a route beside its endpoints; throws an Error whose sentence says what is wrong and the remedy. */
export const checkRoute = (route: Readonly<Record<string, unknown>>): void => {
  assertKeywords(route, ROUTE_KEYWORDS);
  for (const name of ['load', 'notFound']) {
    if (route[name] !== undefined && typeof route[name] !== 'function')
      throw new Error(`"${name}" is no function: give one, or leave it out.`);
  }
};

/** What a content type looks like. */
export const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+(?:; ?[\w-]+=[\w.+-]+)*$/;

/** Checks what plain JavaScript can get wrong about an endpoint; throws an Error whose sentence says what is wrong and the remedy. */
export const checkEndpoint = (
  endpoint: Readonly<Record<'args' | 'permission' | 'handle', unknown>> &
    Partial<Readonly<Record<'type' | 'summary' | 'description', unknown>>>,
): void => {
  const { args, permission, handle, type } = Object(endpoint) as typeof endpoint;
  assertKeywords(Object(endpoint), ENDPOINT_KEYWORDS);
  if (typeof args !== 'object' || args === null) throw new Error('an endpoint has no args: give it { args: {} } where it takes none.');
  if (typeof handle !== 'function') throw new Error('an endpoint has no function "handle": give it one that answers.');
  if (typeof permission !== 'function' && (typeof permission !== 'string' || permission === '')) {
    throw new Error('an endpoint has no permission: give it "public", a capability or a function.');
  }
  for (const name of ['summary', 'description'] as const) {
    const text = Object(endpoint)[name];
    if (text !== undefined && !ARG_KEYWORDS.description.is(Object(text)))
      throw new Error(`the ${name} lacks a language: give it in ${LANGUAGES.join(', ')}.`);
  }
  if (type !== undefined && !(typeof type === 'string' && MEDIA_TYPE.test(type))) {
    throw new Error(
      `the type ${JSON.stringify(type)} is no content type: give one such as "text/calendar; charset=utf-8", or none for JSON.`,
    );
  }
};

/** Checks the declared arguments of an endpoint; throws an Error whose sentence names the argument, what is wrong and the remedy. */
export const checkArgs = (args: Args): void => {
  const reserved = Object.keys(args).find((name) => RESERVED_ARGS.includes(name));
  if (reserved !== undefined) throw new Error(`argument "${reserved}": every route takes it for itself: choose another name.`);
  checkReservedArgs(args);
};

/** Checks args that every route takes for itself, as `checkArgs` does those of one. */
export const checkReservedArgs = (args: Args): void => {
  for (const [name, arg] of Object.entries(args)) {
    if (name === '__proto__') throw new Error('no argument can be named "__proto__": choose another name.');
    checkArg(name, arg);
  }
};

/** Checks the schema of what an endpoint answers; throws an Error whose sentence names the place in it, what is wrong and the remedy. */
export const checkAnswers = (answers: Answers): void => checkSchema(answers, SCHEMA_KEYWORDS, 'answers');
