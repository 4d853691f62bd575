import type { Lasting } from '../../registry/answer-lifetime';
import type { Arg } from '../../registry/args';
import type { Sent, View } from '../context';
import type { ListFilter, Narrowing } from '../post-like';

/** What a filter by one arg says beside it. */
interface By<V> {
  where(value: V, view: View, sent: Sent): Narrowing | undefined | Promise<Narrowing | undefined>;
  /** What links repeat; what was sent unless given. */
  inLinks?(value: V, view: View): unknown;
  /** Whether links repeat it behind the status. */
  readonly last?: true;
  /** How long what it comes to stays the same: always, unless the clock decides. */
  readonly lasts: 'always' | ((value: V) => Lasting);
  /** The collections that it looks into, beside the records that it finds. */
  readonly reads: readonly string[];
}

/** Makes a filter by one arg. */
export const filterBy = <V>(name: string, arg: Arg, { where, inLinks, last, lasts, reads }: By<V>): ListFilter => ({
  args: { [name]: arg },
  where: (sent, view) => (sent[name] === undefined ? undefined : where(sent[name] as V, view, sent)),
  async links(sent, view) {
    const value = sent[name];
    const repeated = value === undefined || inLinks === undefined ? value : await inLinks(value as V, view);
    return { [last ? 'last' : 'first']: { [name]: repeated } };
  },
  lasts: lasts === 'always' ? lasts : (sent) => (sent[name] === undefined ? 'always' : lasts(sent[name] as V)),
  reads,
});
