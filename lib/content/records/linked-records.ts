import type { Owned } from '../../access';
import type { Sibling, Store, Stored } from '../../database';
import { ALL_LANGUAGES, isServed, type Language, type Served } from '../../language';
import { type PostRecord, recordLanguage, type WriteContext } from '../types';

/**
 * The visibility of records for a reader. `siblingVisible` is a first guess from an entry in the `translations` of another record;
 * `recordVisible` decides by the record itself.
 */
export interface Visibility<R extends Stored> {
  siblingVisible(sibling: Sibling): boolean;
  recordVisible(record: R): boolean;
  /** True if a record without any visible member of its group is shown as named. By default it is left out. */
  fallbackVisible?(record: R): boolean;
}

export const ALL_VISIBLE: Visibility<Stored> = { siblingVisible: () => true, recordVisible: () => true };

/** IDs in a link, and the language of the linking record. Without a language, the named record comes before its translations. */
export interface LinkedIds {
  readonly ids: readonly number[];
  readonly language?: Language;
}

/**
 * Finds the visible records behind links, for each link in its order and without duplicates.
 * From a translation group it takes the member in the link's language, else the named one, else the first visible one in the order of the
 * served languages.
 * Needs one query, or two if some translations were not named.
 */
export async function shownMembers<R extends Stored>(
  records: Pick<Store<R>, 'many'>,
  links: readonly LinkedIds[],
  visibility: Visibility<NoInfer<R>>,
  served: Served,
): Promise<R[][]> {
  const named = await records.many(links.flatMap(({ ids }) => ids));
  const missing = new Set<number>();
  for (const { ids, language } of links) {
    for (const record of ids.flatMap((id) => named.get(id) ?? [])) {
      for (const member of inOrder(record, language, served)) {
        const found = named.get(member.id);
        if (found && visibility.recordVisible(found)) break;
        if (!found && visibility.siblingVisible(member)) missing.add(member.id);
      }
    }
  }
  const others = await records.many(missing);
  const memberOf = (record: R, language: Language | undefined): R | undefined => {
    for (const { id } of inOrder(record, language, served)) {
      const member = named.get(id) ?? others.get(id);
      if (member && visibility.recordVisible(member)) return member;
    }
    return visibility.fallbackVisible?.(record) ? record : undefined;
  };
  return links.map(({ ids, language }) => {
    const shown = ids.flatMap((id) => named.get(id) ?? []).flatMap((record) => memberOf(record, language) ?? []);
    return [...new Map(shown.map((record) => [record._id, record])).values()];
  });
}

/** The links of a record, from the view of its writer. */
export interface VisibleLinks {
  /** The stored IDs behind each visible record. */
  readonly visible: ReadonlyMap<number, readonly number[]>;
  /** Stored IDs without a visible record. A writer cannot remove what he cannot see. */
  readonly hidden: readonly number[];
}

/** Splits linked IDs into visible and hidden ones. IDs of records that are gone are in neither. */
export async function visibleLinks<R extends Stored>(
  records: Pick<Store<R>, 'many'>,
  { ids, ...link }: LinkedIds,
  visibility: Visibility<NoInfer<R>>,
  served: Served,
): Promise<VisibleLinks> {
  const links = ids.map((id) => ({ ...link, ids: [id] }));
  const shown = await shownMembers(records, links, { ...visibility, fallbackVisible: () => true }, served);
  const visible = new Map<number, number[]>();
  const hidden: number[] = [];
  for (const [index, id] of ids.entries()) {
    const [record] = shown[index] ?? [];
    if (record === undefined) continue;
    if (isServed(record.language, served) && visibility.recordVisible(record))
      visible.set(record._id, [...(visible.get(record._id) ?? []), id]);
    else hidden.push(id);
  }
  return { visible, hidden };
}

/** Iterates over the members of a record's group, the preferred ones first. */
function* inOrder(record: Stored, language: Language | undefined, served: Served): Generator<Sibling> {
  const { _id: id, slug, translations } = record;
  const first = language === undefined || language === record.language ? undefined : translations[language];
  if (first) yield first;
  if (isServed(record.language, served)) yield { id, slug };
  for (const other of served.languages) {
    const sibling = translations[other];
    if (sibling && other !== language) yield sibling;
  }
}

/** The author and status of a translation, as the other members of its group store them. */
export const ownedAs = ({ author = 0, status, was }: Sibling): Owned => ({ author, status, was }) as Owned;

/** The IDs of a record's translation group, its own first. */
export const groupOf = ({ _id, translations }: Pick<Stored, '_id' | 'translations'>): number[] => [
  _id,
  ...Object.values(translations).map(({ id }) => id),
];

/**
 * The IDs of the translation groups of some records, since stored links may name any member. A group without a visible member is left out.
 * Needs one query, or two if a named member is hidden.
 */
export async function groupMembers<R extends Stored>(
  records: Pick<Store<R>, 'many'>,
  ids: readonly number[],
  visibility: Visibility<NoInfer<R>>,
): Promise<number[]> {
  const links = ids.map((id) => ({ ids: [id] }));
  const shown = await shownMembers(records, links, visibility, ALL_LANGUAGES);
  return [...new Set(shown.flat().flatMap(groupOf))];
}

interface LinkTarget<R extends Stored> {
  readonly records: Pick<Store<R>, 'many'>;
  readonly visibility: Visibility<NoInfer<R>>;
  readonly served: Served;
}

/** Reads the linked records for each record, as they are visible in its language (see `shownMembers`). */
export const linkedMembers = <R extends Stored>(
  shown: readonly PostRecord[],
  { records, visibility, served, idsOf }: LinkTarget<R> & { idsOf(record: PostRecord): readonly number[] },
): Promise<R[][]> => {
  const links = shown.map((record) => ({ ids: idsOf(record), language: record.language }));
  return shownMembers<R>(records, links, visibility, served);
};

/** Finds the links of a record that its writer sees. Clients may send back what they have read, and that must change nothing. */
export const visibleToWriter = <R extends Stored>(
  { records, visibility, served }: LinkTarget<R>,
  ids: readonly number[],
  context: WriteContext<PostRecord>,
): Promise<VisibleLinks> =>
  visibleLinks<R>({ many: (some) => records.many(some, context.session) }, { ids, language: recordLanguage(context) }, visibility, served);
