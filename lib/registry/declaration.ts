import { ApiError } from '../errors';
import { LANGUAGES, type Text } from '../language';
import type { Arg, Args, Schema } from './args';
import { catastrophe } from './catastrophe';
import { patternOf } from './pattern';
import { compileSchema } from './schema-validator';
import { settle } from './settle';

const TYPES: readonly unknown[] = ['string', 'integer', 'number', 'boolean', 'array', 'object', 'null'];
const SCHEMA_KEYWORDS: readonly string[] = [
  ...[
    'type',
    'enum',
    'format',
    'title',
    'items',
    'properties',
    'additionalProperties',
    'patternProperties',
    'minProperties',
    'maxProperties',
  ],
  ...[
    'minimum',
    'maximum',
    'exclusiveMinimum',
    'exclusiveMaximum',
    'multipleOf',
    'minLength',
    'maxLength',
    'pattern',
    'minItems',
    'maxItems',
  ],
  ...['uniqueItems', 'oneOf', 'anyOf', 'required', 'description'],
];
const ARG_KEYWORDS: readonly string[] = [...SCHEMA_KEYWORDS, 'default', 'validate', 'sanitize', 'announced'];

const checkPattern = (pattern: string): void => {
  try {
    patternOf(pattern);
  } catch {
    throw new Error(`the pattern ${pattern} cannot be compiled: correct it (it is read with the u flag).`);
  }
  const why = catastrophe(pattern);
  if (why !== undefined)
    throw new Error(`the pattern ${pattern} can take exponential time, because ${why}: write it so that each text matches in one way.`);
};

const checkSchema = (schema: Schema, keywords: readonly string[]): void => {
  const unknown = Object.keys(schema).find((keyword) => !keywords.includes(keyword));
  if (unknown !== undefined) throw new Error(`the keyword "${unknown}" is unknown: use one of ${keywords.join(', ')}.`);
  const type = [schema.type ?? []].flat().find((one) => !TYPES.includes(one));
  if (type !== undefined) throw new Error(`the type "${type}" is unknown: use one of ${TYPES.join(', ')}.`);
  if (schema.pattern !== undefined) checkPattern(schema.pattern);
  for (const pattern of Object.keys(schema.patternProperties ?? {})) checkPattern(pattern);
  const members = [schema.properties, schema.patternProperties].flatMap((map) => Object.values(map ?? {}));
  const rest = typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : [];
  for (const part of [...members, ...rest, ...(schema.items ? [schema.items] : []), ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])]) {
    checkSchema(part, SCHEMA_KEYWORDS);
  }
};

const checkArg = (name: string, arg: Arg): void => {
  const texts: Partial<Text> | undefined = Object(arg).description;
  if (LANGUAGES.some((language) => typeof texts?.[language] !== 'string')) {
    throw new Error(`the description lacks a language: give it in ${LANGUAGES.join(', ')}.`);
  }
  checkSchema(arg, ARG_KEYWORDS);
  compileSchema(arg);
  const given = arg.default;
  // Null means “not given”, and `validate` stands in for the schema.
  if (given === undefined || given === null || typeof given === 'function' || arg.validate !== undefined) return;
  const refused = settle(given, arg, name);
  if (refused instanceof ApiError)
    throw new Error(
      `the default ${JSON.stringify(given)} is refused by the schema (${refused.message.replace(/\.$/, '')}): change one of them.`,
    );
};

/** Checks what plain JavaScript can get wrong about an endpoint; throws an Error whose sentence says what is wrong and the remedy. */
export const checkEndpoint = (endpoint: Readonly<Record<'args' | 'permission' | 'handle', unknown>>): void => {
  const { args, permission, handle } = Object(endpoint) as typeof endpoint;
  if (typeof args !== 'object' || args === null) throw new Error('an endpoint has no args: give it { args: {} } where it takes none.');
  if (typeof handle !== 'function') throw new Error('an endpoint has no function "handle": give it one that answers.');
  if (typeof permission !== 'function' && (typeof permission !== 'string' || permission === '')) {
    throw new Error('an endpoint has no permission: give it "public", a capability or a function.');
  }
};

/** Checks the declared arguments of an endpoint; throws an Error whose sentence names the argument, what is wrong and the remedy. */
export const checkArgs = (args: Args): void => {
  for (const [name, arg] of Object.entries(args)) {
    if (name === '__proto__') throw new Error('no argument can be named "__proto__": choose another name.');
    try {
      checkArg(name, arg);
    } catch (error) {
      throw new Error(`argument "${name}": ${error instanceof Error ? error.message : error}`);
    }
  }
};
