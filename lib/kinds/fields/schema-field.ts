import { ApiError, errors } from '../../errors';
import type { Text } from '../../language';
import { index } from '../../records/indexes';
import type { Post } from '../../records/record';
import type { Arg, Schema } from '../../registry/args';
import { compileSchema } from '../../registry/schema-validator';
import { listOf, MOST_LINKS, named } from '../../values/lists';
import type { View } from '../context';
import type { FieldFilter, KindDraft, KindField, MadeField, SchemaField } from '../field';
import type { PostRecord } from '../post-record';
import { nameKey, withLine } from '../searching';
import { fieldAnswer } from '../showing/schemas';
import { shownOrFailure } from '../showing/shown-values';
import { filterIndex } from './filter-index';
import { hookedField } from './hooked-field';

/** Characters of the longest text that an index takes. */
const LONGEST_KEY = 400;

/** Makes a field of a post-like kind from its schema. Throws an Error with one sentence for what cannot be filtered or sorted by. */
export function schemaField(kind: KindDraft, name: string, declared: SchemaField, plugin: string): MadeField {
  const owner = { plugin, kind: kind.kind, plural: kind.plural, field: name };
  const { filter, sort, search, shared, stored, write, show: showOne, read, answers, ...arg } = hookedField(declared, owner);
  const path = `fields.${name}` as const;
  const empty = arg.default !== undefined && typeof arg.default !== 'function' ? arg.default : null;
  const show: KindField['show'] = read
    ? (records, view, shown) => read(records, view, shown)
    : (records, view) => records.map((record) => shown(record, record.fields?.[name], view));
  // A default is what would be sent, and not what would be stored.
  const shown = (record: PostRecord, value: unknown, view: View) =>
    value === undefined || value === null ? empty : showOne ? shownOrFailure(() => showOne(value, record, view)) : value;
  const isTaken = stored !== false;
  const shower = read ? 'read' : showOne ? 'show' : undefined;
  const narrowing = filter === undefined ? undefined : filterOf(kind, name, arg, filter, empty);
  const order = sort === undefined ? undefined : orderOf(kind, name, arg);
  if (search && !SEARCHED.includes(typeOf(arg)))
    throw new Error('"search" needs the type string, integer or number, or an array of one of them: name it, or leave it out.');
  return {
    field: {
      name,
      plugin,
      empty,
      ...(isTaken && { arg, path }),
      ...(isTaken && !isNothing(empty) && { initial: empty }),
      ...(shared && { shared: { path, by: shared } }),
      ...(isTaken && arg.required !== true && { cleared: { value: empty } }),
      ...(isTaken && write && { write: (value, context) => (value === null ? null : write(value, context, name)) }),
      ...((isTaken || read) && { show, answer: () => fieldAnswer(declared, empty) }),
      ...(shower && { showing: { hook: shower, ...owner } }),
      ...(isTaken && !read && { always: true }),
      ...(narrowing && { filter: narrowing.filter }),
      ...(order && { sort: { field: order.field, hint: order.index.name } }),
    },
    extension: {
      indexes: [...(narrowing?.indexes ?? []), ...(order ? [order.index] : [])],
      ...((search || order?.key) && {
        keys: (record, keys) => ({
          ...keys,
          ...(search && { text: textsOf(record, name).reduce<unknown>(withLine, keys['text']) }),
          ...(order?.key && { [`by_${name}`]: order.key(record) }),
        }),
      }),
    },
  };
}

const isNothing = (empty: unknown): boolean => empty === null || (Array.isArray(empty) && empty.length === 0);

const textsOf = (record: Pick<Post, 'fields'>, name: string): string[] => {
  const value = record.fields?.[name];
  return (
    (Array.isArray(value) ? value : [value])
      // Of a date that is none nothing is found.
      .map((one) => (one instanceof Date ? one.toJSON() : one))
      .filter((one) => typeof one === 'string' || typeof one === 'number')
      .map(String)
  );
};

const SCALARS: readonly unknown[] = ['string', 'integer', 'number', 'boolean'];
const SEARCHED: readonly unknown[] = ['string', 'integer', 'number'];

/** The type of a value, or of the items of a list. */
const typeOf = ({ type, items }: Arg): unknown => (type === 'array' ? items?.type : type);

/** Tells whether every value of a schema fits into an index. */
const isShort = ({ type, enum: choices, format, maxLength }: Schema): boolean =>
  type !== 'string' || choices !== undefined || format === 'date-time' || (maxLength ?? Number.POSITIVE_INFINITY) <= LONGEST_KEY;

