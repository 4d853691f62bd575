import { Ajv, type ErrorObject, type SchemaValidateFunction } from 'ajv';
import { ApiError, explanationOf } from '../../errors';
import { LANGUAGES } from '../../language';
import type { Arg, Args } from '../args/arg';
import { judgeValue, uniqueItemsKeyword } from '../args/judge';
import { wrongPattern } from '../args/pattern';
import { keysOf, valueBehind } from '../args/schema-validator';
import { contradictionIn, speltValue, useOneOf } from './consistent-schema';
import { META_SCHEMAS, type MetaSchema } from './meta-schema';

/** Explains the first own member of a declaration that the meta-schema does not name. */
const unknownIn = (declared: object, { properties, needless = {}, beside }: MetaSchema = {}): string | undefined => {
  const unknown = Object.keys(declared).find((name) => !Object.hasOwn(properties, name));
  if (unknown === undefined) return undefined;
  return Object.hasOwn(needless, unknown)
    ? needless[unknown]
    : `the keyword "${unknown}" is unknown: ${useOneOf(unknown, Object.keys(properties), beside)}`;
};

const unknownCode = (code: string): string | undefined =>
  explanationOf(code) === undefined
    ? `the code "${code}" is not a code of the service: correct it, or give { code, status, description } for one of your own.`
    : undefined;

const isTranslated = (value: unknown): boolean =>
  LANGUAGES.every((language) => {
    const text: unknown = Object(value)[language];
    return typeof text === 'string' && text.trim() !== '';
  });

/** The ajv instance that compiles meta-schemas. Only errors of `WORDED` keywords have a message. */
const ajv = new Ajv({
  verbose: true,
  messages: false,
  strict: false,
  strictNumbers: true,
  meta: false,
  validateSchema: false,
  code: { optimize: false },
});
for (const keyword of ['expects', 'needless', 'beside']) ajv.addKeyword(keyword);
ajv.addKeyword({ keyword: 'callable', schemaType: 'boolean', validate: (_: true, value: unknown) => typeof value === 'function' });
ajv.addKeyword({ keyword: 'translated', schemaType: 'boolean', validate: (_: true, value: unknown) => isTranslated(value) });
ajv.removeKeyword('uniqueItems').addKeyword(uniqueItemsKeyword);

/** A keyword of meta-schemas whose `judge` returns the fault of a value as a sentence, which becomes ajv's error message. */
interface Worded {
  readonly type: 'string' | 'object';
  judge(value: unknown, schema?: MetaSchema): string | undefined;
}

const WORDED: Readonly<Record<string, Worded>> = {
  closed: { type: 'object', judge: unknownIn },
  compiles: { type: 'string', judge: wrongPattern },
  known: { type: 'string', judge: unknownCode },
  consistent: { type: 'object', judge: contradictionIn },
};
for (const [keyword, { type, judge }] of Object.entries(WORDED)) {
  const validate: SchemaValidateFunction = (_, value, parent) => {
    const message = judge(value, parent);
    if (message !== undefined) validate.errors = [{ keyword, message, params: {} }];
    return message === undefined;
  };
  ajv.addKeyword({ keyword, type, schemaType: 'boolean', errors: true, validate });
}
// `required` comes last, since a misspelt keyword is a better message than a missing keyword.
const required = ajv.getKeyword('required');
if (typeof required === 'object') ajv.removeKeyword('required').addKeyword(required);
for (const schema of META_SCHEMAS) ajv.addSchema(schema);

/** The error for an invalid declaration. The message is one sentence with the route, the argument and a remedy. */
export class DeclarationError extends Error {
  override readonly name = 'DeclarationError';
}

/** A function that checks a declaration. Throws an Error with the fault, the position and a remedy. */
export type DeclarationCheck = (declaration: unknown) => void;

/** Keywords with members by name. In a JSON pointer, a name follows such a keyword. */
const NAMING: readonly string[] = ['properties', 'patternProperties', 'args', 'headers'];
const SINGULAR: Readonly<Record<string, string>> = { args: 'argument', headers: 'header' };

/** Splits a JSON pointer into the final keyword (undefined if a name is final), and a readable position. */
const positionOf = (pointer: string): { readonly keyword: string | undefined; readonly position: string } => {
  const keys = keysOf(pointer);
  const isName = keys.map(() => false);
  for (let at = 1; at < keys.length; at += 1)
    isName[at] = (!isName[at - 1] && NAMING.includes(keys[at - 1] ?? '')) || /^\d+$/.test(keys[at] ?? '');
  const keyword = isName.at(-1) === false ? keys.at(-1) : undefined;
  const way = keyword === undefined ? keys : keys.slice(0, -1);
  const noun = SINGULAR[way[0] ?? ''];
  const [head, rest] = noun === undefined || way.length < 2 ? [[], way] : [[`${noun} "${way[1]}"`], way.slice(2)];
  const places = [...head, ...(rest.length > 0 ? [`in ${rest.join('.')}`] : [])];
  return { keyword, position: places.length > 0 ? `${places.join(', ')}: ` : '' };
};

