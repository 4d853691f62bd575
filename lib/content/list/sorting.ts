import { index, type NamedIndex, NEWEST } from '../../database';
import { ApiError, errors } from '../../errors';
import { type Arg, type Args, compileSchema, type Schema } from '../../registry';
import type { Order, PostLike, PostLikeDeclaration, TypeBasics } from '../types';
import { convertingArg, listOf, nonEmpty } from '../values';

/** The properties of a content type that decide how its lists can be sorted. */
export type SortedType = Pick<PostLike, 'fields' | 'orders' | 'names' | 'sortFields' | 'listIndex' | 'filters'>;

/** Returns the sort orders that the arg `orderby` may name, each with its stored field and index. */
export const ordersOf = ({ orders, fields }: Pick<SortedType, 'fields' | 'orders'>): ReadonlyMap<string, Order> =>
  new Map<string, Order>([...Object.entries(orders ?? {}), ...fields.flatMap(({ name, sort }) => (sort ? [[name, sort] as const] : []))]);

const DIRECTIONS = { type: 'string', enum: ['asc', 'desc'] } as const satisfies Schema;
const readDirection = compileSchema(DIRECTIONS);
const ANY: Schema = { type: 'string' };

/** Declares the args `orderby` and `order`. A type without orders does not have them. */
function orderingArgs(type: SortedType): Args {
  const names = [...ordersOf(type).keys()];
  if (names.length === 0) return {};
  if (type.orders === undefined) return tolerantArgs(type, names);
  return {
    orderby: {
      type: 'string',
      enum: names,
      description: { en: `The field to sort the ${type.names.en} by`, fr: `Le critère de tri des ${type.names.fr}` },
    },
    order: { ...DIRECTIONS, description: { en: 'The sort direction', fr: 'Le sens du tri' } },
  };
}

/** Declares `orderby` and `order` for types whose orders all come from plugins. Unknown names are ignored, since old clients send any. */
function tolerantArgs({ names }: SortedType, orders: readonly string[]): Args {
  const isOrder = (value: unknown): boolean => typeof value === 'string' && orders.includes(value);
  const orderby: Arg = {
    type: 'string',
    validate: () => true,
    sanitize: (value) => (isOrder(value) ? value : undefined),
    accepts: ANY,
    description: {
      en: `The field to sort the ${names.en} by: ${orders.join(', ')}. Anything else is ignored`,
      fr: `Le critère de tri des ${names.fr} : ${orders.join(', ')}. Toute autre valeur est ignorée`,
    },
  };
  const order: Arg = {
    type: 'string',
    validate(value, { params }) {
      const direction = isOrder(params['orderby']) ? readDirection(value, 'order') : true;
      if (direction instanceof ApiError) throw direction;
      return true;
    },
    sanitize: (value, { params }) => (isOrder(params['orderby']) ? value : undefined),
    accepts: ANY,
    description: {
      en: `The sort direction, asc or desc, if \`orderby\` is one of ${orders.join(', ')}. Otherwise it is ignored`,
      fr: `Le sens du tri, asc ou desc, si \`orderby\` vaut ${orders.join(', ')}. Sinon il est ignoré`,
    },
  };
  return { orderby, order };
}

/** The maximum number of names in the arg `sort`. */
const MOST_NAMES = 5;

/** Sort orders of every list besides `date`, with their stored fields. */
const COMMON: Readonly<Record<string, string>> = { title: 'keys.collated', modified: 'modified' };
const DATE: Order = { field: 'date', hint: NEWEST.name };

/** Returns the sort orders by stored fields, each with its index. The default order of the list has an index already. */
const storedOrders = ({
  sortFields,
  listIndex,
}: Pick<PostLikeDeclaration, 'sortFields' | 'listIndex'>): (Order & { readonly name: string })[] => {
  // The fields before are equal in all records of a list.
  const first = Object.keys(listIndex?.key ?? {}).find((name) => !['language', 'hidden', 'status'].includes(name));
  return Object.entries({ ...COMMON, ...sortFields }).map(([name, field]) => ({
    name,
    field,
    hint: field === first ? String(listIndex?.name) : `sort_${name}`,
  }));
};

