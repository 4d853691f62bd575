import { Ajv, type ErrorObject, type SchemaValidateFunction } from 'ajv';
import { explanationOf } from '../errors/catalogue';
import { LANGUAGES } from '../language';
import type { Schema } from './args';
import { keysOf, valueBehind } from './json-pointer';
import { areUnique } from './judge';
import { META_SCHEMAS, type MetaSchema } from './meta-schema';
import { unknownKeyword, useOneOf } from './nearest';
import { wrongPattern } from './pattern';

/** Throws an Error whose sentence says what is wrong with a declaration, where in it, and the remedy. */
export type DeclarationCheck = (declaration: unknown) => void;

/** Holds what is declared against a meta-schema; the sentence of what is found is ajv's error message. */
// biome-ignore lint/suspicious/noExplicitAny: ajv hands over what it found to be of the type.
type Judge = (value: any) => string | undefined;

/** The keywords that bound the same from both sides. */
const BOUNDS = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const;

/** Says which keywords, each right by itself, make a schema that nothing fits. */
const impossible = (schema: Schema): string | undefined => {
  const { exclusiveMinimum, exclusiveMaximum } = schema;
  for (const [low, high] of BOUNDS) {
    const [from, to] = [schema[low], schema[high]];
    if (from === undefined || to === undefined) continue;
    const isOpen = low === 'minimum' && (exclusiveMinimum === true || exclusiveMaximum === true);
    if (from > to || (isOpen && from === to)) return `nothing is within "${low}" ${from} and "${high}" ${to}: correct one of them.`;
  }
  return undefined;
};

const unknownCode = (code: string): string | undefined =>
  explanationOf(code) === undefined
    ? `the code "${code}" is none of the service’s: correct it, or give { code, status, description } for one of your own.`
    : undefined;

const isTranslated = (value: unknown): boolean =>
  LANGUAGES.every((language) => {
    const text: unknown = Object(value)[language];
    return typeof text === 'string' && text.trim() !== '';
  });

const ajv = new Ajv({
  verbose: true,
  messages: false,
  strict: false,
  strictNumbers: true,
  meta: false,
  validateSchema: false,
  code: { optimize: false },
});
// Last: a keyword that is misspelt is worth more than its being missed.
const required = ajv.getKeyword('required');
if (typeof required === 'object') ajv.removeKeyword('required').addKeyword(required);
ajv.addKeyword('expects');
ajv.addKeyword({ keyword: 'callable', schemaType: 'boolean', validate: (_: true, value: unknown) => typeof value === 'function' });
ajv.addKeyword({ keyword: 'translated', schemaType: 'boolean', validate: (_: true, value: unknown) => isTranslated(value) });
// Of an enum as long as one likes: ajv's own compares every item with every other.
ajv.removeKeyword('uniqueItems').addKeyword({
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  validate: (_: true, items: unknown[]) => areUnique(items),
});

/** Keywords whose judge words by itself what is wrong. */
const WORDED: Readonly<Record<string, { readonly type: 'string' | 'object'; readonly judge: Judge }>> = {
  compiles: { type: 'string', judge: wrongPattern },
  known: { type: 'string', judge: unknownCode },
  consistent: { type: 'object', judge: impossible },
};
for (const [keyword, { type, judge }] of Object.entries(WORDED)) {
  const validate: SchemaValidateFunction = (_, value) => {
    const message = judge(value);
    if (message !== undefined) validate.errors = [{ keyword, message, params: {} }];
    return message === undefined;
  };
  ajv.addKeyword({ keyword, type, schemaType: 'boolean', errors: true, validate });
}
for (const schema of META_SCHEMAS) ajv.addSchema(schema);

/** What answers and args share, such as an event that is listed, read and changed, is looked through once. */
const sound = new WeakMap<object, string>();
const fits: SchemaValidateFunction = ($id: string, value, _, at) => {
  if (sound.get(value) === $id) return true;
  const validate = ajv.getSchema($id);
  if (validate === undefined || validate(value)) {
    if (typeof value === 'object' && value !== null) sound.set(value, $id);
    return true;
  }
  fits.errors = (validate.errors ?? []).map((error) => ({ ...error, instancePath: `${at?.instancePath}${error.instancePath}` }));
  return false;
};
ajv.addKeyword({ keyword: 'fits', schemaType: 'string', errors: 'full', validate: fits });

