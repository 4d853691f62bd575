import type { Arg } from '../../../registry';
import type { Clause, ListFilter, Sent, View } from '../../types';

/** The behaviour of a filter with one arg. */
interface By<V> {
  where(value: V, view: View, sent: Sent): Clause | undefined | Promise<Clause | undefined>;
  /** The value that links repeat. By default the sent one. */
  inLinks?(value: V, view: View): unknown;
  /** True if links repeat the arg after the status. */
  readonly last?: true;
}

/** Makes a list filter with one arg. */
export const filterBy = <V>(name: string, arg: Arg, { where, inLinks, last }: By<V>): ListFilter => ({
  args: { [name]: arg },
  where: (sent, view) => (sent[name] === undefined ? undefined : where(sent[name] as V, view, sent)),
  async links(sent, view) {
    const value = sent[name];
    const repeated = value === undefined || inLinks === undefined ? value : await inLinks(value as V, view);
    return { [last ? 'last' : 'first']: { [name]: repeated } };
  },
});
