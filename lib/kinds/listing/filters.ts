import { canRead } from '../../access/posts';
import type { Text } from '../../language';
import type { Posts } from '../../records/posts';
import type { Arg } from '../../registry/args';
import type { Lasting } from '../../registry/lasting';
import { idsIn } from '../../values/ids';
import type { Sent, View } from '../context';
import { groupOf } from '../group-members';
import type { ListFilter, Narrowing } from '../post-like';
import { ownedBy, type PostRecord } from '../post-record';
import { inOneLine, matching } from '../searching';
import { searchArg } from './reading-args';

/** What a filter by one arg says beside it. */
interface By<V> {
  where(value: V, view: View, sent: Sent): Narrowing | undefined | Promise<Narrowing | undefined>;
  /** What links repeat; what was sent unless given. */
  inLinks?(value: V, view: View): unknown;
  /** Whether links repeat it behind the status. */
  readonly last?: true;
  /** How long what it comes to stays the same where the clock decides. */
  lasts?(value: V): Lasting;
  /** The collections that it looks into, beside the records that it finds; any unless given. */
  readonly reads?: readonly string[];
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
  ...(lasts && { lasts: (sent: Sent) => (sent[name] === undefined ? 'always' : lasts(sent[name] as V)) }),
  ...(reads && { reads }),
});

/** A search for words and phrases in all texts; of a protected record only what stands under `titleKey` is searched, as only the title is shown. */
export const wordSearch = (description: Text, titleKey?: string): ListFilter =>
  filterBy<string>('search', searchArg(description), {
    reads: [],
    where(search, { language }) {
      const texts = matching(search, 'keys.text', language);
      if (texts.length === 0) return undefined;
      if (titleKey === undefined) return { condition: { $and: texts } };
      const titles = matching(search, titleKey, language);
      return {
        condition: (open) =>
          Object.keys(open).length === 0 ? { $and: texts } : { $or: [{ $and: [open, ...texts] }, { $and: [{ $nor: [open] }, ...titles] }] },
      };
    },
  });

/** A search for words that stand in one text, in any order. */
export const lineSearch = (description: Text): ListFilter =>
  filterBy<string>('search', searchArg(description), { reads: [], where: (search) => ({ condition: inOneLine(search, 'keys.text') }) });

/** What tells the translations of a record, and who may know of them. */
const GROUP = { translations: 1, status: 1, author: 1, trashed: 1 } as const;

/** A filter by IDs of the records themselves or of translations of theirs; what the user may not read leads to none. */
export const includeFilter = (postsOf: () => Pick<Posts<PostRecord>, 'collection'>, plural: string, description: Text): ListFilter =>
  filterBy<number[]>(
    'include',
    { ...idsIn(), description },
    {
      async where(ids, { user }) {
        const named = postsOf()
          .collection()
          .find({ _id: { $in: ids } }, { projection: GROUP });
        const known = (await named.toArray()).filter((record) => canRead(user, plural, ownedBy(record)));
        return { condition: { _id: { $in: [...new Set([...ids, ...known.flatMap(groupOf)])] } }, index: null };
      },
      last: true,
      reads: [plural],
    },
  );
