import { ApiError } from '../../../errors';
import { type Arg, type Args, compileSchema, type Schema } from '../../../registry';
import type { Order, PostLike } from '../../types';

/** The parts of a content type that describe its orders. */
type OrderedType = Pick<PostLike, 'fields' | 'orders' | 'names'>;

/** The orders that `orderby` may name, with field and index. */
export const ordersOf = ({ orders, fields }: Pick<OrderedType, 'fields' | 'orders'>): ReadonlyMap<string, Order> =>
  new Map<string, Order>([...Object.entries(orders ?? {}), ...fields.flatMap(({ name, sort }) => (sort ? [[name, sort] as const] : []))]);

const DIRECTIONS = { type: 'string', enum: ['asc', 'desc'] } as const satisfies Schema;
const readDirection = compileSchema(DIRECTIONS);
const ANY: Schema = { type: 'string' };

/** The args `orderby` and `order`, if there is anything to sort by. */
export function orderingArgs(type: OrderedType): Args {
  const names = [...ordersOf(type).keys()];
  if (names.length === 0) return {};
  return type.orders === undefined ? tolerantArgs(type, names) : strictArgs(type, names);
}

const strictArgs = ({ names }: OrderedType, orders: readonly string[]): Args => ({
  orderby: {
    type: 'string',
    enum: orders,
    description: { en: `What to sort the ${names.en} by`, fr: `Le critère de tri des ${names.fr}` },
  },
  order: { ...DIRECTIONS, description: { en: 'The sort direction', fr: 'Le sens du tri' } },
});

/** Args for types that only plugins can sort. Old clients send `orderby` and `order` freely there, so unknown names are ignored. */
function tolerantArgs({ names }: OrderedType, orders: readonly string[]): Args {
  const isOrder = (value: unknown): boolean => typeof value === 'string' && orders.includes(value);
  const orderby: Arg = {
    type: 'string',
    validate: () => true,
    sanitize: (value) => (isOrder(value) ? value : undefined),
    accepts: ANY,
    description: {
      en: `What to sort the ${names.en} by: ${orders.join(', ')}; anything else is ignored`,
      fr: `Le critère de tri des ${names.fr} : ${orders.join(', ')} ; toute autre valeur est ignorée`,
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
      en: `The sort direction, asc or desc, where \`orderby\` is one of ${orders.join(', ')}; ignored elsewhere`,
      fr: `Le sens du tri, asc ou desc, lorsque \`orderby\` vaut ${orders.join(', ')} ; ignoré sinon`,
    },
  };
  return { orderby, order };
}
