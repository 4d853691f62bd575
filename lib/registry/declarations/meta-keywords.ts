import { Ajv, type SchemaValidateFunction } from 'ajv';
import { explanationOf } from '../../errors';
import { LANGUAGES } from '../../language';
import { uniqueItemsKeyword } from '../args/judge';
import { wrongPattern } from '../args/pattern';
import { contradictionIn } from './consistent-schema';
import { META_SCHEMAS, type MetaSchema } from './meta-schema';
import { useOneOf } from './spelling';

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
    ? `the code "${code}" is none of the service’s: correct it, or give { code, status, description } for one of your own.`
    : undefined;

const isTranslated = (value: unknown): boolean =>
  LANGUAGES.every((language) => {
    const text: unknown = Object(value)[language];
    return typeof text === 'string' && text.trim() !== '';
  });

/** The ajv instance that compiles meta-schemas. Only errors of `WORDED` keywords have a message. */
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

/** A keyword of meta-schemas whose `judge` returns the fault of a value as a sentence, which becomes ajv's error message. */
interface Worded {
  readonly type: 'string' | 'object';
  judge(value: unknown, schema?: MetaSchema): string | undefined;
}

/** The keywords of meta-schemas with their own error messages, by name. */
export const WORDED: Readonly<Record<string, Worded>> = {
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
