import type { ErrorObject } from 'ajv';
import { LANGUAGES } from '../../language';
import { keysOf, valueBehind } from '../args/schema-parts';
import { ajv, WORDED } from './meta-keywords';
import { META_SCHEMAS, type MetaSchema } from './meta-schema';
import { useOneOf } from './spelling-suggestions';
import { speltValue } from './spelt-value';

/** Checks a declaration. Throws an Error whose sentence tells the fault, its position and a remedy. */
export type DeclarationCheck = (declaration: unknown) => void;

/** Keywords with members by name. The next key of a path is a name, not a keyword. */
const NAMING: readonly string[] = ['properties', 'patternProperties', 'args', 'headers'];
const SINGULAR: Readonly<Record<string, string>> = { args: 'argument', headers: 'header' };

/** Splits a JSON pointer into the keyword at its end, if any, and a readable position. */
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

/** Keywords whose errors ajv adds to the significant one. */
const BESIDE: readonly string[] = ['if', 'propertyNames', 'allOf'];

/** Keywords whose errors concern a whole declaration. */
const OF_THE_WHOLE: readonly string[] = ['closed', 'consistent'];

const wording = (error: ErrorObject & { propertyName?: string }, declaration: unknown): string => {
  const { keyword: failed, params, propertyName } = error;
  const whole = placed(`${error.instancePath}/any`).place;
  if (Object.hasOwn(WORDED, failed)) return (OF_THE_WHOLE.includes(failed) ? whole : placed(error.instancePath).place) + error.message;
  const { expects, properties = {} } = error.parentSchema as MetaSchema;
  if (failed === 'required') {
    const missing: string = params['missingProperty'];
    return `${whole}it lacks "${missing}": give it ${expectedOf(properties[missing])}.`;
  }
  if (propertyName !== undefined) return `${placed(`${error.instancePath}/${propertyName}/any`).place}${expects}.`;
  const { keyword, place } = placed(error.instancePath);
  const data = valueBehind(declaration, keysOf(error.instancePath));
  const given = keyword === undefined ? `it is ${speltValue(data)}` : `the keyword "${keyword}" is ${speltValue(data)}`;
  if (failed === 'enum' && expects === undefined) return `${place}${given}: ${useOneOf(String(data), params['allowedValues'])}`;
  return `${place}${given}: give it ${expectedOf(error.parentSchema)}.`;
};

const expectedOf = ({ expects, translated, fits: id }: MetaSchema = {}): string => {
  if (expects !== undefined) return expects;
  if (translated === true) return `a text in each of ${LANGUAGES.join(', ')}`;
  return id === undefined ? 'another value' : expectedOf(META_SCHEMAS.find(({ $id }) => $id === id));
};

/** Makes the check of a meta-schema, given as a schema or by its `$id`. It is compiled when first needed. */
export const checkOf = (schema: MetaSchema | string): DeclarationCheck => {
  let validate: ReturnType<typeof ajv.compile> | undefined;
  return (declaration) => {
    validate ??= typeof schema === 'string' ? ajv.getSchema(schema) : ajv.compile(schema);
    if (validate === undefined || validate(declaration)) return;
    const error = validate.errors?.findLast(({ keyword }) => !BESIDE.includes(keyword));
    if (error !== undefined) throw new Error(wording(error, declaration));
  };
};
