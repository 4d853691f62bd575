import { Ajv, type SchemaValidateFunction } from 'ajv';
import { explanationOf } from '../../errors';
import { LANGUAGES } from '../../language';
import { uniqueItemsKeyword } from '../args/judge';
import { wrongPattern } from '../args/pattern';
import { contradictionIn } from './consistent-schema';
import { META_SCHEMAS, type MetaSchema } from './meta-schema';
import { unknownKeyword } from './spelling-suggestions';

/** Judges a declared value by a meta-schema. Answers a sentence about the fault, which becomes ajv's error message. */
// biome-ignore lint/suspicious/noExplicitAny: ajv hands over what it found to be of the type.
type Judge = (value: any, schema?: MetaSchema) => string | undefined;

/** Finds a member that the meta-schema does not name. Inherited members do not count. */
const unknownIn: Judge = (declared, { properties, needless = {}, beside } = {}) => {
  const unknown = Object.keys(declared).find((name) => !Object.hasOwn(properties, name));
  if (unknown === undefined) return undefined;
  return Object.hasOwn(needless, unknown) ? needless[unknown] : unknownKeyword(unknown, Object.keys(properties), beside);
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

/** Compiles meta-schemas. Errors contain the schema, and a message if their keyword has a judge. */
export const ajv = new Ajv({
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

/** Keywords whose judges word the fault themselves. */
export const WORDED: Readonly<Record<string, { readonly type: 'string' | 'object'; readonly judge: Judge }>> = {
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
// Last, since a misspelt keyword is a better message than its absence.
const required = ajv.getKeyword('required');
if (typeof required === 'object') ajv.removeKeyword('required').addKeyword(required);
for (const schema of META_SCHEMAS) ajv.addSchema(schema);

/** Values that fit a meta-schema, by its `$id`. Args and answers share schemas, which are then checked once. */
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
