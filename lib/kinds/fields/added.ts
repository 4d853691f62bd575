import { invalidParam } from '../../errors';
import type { Args } from '../../registry/args';
import type { Sent, View, WriteContext } from '../post-like/context';
import type { PostLike, PostLikeKind } from '../post-like/kind';
import type { PostRecord } from '../post-like/post-record';
import { isOpenTo } from '../post-like/visibility';
import type { Services } from '../services';
import type { AddedField } from './field';
import { shownValues } from './showing';

/** Makes a kind to which plugins can add fields, and enters it among the kinds of the service. */
export function extensible<R extends PostRecord, S extends object>(services: Services, kind: PostLikeKind<R, S>): PostLike<R, S> {
  const added = new Map<string, AddedField>();
  const made: PostLike<R, S> = {
    ...kind,
    added,
    async present(records, view) {
      const shown = await kind.present(records, view);
      return added.size === 0 ? shown : showAdded(made, records, view, shown, services.unshown);
    },
  };
  services.postLikes.set(kind.plural, made as unknown as PostLike<PostRecord>);
  return made;
}

/** The args of creation and update of what was added. */
export const addedArgs = (kind: Pick<PostLike<PostRecord>, 'added'>): Args =>
  Object.fromEntries([...kind.added.values()].flatMap(({ name, arg }) => (arg ? [[name, arg]] : [])));

/** What is stored of the added fields: what was sent, else what the record has. Empty where the kind has none. */
export async function storedFields<R extends PostRecord>(
  kind: PostLike<R>,
  sent: Sent,
  context: WriteContext<PostRecord>,
): Promise<Pick<PostRecord, 'fields'>> {
  const { added } = kind;
  const { current } = context;
  const fields: Record<string, unknown> = { ...current?.fields };
  for (const { name, arg, empty, write } of added.values()) {
    if (arg === undefined) continue;
    const isOld = sent[name] === undefined && fields[name] === undefined;
    // A default is stored as if it were sent; nothing is stored as nothing.
    const value = isOld && !isNothing(empty) ? empty : withoutNul(sent[name]);
    if (value === undefined) fields[name] ??= empty;
    else {
      const stored = write ? await write(value, context) : value;
      assertStorable(name, stored);
      fields[name] = stored;
    }
  }
  await kind.check?.(fields, context);
  return added.size === 0 ? {} : { fields };
}

const isNothing = (empty: unknown): boolean => empty === null || (Array.isArray(empty) && empty.length === 0);

/** Shows what was added beside what the kind shows, or in its place: to the compiler it stays what the kind shows. */
async function showAdded<R extends PostRecord, S extends object>(
  kind: PostLike<R, S>,
  records: readonly R[],
  view: View,
  shown: readonly S[],
  unshown: Services['unshown'],
): Promise<S[]> {
  const copies = shown.map((one) => Object.assign<Record<string, unknown>, S>({}, one));
  const answers: readonly Record<string, unknown>[] = copies;
  // Of a protected record lists show nothing that it hides.
  const open = records.map((record) => view.single || isOpenTo(view.user, kind.plural, record, view.password));
  const visible = records.filter((_, place) => open[place]);
  const seen = answers.filter((_, place) => open[place]);
  const closed = answers.filter((_, place) => !open[place]);
  for (const field of kind.added.values()) {
    const { name, show, outermost } = field;
    if (show === undefined || (outermost && view.embedded)) continue;
    const values = visible.length === 0 ? [] : await shownValues(field, visible, view, seen, unshown);
    for (const [place, answer] of seen.entries()) if (values[place] !== undefined) answer[name] = values[place];
    for (const answer of closed) if (!(name in answer)) answer[name] = null;
  }
  return copies;
}

/** A value as it was sent, the sign NUL left out of its texts (DIFFERENCES 49). */
function withoutNul(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '');
  if (Array.isArray(value)) return value.map(withoutNul);
  // What a plugin hands over itself can be of any class.
  if (typeof value !== 'object' || value === null || ![Object.prototype, null].includes(Object.getPrototypeOf(value))) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutNul(member)]));
}

/** How deep the members of a field may lie in one another: MongoDB stores 180 levels at least, of the whole record. */
const MOST_LEVELS = 100;

/** Refuses what no database stores though JSON can say it: members of too many levels, the sign NUL in a name, and the mark of BSON's own classes. */
function assertStorable(name: string, value: unknown, levels = MOST_LEVELS): void {
  if (typeof value !== 'object' || value === null) return;
  if (levels === 0 || Object.keys(value).some((key) => key.includes('\0') || key === '_bsontype')) {
    throw invalidParam(name, {
      en: `Send at most ${MOST_LEVELS} levels of members, and no name with the sign NUL or that is “_bsontype”.`,
      fr: `Envoyez au plus ${MOST_LEVELS} niveaux d’éléments, et aucun nom qui contienne le caractère NUL ou soit « _bsontype ».`,
    });
  }
  for (const member of Object.values(value)) assertStorable(name, member, levels - 1);
}
