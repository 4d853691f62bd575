import { index, type NamedIndex } from '../../../database';
import { ApiError, errors } from '../../../errors';
import type { Text } from '../../../language';
import { type Arg, compileSchema, type Schema } from '../../../registry';
import type { FieldFilter, TypeDraft, TypeField } from '../../types';
import { listOf, MOST_LINKS, named, readOnce } from '../../values';
import { itemOf, SCALARS } from './field-texts';

/** The longest text of an index, in characters. */
const LONGEST_KEY = 400;

/** True if every value of a schema fits into an index. */
const isShort = ({ type, enum: choices, format, maxLength }: Schema): boolean =>
  type !== 'string' || choices !== undefined || format === 'date-time' || (maxLength ?? Number.POSITIVE_INFINITY) <= LONGEST_KEY;

/** A field to filter by: its path, arg and empty value. */
interface FilteredField {
  readonly name: string;
  readonly path: string;
  readonly arg: Arg;
  readonly empty: unknown;
}

/** A filter, and the indexes that serve it. */
interface CompiledFilter {
  readonly filter: NonNullable<TypeField['filter']>;
  readonly indexes: readonly NamedIndex[];
}

/** The index of a filter by equal values: the field first, then the list order. */
export const filterIndex = ({ listed }: Pick<TypeDraft, 'listed'>, name: string, path: string): NamedIndex =>
  index(`is_${name}`, { [path]: 1, ...listed } as Record<string, 1>);

/** Makes the filter of a field. A record without a value is found by its default. */
export function filterOf(
  draft: Pick<TypeDraft, 'names' | 'listed'>,
  { name, path, arg, empty }: FilteredField,
  filter: true | FieldFilter,
): CompiledFilter {
  const description = {
    en: `Limit to ${draft.names.en} by: ${arg.description.en}`,
    fr: `Limiter les ${draft.names.fr} selon : ${arg.description.fr}`,
  };
  /** An index in list order that contains the compared fields. */
  const withPaths = (paths: readonly string[]) =>
    index(`with_${name}`, { ...draft.listed, ...Object.fromEntries(paths.map((one) => [one, 1])) } as Record<string, 1>);
  if (filter !== true) {
    const { required: _, default: __, ...optional } = arg;
    const indexes = filter.index?.length ? [withPaths(filter.index)] : [];
    return { filter: { ...filter, arg: optional, ...(indexes[0] && { hint: indexes[0].name }) }, indexes };
  }
  if (arg.type === 'boolean') {
    const covering = withPaths([path]);
    return {
      filter: {
        arg: { type: 'boolean', description },
        where: (value) => ({ [path]: value === (empty === true) ? { $ne: empty !== true } : empty !== true }),
        blank: (value) => value === (empty === true),
        hint: covering.name,
      },
      indexes: [covering],
    };
  }
  const item = itemOf(arg);
  if (item === undefined || !SCALARS.includes(item.type)) {
    throw new Error(
      '"filter" needs the type string, integer, number or boolean, or an array of one of them: name it, or filter by "where".',
    );
  }
  if (!isShort(item)) throw new Error(`"filter" needs texts of an enum or with a maxLength of at most ${LONGEST_KEY}: add one of them.`);
  const { type, enum: choices, format } = item;
  const items: Schema = { type, ...(choices && { enum: choices }), ...(format && { format }) } as Schema;
  /** True if a record without a value passes. */
  const blank = (values: unknown): boolean => [empty].flat().some((one) => one !== null && (values as unknown[]).includes(one));
  const serving = filterIndex(draft, name, path);
  return {
    filter: {
      arg: { type: 'array', items, minItems: 1, ...(type === 'string' && textsFilter(name, items)), description },
      where: (value) => ({ [path]: { $in: blank(value) ? [...(value as unknown[]), null] : value } }),
      blank,
      hint: serving.name,
    },
    indexes: [serving],
  };
}

/** The arg of a filter by texts. Commas separate texts unless an array is sent; blanks do not. */
function textsFilter(name: string, item: Schema) {
  const check = compileSchema(item);
  return readOnce<unknown[]>({
    read(sent) {
      const texts = named(listOf(sent)).map((one) => check(one, name));
      const refusal = texts.find((one) => one instanceof ApiError);
      if (refusal) throw refusal;
      return texts.length === 0 || texts.length > MOST_LINKS ? undefined : [...new Set(texts)];
    },
    none: [],
    refuse: () => errors.invalidValue(TEXTS),
  });
}

const TEXTS: Text = {
  en: `Send one value or several, at most ${MOST_LINKS}, in a list or with commas between them.`,
  fr: `Envoyez une ou plusieurs valeurs, au plus ${MOST_LINKS}, dans une liste ou séparées par des virgules.`,
};