/** Keywords whose errors ajv adds after the significant error. */
const BESIDE: readonly string[] = ['if', 'propertyNames', 'allOf'];

/** Keywords of meta-schemas whose errors concern an object as a whole. */
const OF_THE_WHOLE: readonly string[] = ['closed', 'consistent'];

const wording = (error: ErrorObject & { propertyName?: string }, declaration: unknown): string => {
  const { keyword: failed, params, propertyName } = error;
  const whole = positionOf(`${error.instancePath}/any`).position;
  if (Object.hasOwn(WORDED, failed))
    return (OF_THE_WHOLE.includes(failed) ? whole : positionOf(error.instancePath).position) + error.message;
  const { expects, properties = {} } = error.parentSchema as MetaSchema;
  if (failed === 'required') {
    const missing: string = params['missingProperty'];
    return `${whole}it lacks "${missing}": give it ${expectedOf(properties[missing])}.`;
  }
  if (propertyName !== undefined) return `${positionOf(`${error.instancePath}/${propertyName}/any`).position}${expects}.`;
  const { keyword, position } = positionOf(error.instancePath);
  const data = valueBehind(declaration, keysOf(error.instancePath));
  const given = keyword === undefined ? `it is ${speltValue(data)}` : `the keyword "${keyword}" is ${speltValue(data)}`;
  if (failed === 'enum' && expects === undefined) return `${position}${given}: ${useOneOf(String(data), params['allowedValues'])}`;
  return `${position}${given}: give it ${expectedOf(error.parentSchema)}.`;
};

const expectedOf = ({ expects, translated, $ref: id }: MetaSchema = {}): string => {
  if (expects !== undefined) return expects;
  if (translated === true) return `a text in each of ${LANGUAGES.join(', ')}`;
  return id === undefined ? 'another value' : expectedOf(META_SCHEMAS.find(({ $id }) => $id === id));
};

/** Makes a check from a meta-schema or its `$id`. The first check compiles the meta-schema. */
export const checkOf = (schema: MetaSchema | string): DeclarationCheck => {
  let validate: ReturnType<typeof ajv.compile> | undefined;
  return (declaration) => {
    validate ??= typeof schema === 'string' ? ajv.getSchema(schema) : ajv.compile(schema);
    if (validate === undefined || validate(declaration)) return;
    const error = validate.errors?.findLast(({ keyword }) => !BESIDE.includes(keyword));
    if (error !== undefined) throw new Error(wording(error, declaration));
  };
};

export const checkRoute: DeclarationCheck = checkOf('route');

/** Explains why the schema of an argument refuses the default. Undefined if the schema accepts the default. */
export const wrongDefault = (name: string, arg: Arg): string | undefined => {
  const given = arg.default;
  // Null means “not given”, and `validate` replaces the schema.
  if (given === undefined || given === null || typeof given === 'function' || arg.validate !== undefined) return undefined;
  const refused = judgeValue(given, arg, name);
  if (!(refused instanceof ApiError)) return undefined;
  return `the default ${JSON.stringify(given)} is refused by the schema (${refused.message.replace(/\.$/, '')}): change one of them.`;
};

const checkDefaults = (args: Args): void => {
  for (const [name, arg] of Object.entries(args)) {
    const wrong = wrongDefault(name, arg);
    if (wrong !== undefined) throw new Error(`argument "${name}": ${wrong}`);
  }
};

const checkSuppliers = (args: Args): void => {
  for (const [name, { suppliedBy }] of Object.entries(args)) {
    if (suppliedBy === undefined || Object.hasOwn(args, suppliedBy.arg)) continue;
    throw new Error(
      `argument "${name}": the keyword "suppliedBy" names "${suppliedBy.arg}": ${useOneOf(suppliedBy.arg, Object.keys(args))}`,
    );
  }
};

const checkKeywords = checkOf('endpoint');

export const checkEndpoint = (endpoint: { readonly args: Args }): void => {
  checkKeywords(endpoint);
  checkDefaults(endpoint.args);
  checkSuppliers(endpoint.args);
};

const checkEveryArgs = checkOf('everyRoute');

export const checkReservedArgs = (args: Args): void => {
  checkEveryArgs({ args });
  checkDefaults(args);
};
