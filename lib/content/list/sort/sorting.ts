import type { IndexDescription } from 'mongodb';
import { index, type NamedIndex, NEWEST } from '../../../database';
import { errors } from '../../../errors';
import type { Arg, Schema } from '../../../registry';
import type { Order, PostLike, PostLikeDeclaration, Sent, TypeDraft } from '../../types';
import { listOf, named, readOnce } from '../../values';
import { ordersOf } from './ordering';

/** Most names in one `sort`. */
const MOST_NAMES = 5;

/** The orders of every list, with the stored fields. `date` comes on top of them. */
const COMMON: Readonly<Record<string, string>> = { title: 'keys.collated', modified: 'modified' };
const DATE: Order = { field: 'date', hint: NEWEST.name };

/** The name of the index for an order. */
const indexName = (name: string): string => `sort_${name}`;

/** The orders of a content type, with the stored fields. */
const storedFields = ({ sorts }: Pick<PostLikeDeclaration, 'sorts'>): Readonly<Record<string, string>> => ({ ...COMMON, ...sorts });

/** The indexes for the orders of `sort`. They contain the fields that list filters compare. The default order has an index already. */
export const sortIndexes = (
  type: Pick<PostLikeDeclaration, 'sorts' | 'order'>,
  { listed }: Pick<TypeDraft, 'listed'>,
): readonly NamedIndex[] =>
  Object.entries(storedFields(type)).flatMap(([name, field]) =>
    isOrder(type.order, field)
      ? []
      : [index(indexName(name), { language: 1, [field]: 1, _id: 1, ...without(listed, ['language', field, '_id']) } as Record<string, 1>)],
  );

const without = (key: TypeDraft['listed'], names: readonly string[]): Record<string, 1> =>
  Object.fromEntries(
    Object.keys(key)
      .filter((name) => !names.includes(name))
      .map((name) => [name, 1]),
  );

/** True if an index sorts by this field, after the fields that are equal in all records of a list. */
const isOrder = (order: IndexDescription | undefined, field: string): boolean =>
  Object.keys(order?.key ?? {}).find((name) => !['language', 'hidden', 'status'].includes(name)) === field;

type SortedType = Pick<PostLike, 'sorts' | 'order' | 'fields' | 'filters' | 'names'>;

/** The orders that `sort` may name, with field and index. Null: a filter provides the order. */
export const sortsOf = (type: Omit<SortedType, 'names'>): ReadonlyMap<string, Order | null> =>
  new Map<string, Order | null>([
    ...Object.entries(storedFields(type)).map(([name, field]): [string, Order] => [
      name,
      { field, hint: isOrder(type.order, field) ? String(type.order?.name) : indexName(name) },
    ]),
    ['date', DATE],
    ...type.filters.flatMap(({ ranks = {} }) => Object.keys(ranks).map((name): [string, null] => [name, null])),
    ...ordersOf({ fields: type.fields }),
  ]);

/** One order of `sort`, with its direction. */
export interface RequestedOrder {
  readonly name: string;
  readonly isDown: boolean;
}

/** The value of `sort` in links, as it was sent. */
export const sortInLinks = ({ sort }: Sent): readonly string[] | undefined =>
  (sort as readonly RequestedOrder[] | undefined)?.map(({ name, isDown }) => (isDown ? `-${name}` : name));

const readName = (sent: unknown): RequestedOrder => {
  const text = String(sent);
  return text.startsWith('-') ? { name: text.slice(1), isDown: true } : { name: text, isDown: false };
};

/** The arg `sort`. */
export function sortArg(type: SortedType): Arg {
  const all = [...sortsOf(type)].sort(([one], [other]) => (one < other ? -1 : 1));
  const names = all.map(([name]) => name);
  const ranks = all.filter(([, order]) => order === null).map(([name]) => name);
  const choices = names.flatMap((name) => [name, `-${name}`]);
  const items: Schema = { type: 'string', enum: choices };
  return {
    type: 'array',
    items,
    ...readOnce<readonly RequestedOrder[] | undefined>({
      read(sent, { params }) {
        const entries = named(listOf(sent));
        if (entries.length === 0 || entries.length > MOST_NAMES || !entries.every((one) => choices.includes(one as string)))
          return undefined;
        const requested = entries.map(readName);
        if (new Set(requested.map(({ name }) => name)).size < requested.length) return undefined;
        const late = requested.slice(1).find(({ name }) => ranks.includes(name));
        if (late !== undefined)
          throw errors.invalidValue({ en: `Name ${late.name} before all others.`, fr: `Nommez ${late.name} avant tous les autres.` });
        const refusals = type.filters.flatMap((filter) => requested.flatMap(({ name }) => filter.ranks?.[name]?.(params) ?? []));
        if (refusals[0]) throw refusals[0];
        return requested;
      },
      none: undefined,
      refuse: {
        en: `Send ${names.join(', ')}, or several of them with commas between them, each once; -${names[0]} for the opposite order.`,
        fr: `Envoyez ${names.join(', ')}, ou plusieurs d’entre eux séparés par des virgules, chacun une fois ; -${names[0]} pour l’ordre inverse.`,
      },
    }),
    accepts: { type: 'array', items, minItems: 1, maxItems: MOST_NAMES, uniqueItems: true },
    description: {
      en: `What to sort the ${type.names.en} by: ${names.join(', ')}, descending with a hyphen before it`,
      fr: `Les critères de tri des ${type.names.fr} : ${names.join(', ')}, en ordre décroissant avec un trait d’union devant`,
    },
  };
}

/** The order of a list, from `sort`. */
export interface Sorting {
  /** Undefined: the default order, after `rank`. */
  readonly sort: Readonly<Record<string, 1 | -1>> | undefined;
  /** The index of this order, if there is one. */
  readonly hint: string | undefined;
  /** The index of the first of several orders. */
  readonly leadingHint?: string | undefined;
  /** The order of a filter, which comes before all others. */
  readonly rank: RequestedOrder | undefined;
}

/** Translates `sort` into an order of the database. Undefined without `sort`. */
export function sortingOf(type: Omit<SortedType, 'names'>, { sort }: Sent): Sorting | undefined {
  if (sort === undefined) return undefined;
  const orders = sortsOf(type);
  const requested = sort as readonly RequestedOrder[];
  const [first] = requested;
  const rank = first && orders.get(first.name) === null ? first : undefined;
  const stored = requested.flatMap(({ name, isDown }) => {
    const order = orders.get(name);
    return order ? [{ ...order, direction: isDown ? (-1 as const) : (1 as const) }] : [];
  });
  if (stored.length === 0) return { sort: undefined, hint: undefined, rank };
  const last = stored.at(-1)?.direction ?? 1;
  return {
    sort: { ...Object.fromEntries(stored.map(({ field, direction }) => [field, direction])), _id: last },
    hint: stored.length === 1 ? stored[0]?.hint : undefined,
    leadingHint: stored.length > 1 && rank === undefined ? stored[0]?.hint : undefined,
    rank,
  };
}