/** A record that was never given a value has the default, and is found by it. */
function filterOf(kind: KindDraft, name: string, arg: Arg, filter: true | FieldFilter, empty: unknown) {
  const path = `fields.${name}`;
  const description = {
    en: `Limit to ${kind.names.en} by: ${arg.description.en}`,
    fr: `Limiter les ${kind.names.fr} selon : ${arg.description.fr}`,
  };
  if (filter !== true) {
    const { required: _, default: __, ...taken } = arg;
    const paths = filter.index ?? [];
    const hint = `with_${name}`;
    const keys = Object.fromEntries(paths.map((one) => [one, 1]));
    return {
      filter: { ...filter, arg: taken, ...(paths.length > 0 && { hint }) },
      indexes: paths.length > 0 ? [index(hint, { ...kind.listed, ...keys } as Record<string, 1>)] : [],
    };
  }
  if (arg.type === 'boolean') {
    const hint = `with_${name}`;
    return {
      filter: {
        arg: { type: 'boolean', description } as Arg,
        where: (value: unknown) => ({ [path]: value === (empty === true) ? { $ne: empty !== true } : empty !== true }),
        blank: (value: unknown) => value === (empty === true),
        hint,
      },
      indexes: [index(hint, { ...kind.listed, [path]: 1 } as Record<string, 1>)],
    };
  }
  const item: Schema | undefined = arg.type === 'array' ? arg.items : arg;
  if (item === undefined || !SCALARS.includes(item.type)) {
    throw new Error(
      '"filter" needs the type string, integer, number or boolean, or an array of one of them: name it, or filter by "where".',
    );
  }
  if (!isShort(item)) throw new Error(`"filter" needs texts of an enum or with a maxLength of at most ${LONGEST_KEY}: add one of them.`);
  const { type, enum: choices, format } = item;
  const items: Schema = { type, ...(choices && { enum: choices }), ...(format && { format }) } as Schema;
  /** Whether a record that was never given a value passes. */
  const blank = (wanted: unknown): boolean => [empty].flat().some((one) => one !== null && (wanted as unknown[]).includes(one));
  const filtered = filterIndex(kind, name, path);
  return {
    filter: {
      arg: {
        type: 'array',
        items,
        minItems: 1,
        ...(type === 'string' && textsFilter(name, items)),
        description,
      } as Arg,
      where: (value: unknown) => ({ [path]: { $in: blank(value) ? [...(value as unknown[]), null] : value } }),
      blank,
      hint: filtered.name,
    },
    indexes: [filtered],
  };
}

/** A filter by texts: blanks part no texts, as they do in the CMS' lists; a comma does, unless an array is sent. */
function textsFilter(name: string, item: Schema) {
  const check = compileSchema(item);
  const read = (value: unknown): unknown[] => named(listOf(value)).map((one) => check(one, name));
  return {
    validate(value: unknown): true {
      const texts = read(value);
      const refusal = texts.find((one) => one instanceof ApiError);
      if (refusal) throw refusal;
      if (texts.length === 0 || texts.length > MOST_LINKS) throw errors.invalidValue(TEXTS);
      return true;
    },
    sanitize: (value: unknown): unknown[] => [...new Set(read(value))],
  };
}

const TEXTS: Text = {
  en: `Send one value or several, at most ${MOST_LINKS}, in a list or with commas between them.`,
  fr: `Envoyez une ou plusieurs valeurs, au plus ${MOST_LINKS}, dans une liste ou séparées par des virgules.`,
};

/**
 * Texts are sorted as people read them: folded, in a key of their own. So is what a password can hide: in the key of a protected record there is
 * nothing, so that its place in a list does not tell its value.
 */
function orderOf(kind: KindDraft, name: string, { type }: Arg) {
  if (!SCALARS.includes(type)) throw new Error('"sort" needs the type string, integer, number or boolean: name one, or leave it out.');
  const isText = type === 'string';
  const hasKey = isText || kind.protectable;
  const field = hasKey ? `keys.by_${name}` : `fields.${name}`;
  const own = { language: 1, [field]: 1, _id: 1, status: 1, author: 1, password: 1 } as const;
  const key = (record: Omit<Post, 'keys'>): unknown => {
    if (record.password !== '') return isText ? '' : null;
    return isText ? nameKey(textsOf(record, name).join('\n')) : (record.fields?.[name] ?? null);
  };
  return { field, ...(hasKey && { key }), index: index(`by_${name}`, own) };
}