const spelt = (value: unknown): string => {
  const json =
    typeof value === 'number' || typeof value === 'bigint'
      ? String(value)
      : (JSON.stringify(value) ?? (value === undefined ? 'undefined' : `a ${typeof value}`));
  return json.length > 60 ? `${json.slice(0, 59)}…` : json;
};

/** Keywords that hold several by name; where one of these stands the next step is no keyword. */
const NAMING: readonly string[] = ['properties', 'patternProperties', 'args', 'headers'];
const SINGULAR: Readonly<Record<string, string>> = { args: 'argument', headers: 'header' };

/** Takes the way to a value apart: the keyword that it is of, where it is of one, and what the way there is called. */
const placed = (pointer: string): { readonly keyword: string | undefined; readonly place: string } => {
  const keys = keysOf(pointer);
  const isName = keys.map(() => false);
  for (let at = 1; at < keys.length; at += 1)
    isName[at] = (!isName[at - 1] && NAMING.includes(keys[at - 1] ?? '')) || /^\d+$/.test(keys[at] ?? '');
  const keyword = isName.at(-1) === false ? keys.at(-1) : undefined;
  const way = keyword === undefined ? keys : keys.slice(0, -1);
  const noun = SINGULAR[way[0] ?? ''];
  const [head, rest] = noun === undefined || way.length < 2 ? [[], way] : [[`${noun} "${way[1]}"`], way.slice(2)];
  const places = [...head, ...(rest.length > 0 ? [`in ${rest.join('.')}`] : [])];
  return { keyword, place: places.length > 0 ? `${places.join(', ')}: ` : '' };
};

/** What ajv adds to the error that counts. */
const BESIDE: readonly string[] = ['if', 'propertyNames', 'allOf'];

const wording = (error: ErrorObject & { propertyName?: string }, declaration: unknown): string => {
  const { keyword: failed, params, propertyName } = error;
  if (Object.hasOwn(WORDED, failed)) return placed(error.instancePath).place + error.message;
  const { expects, properties = {}, additionalProperties } = error.parentSchema as MetaSchema;
  // Names inside are those of a declaration, not of the values that it allows.
  const isDeclared = additionalProperties === false;
  if (isDeclared && failed === 'additionalProperties') {
    const { place } = placed(`${error.instancePath}/any`);
    return place + unknownKeyword(params['additionalProperty'], Object.keys(properties));
  }
  if (isDeclared && failed === 'required') {
    const { place } = placed(`${error.instancePath}/any`);
    const missing: string = params['missingProperty'];
    return `${place}it lacks "${missing}": give it ${expectedOf(properties[missing])}.`;
  }
  if (propertyName !== undefined) return `${placed(`${error.instancePath}/${propertyName}/any`).place}${expects}.`;
  const { keyword, place } = placed(error.instancePath);
  const data = valueBehind(declaration, keysOf(error.instancePath));
  const given = keyword === undefined ? `it is ${spelt(data)}` : `the keyword "${keyword}" is ${spelt(data)}`;
  if (failed === 'enum' && expects === undefined) return `${place}${given}: ${useOneOf(String(data), params['allowedValues'])}`;
  return `${place}${given}: give it ${expectedOf(error.parentSchema)}.`;
};

const expectedOf = ({ expects, translated, fits: id }: MetaSchema = {}): string => {
  if (expects !== undefined) return expects;
  return translated === true ? `a text in each of ${LANGUAGES.join(', ')}` : expectedOf(META_SCHEMAS.find(({ $id }) => $id === id));
};

/** Makes the check of a meta-schema, or of the one with an `$id`; it is compiled when first needed. */
export const checkOf = (schema: MetaSchema | string): DeclarationCheck => {
  let validate: ReturnType<typeof ajv.compile> | undefined;
  return (declaration) => {
    validate ??= typeof schema === 'string' ? ajv.getSchema(schema) : ajv.compile(schema);
    if (validate === undefined || validate(declaration)) return;
    const error = validate.errors?.findLast(({ keyword }) => !BESIDE.includes(keyword));
    if (error !== undefined) throw new Error(wording(error, declaration));
  };
};