/** Returns the MongoDB indexes for the arg `sort`, with the fields that list filters compare. */
export const sortIndexes = (
  type: Pick<PostLikeDeclaration, 'sortFields' | 'listIndex'>,
  { listed }: Pick<TypeBasics, 'listed'>,
): readonly NamedIndex[] =>
  storedOrders(type)
    .filter(({ hint }) => hint !== type.listIndex?.name)
    .map(({ field, hint }) => {
      const names = new Set(['language', field, '_id', ...Object.keys(listed)]);
      return index(hint, Object.fromEntries([...names].map((one) => [one, 1 as const])));
    });

/** Returns the sort orders that the arg `sort` may name, with field and index. Null means that the order is by tiers of a filter. */
export const sortsOf = (type: Omit<SortedType, 'names'>): ReadonlyMap<string, Order | null> =>
  new Map<string, Order | null>([
    ...storedOrders(type).map(({ name, ...order }) => [name, order] as const),
    ['date', DATE],
    ...type.filters.flatMap(({ tiers = {} }) => Object.keys(tiers).map((name): [string, null] => [name, null])),
    ...ordersOf({ fields: type.fields }),
  ]);

/** A name in the arg `sort`; `isDown` if the name has a hyphen before it. */
export interface RequestedOrder {
  readonly name: string;
  readonly isDown: boolean;
}

const readName = (sent: unknown): RequestedOrder => {
  const text = String(sent);
  return text.startsWith('-') ? { name: text.slice(1), isDown: true } : { name: text, isDown: false };
};

/** Declares the arg `sort`: one or several names, each ascending or descending. Orders by tiers must come first. */
function sortArg(type: SortedType): Arg {
  const sorts = sortsOf(type);
  const names = [...sorts.keys()].sort();
  const choices = names.flatMap((name) => [name, `-${name}`]);
  const items: Schema = { type: 'string', enum: choices };
  return {
    type: 'array',
    items,
    ...convertingArg<readonly RequestedOrder[] | undefined>({
      read(sent, { params }) {
        const entries = nonEmpty(listOf(sent));
        if (entries.length === 0 || entries.length > MOST_NAMES || !entries.every((one) => choices.includes(one as string)))
          return undefined;
        const requested = entries.map(readName);
        if (new Set(requested.map(({ name }) => name)).size < requested.length) return undefined;
        const late = requested.slice(1).find(({ name }) => sorts.get(name) === null);
        if (late !== undefined) throw errors.invalidValue({ en: `Put ${late.name} first.`, fr: `Nommez ${late.name} en premier.` });
        const refusals = type.filters.flatMap((filter) => requested.flatMap(({ name }) => filter.tiers?.[name]?.(params) ?? []));
        if (refusals[0]) throw refusals[0];
        return requested;
      },
      none: undefined,
      refuse: {
        en: `Send ${names.join(', ')}, or several of them separated by commas, each once. A hyphen reverses the order, as in -${names[0]}.`,
        fr: `Envoyez ${names.join(', ')}, ou plusieurs d’entre eux séparés par des virgules, chacun une fois. Un trait d’union inverse l’ordre, comme dans -${names[0]}.`,
      },
    }),
    accepts: { type: 'array', items, minItems: 1, maxItems: MOST_NAMES, uniqueItems: true },
    description: {
      en: `The fields to sort the ${type.names.en} by, separated by commas: ${names.join(', ')}. A hyphen before a field means descending order`,
      fr: `Les critères de tri des ${type.names.fr}, séparés par des virgules : ${names.join(', ')}. Un trait d’union devant un critère signifie l’ordre décroissant`,
    },
  };
}

/** Returns the list args of a type's fields: their filters, and the orders. */
export function fieldListArgs(type: SortedType): Args {
  const filters = type.fields.flatMap(({ name, filter }) => (filter ? [[name, filter.arg] as const] : []));
  return { ...Object.fromEntries(filters), ...orderingArgs(type), sort: sortArg(type) };
}
