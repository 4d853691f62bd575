import { fieldAt, index, type NamedIndex, type Post, type Stored } from '../../database';
import { ApiError } from '../../errors';
import { type Arg, compileSchema, type Schema } from '../../registry';
import { nameKey, withLine } from '../records';
import type { CompiledField, FieldFilter, StoredFacet, TypeBasics } from '../types';
import { convertingArg, listOf, MOST_LINKS, nonEmpty } from '../values';

const SEARCHED: readonly unknown[] = ['string', 'integer', 'number'];

const SCALARS: readonly unknown[] = [...SEARCHED, 'boolean'];

/** The longest text that an index key may contain, in characters. */
const LONGEST_KEY = 400;

/** The properties of a field that decide how lists filter and sort by the field. */
interface ListedField {
  readonly name: string;
  readonly path: string;
  readonly arg: Arg;
  readonly empty: unknown;
}

/** Returns the schema of array items; for other schemas the schema itself. */
const itemOf = (schema: Schema): Schema | undefined => (schema.type === 'array' ? schema.items : schema);

/** Returns the texts by which searches find a stored value. */
const textsIn = (value: unknown): string[] =>
  [value]
    .flat()
    // An invalid date has no text.
    .map((one) => (one instanceof Date ? one.toJSON() : one))
    .filter((one) => typeof one === 'string' || typeof one === 'number')
    .map(String);

/** Makes the function that adds a field's text to the search text of a record. `searched` converts a stored value to text. */
export function searchOf({ path, arg }: ListedField, searched?: (stored: unknown) => string) {
  if (!searched && !SEARCHED.includes(itemOf(arg)?.type))
    throw new Error('"search" needs the type string, integer or number, or an array of one of them: name it, or leave it out.');
  return (record: Omit<Stored, 'keys'>, text: unknown): unknown => {
    const value = fieldAt(record, path);
    return (searched ? [searched(value)] : textsIn(value)).reduce<unknown>(withLine, text);
  };
}

/** Makes the index for a filter by equal values: the path of the field, then the default order of lists. */
export const filterIndex = ({ listed }: TypeBasics, name: string, path: string): NamedIndex =>
  index(`is_${name}`, { [path]: 1, ...listed } as Record<string, 1>);

/** Makes the filter of a field, and its index. A record without a stored value matches by the default of the field. */
export function filterOf(
  type: TypeBasics,
  { name, path, arg, empty }: ListedField,
  filter: true | FieldFilter,
): { readonly filter: NonNullable<CompiledField['filter']>; readonly index?: NamedIndex | undefined } {
  const description = {
    en: `Limit to ${type.names.en} by: ${arg.description.en}`,
    fr: `Limiter les ${type.names.fr} selon : ${arg.description.fr}`,
  };
  // The index contains the compared fields, so that counting reads no records.
  const withPaths = (paths: readonly string[]) =>
    index(`with_${name}`, { ...type.listed, ...Object.fromEntries(paths.map((one) => [one, 1])) } as Record<string, 1>);
  if (filter !== true) {
    const { required: _, default: __, ...optional } = arg;
    return { filter: { ...filter, arg: optional }, index: filter.index?.length ? withPaths(filter.index) : undefined };
  }
  if (arg.type === 'boolean')
    return {
      filter: {
        arg: { type: 'boolean', description },
        where: (value) => ({ [path]: value === (empty === true) ? { $ne: empty !== true } : empty !== true }),
        blank: (value) => value === (empty === true),
      },
      index: withPaths([path]),
    };
  const item = itemOf(arg);
  if (item === undefined || !SCALARS.includes(item.type))
    throw new Error(
      '"filter" needs the type string, integer, number or boolean, or an array of one of them: name it, or filter by "where".',
    );
  const { type: itemType, enum: choices, format, maxLength = Number.POSITIVE_INFINITY } = item;
  if (itemType === 'string' && choices === undefined && format !== 'date-time' && maxLength > LONGEST_KEY)
    throw new Error(`"filter" needs texts of an enum or with a maxLength of at most ${LONGEST_KEY}: add one of them.`);
  const items = { type: itemType, ...(choices && { enum: choices }), ...(format && { format }) } as Schema;
  const blank = (values: unknown): boolean => [empty].flat().some((one) => one !== null && (values as unknown[]).includes(one));
  return {
    filter: {
      arg: { type: 'array', items, minItems: 1, ...(itemType === 'string' && textsFilter(name, items)), description },
      where: (value) => ({ [path]: { $in: blank(value) ? [...(value as unknown[]), null] : value } }),
      blank,
    },
    index: filterIndex(type, name, path),
  };
}

/** Makes the arg of a filter by texts: an array, or one text with commas. Blanks do not separate. */
function textsFilter(name: string, item: Schema) {
  const check = compileSchema(item);
  const reading = convertingArg<unknown[]>({
    read(sent) {
      const texts = nonEmpty(listOf(sent)).map((one) => check(one, name));
      const refusal = texts.find((one) => one instanceof ApiError);
      if (refusal) throw refusal;
      return texts.length === 0 ? undefined : [...new Set(texts)];
    },
    none: [],
    refuse: {
      en: 'Send one value or several, in a list or separated by commas.',
      fr: 'Envoyez une ou plusieurs valeurs, dans une liste ou séparées par des virgules.',
    },
  });
  return { ...reading, maxItems: MOST_LINKS };
}

/**
 * Makes the facet of a field. A missing value counts as the default, or as false for a boolean. `isFilter` is true if lists can filter by
 * the same values. Throws an Error if the facet could have too many values.
 */
export const facetOf = (
  { name, path, arg: { type, description }, empty }: ListedField,
  { isFilter }: { readonly isFilter: boolean },
): StoredFacet => {
  if (type !== 'string' && type !== 'integer' && type !== 'boolean')
    throw new Error('"facet" needs the type string, integer or boolean: name one, or leave it out.');
  const usual = (isFilter && type === 'boolean' ? empty === true : (empty ?? undefined)) as string | number | boolean | undefined;
  return {
    ...(isFilter && { arg: name }),
    field: path,
    value: (stored) => (stored ?? usual) as typeof usual,
    // A filter treats values that a password hides as the default.
    ...(isFilter && usual !== undefined ? { unknown: usual } : { hidesValue: true }),
    description,
  };
};

/**
 * Makes the order of a list by a field: the stored path, the index, and the function of the sort key. Texts sort by a folded key. The key
 * of a record with a password is empty, so that the position in a list does not reveal the value. Throws an Error if the field is no
 * scalar.
 */
export function orderOf({ protectable, compared }: TypeBasics, { name, path, arg: { type } }: ListedField) {
  if (!SCALARS.includes(type)) throw new Error('"sort" needs the type string, integer, number or boolean: name one, or leave it out.');
  const isText = type === 'string';
  const hasKey = isText || protectable;
  const field = hasKey ? `keys.by_${name}` : path;
  const own: Record<string, 1> = { language: 1, [field]: 1, _id: 1, ...Object.fromEntries(compared.map((one) => [one, 1])) };
  const key = (record: Omit<Stored, 'keys'> & Partial<Pick<Post, 'password'>>): unknown => {
    if ((record.password ?? '') !== '') return isText ? '' : null;
    const value = fieldAt(record, path);
    return isText ? nameKey(textsIn(value).join('\n')) : (value ?? null);
  };
  return { field, ...(hasKey && { key }), index: index(`by_${name}`, own) };
}
