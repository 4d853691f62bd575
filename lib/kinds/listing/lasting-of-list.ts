import type { Lasting } from '../../registry/answer-lifetime';
import type { Sent } from '../context';
import type { PostLike } from '../post-like';

/** How long a list stays the same while no record changes: as long as each of its filters does. */
export const lastingOfList = ({ filters }: Pick<PostLike, 'filters'>, sent: Sent): Lasting => {
  const all = filters.map(({ lasts }) => (lasts === 'always' ? lasts : lasts(sent)));
  return (['second', 'day'] as const).find((one) => all.includes(one)) ?? 'always';
};

/** Whether a list is narrowed by a field, the condition of which may look at anything. */
export const isForeign = ({ fields }: Pick<PostLike, 'fields'>, sent: Sent): boolean =>
  fields.some(({ name, filter }) => filter !== undefined && sent[name] !== undefined);
