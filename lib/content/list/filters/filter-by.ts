import type { Arg } from '../../../registry';
import type { Clause, ListFilter, Sent, View } from '../../types';

/** What a filter by one arg says beside it. */
interface By<V> {
  where(value: V, view: View, sent: Sent): Clause | undefined | Promise<Clause | undefined>;
  /** What links repeat; what was sent unless given. */
  inLinks?(value: V, view: View): unknown;
  /** Whether links repeat it behind the status. */
  readonly last?: true;
}

/** Makes a filter by one arg. */
export const filterBy = <V>(name: string, arg: Arg, { where, inLinks, last }: By<V>): ListFilter => ({
  args: { [name]: arg },
  where: (sent, view) => (sent[name] === undefined ? undefined : where(sent[name] as V, view, sent)),
  async links(sent, view) {
    const value = sent[name];
    const repeated = value === undefined || inLinks === undefined ? value : await inLinks(value as V, view);
    return { [last ? 'last' : 'first']: { [name]: repeated } };
  },
});
