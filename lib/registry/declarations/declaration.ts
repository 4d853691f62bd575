import { Ajv, type ErrorObject, type SchemaValidateFunction } from 'ajv';
import { ApiError } from '../../errors';
import type { Arg, Args } from '../args/arg';
import { judgeValue, uniqueItemsKeyword } from '../args/judge';
import { keysOf, valueBehind } from '../args/schema-validator';
import { speltValue, useOneOf } from './messages';
import { ENDPOINT, type MetaSchema, REFERENCES, ROUTE } from './meta-schema';

/** The ajv instance that compiles meta-schemas. */
const ajv = new Ajv({
  verbose: true,
  messages: false,
  strict: false,
  strictNumbers: true,
  meta: false,
  validateSchema: false,
  code: { optimize: false },
});
for (const keyword of ['expects', 'about']) ajv.addKeyword(keyword);
ajv.addKeyword({ keyword: 'fits', validate: (fits: (value: unknown) => boolean, value: unknown) => fits(value) });
ajv.removeKeyword('uniqueItems').addKeyword(uniqueItemsKeyword);
for (const [keyword, type] of [
  ['faultOfText', 'string'],
  ['faultOfObject', 'object'],
] as const) {
  const validate: SchemaValidateFunction = (faultOf: (value: unknown) => string | undefined, value: unknown) => {
    const message = faultOf(value);
    if (message !== undefined) validate.errors = [{ keyword, message, params: {} }];
    return message === undefined;
  };
  ajv.addKeyword({ keyword, type, errors: true, validate });
}
// `required` comes last, since a misspelt keyword is a better message than a missing keyword.
const required = ajv.getKeyword('required');
if (typeof required === 'object') ajv.removeKeyword('required').addKeyword(required);
for (const schema of REFERENCES) ajv.addSchema(schema);

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

const wording = (error: ErrorObject & { propertyName?: string }, declaration: unknown): string => {
  const { keyword: failed, params, propertyName } = error;
  const whole = positionOf(`${error.instancePath}/any`).position;
  if (failed === 'faultOfObject') return whole + error.message;
  if (failed === 'faultOfText') return positionOf(error.instancePath).position + error.message;
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

const expectedOf = ({ expects, $ref: id }: MetaSchema = {}): string =>
  expects ?? (id === undefined ? 'another value' : expectedOf(REFERENCES.find(({ $id }) => $id === id)));

/** Makes a check from a meta-schema. The first check compiles the meta-schema. */
export const checkOf = (schema: MetaSchema): DeclarationCheck => {
  let validate: ReturnType<typeof ajv.compile> | undefined;
  return (declaration) => {
    validate ??= ajv.compile(schema);
    if (validate(declaration)) return;
    const error = validate.errors?.findLast(({ keyword }) => !BESIDE.includes(keyword));
    if (error !== undefined) throw new Error(wording(error, declaration));
  };
};

export const checkRoute: DeclarationCheck = checkOf(ROUTE);

/** Explains why the schema of an argument refuses the default. Undefined if the schema accepts the default. */
export const wrongDefault = (name: string, arg: Arg): string | undefined => {
  const given = arg.default;
  // Null means “not given”, and `validate` replaces the schema.
  if (given === undefined || given === null || typeof given === 'function' || arg.validate !== undefined) return undefined;
  const refused = judgeValue(given, arg, name);
  if (!(refused instanceof ApiError)) return undefined;
  return `the default ${JSON.stringify(given)} is refused by the schema (${refused.message.replace(/\.$/, '')}): change one of them.`;
};

const wrongSupplier = ({ suppliedBy }: Arg, args: Args): string | undefined =>
  suppliedBy === undefined || Object.hasOwn(args, suppliedBy.arg)
    ? undefined
    : `the keyword "suppliedBy" names "${suppliedBy.arg}": ${useOneOf(suppliedBy.arg, Object.keys(args))}`;

const checkValues = (args: Args): void => {
  for (const [name, arg] of Object.entries(args)) {
    const wrong = wrongDefault(name, arg) ?? wrongSupplier(arg, args);
    if (wrong !== undefined) throw new Error(`argument "${name}": ${wrong}`);
  }
};

const checkKeywords = checkOf(ENDPOINT);

export const checkEndpoint = (endpoint: { readonly args: Args }): void => {
  checkKeywords(endpoint);
  checkValues(endpoint.args);
};
