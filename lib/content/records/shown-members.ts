import type { Sibling, Store, Stored } from '../../database';
import { isServed, type Language, type Served } from '../../language';

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

/** The visibility of records that everybody may see. */
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
  namings: readonly LinkedIds[],
  visibility: Visibility<NoInfer<R>>,
  served: Served,
): Promise<R[][]> {
  const named = await records.many(namings.flatMap(({ ids }) => ids));
  const missing = new Set<number>();
  for (const { ids, language } of namings) {
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
  return namings.map(({ ids, language }) => {
    const shown = ids.flatMap((id) => {
      const record = named.get(id);
      return (record && memberOf(record, language)) ?? [];
    });
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
  { ids, ...naming }: LinkedIds,
  visibility: Visibility<NoInfer<R>>,
  served: Served,
): Promise<VisibleLinks> {
  const namings = ids.map((id) => ({ ...naming, ids: [id] }));
  const shown = await shownMembers(records, namings, { ...visibility, fallbackVisible: () => true }, served);
  const visible = new Map<number, number[]>();
  const hidden: number[] = [];
  for (const [index, id] of ids.entries()) {
    const [record] = shown[index] ?? [];
    if (record !== undefined && isServed(record.language, served) && visibility.recordVisible(record))
      visible.set(record._id, [...(visible.get(record._id) ?? []), id]);
    else if (record !== undefined) hidden.push(id);
  }
  return { visible, hidden };
}

/** Iterates over the members of a record's group, the preferred ones first. */
function* inOrder<R extends Stored>(record: R, language: Language | undefined, served: Served): Generator<Sibling> {
  const { _id: id, slug, translations } = record;
  const first = language === undefined || language === record.language ? undefined : translations[language];
  if (first) yield first;
  if (isServed(record.language, served)) yield { id, slug };
  for (const other of served.languages) {
    const sibling = translations[other];
    if (sibling && other !== language) yield sibling;
  }
}
