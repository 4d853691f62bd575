import type { Sibling, Store, Stored } from '../../database';
import { isServed, type Language, type Served } from '../../language';

/** Which members of translation groups somebody is shown: by what the others tell of one, and by the record itself, which decides. */
export interface Visibility<R extends Stored> {
  told(sibling: Sibling): boolean;
  seen(record: R): boolean;
  /** Whether a record is shown as it is named where no member of its group is seen; without it none is. */
  kept?(record: R): boolean;
}

/** The sight of what is hidden from nobody, such as terms. */
export const EVERY_MEMBER: Visibility<Stored> = { told: () => true, seen: () => true };

/** How records are named by another one: by their IDs, and in which language it speaks; without one they are shown as they are named. */
export interface Naming {
  readonly ids: readonly number[];
  readonly language?: Language;
}

/**
 * Answers, for each naming, the records that are shown of what it names, in its order and each once: the member of the translation group in its
 * language, else the one that is named, else any other in the order of the languages, the first that is seen; one whose language is not served is not. One query, and one more for
 * translations that nothing names.
 */
export async function shownMembers<R extends Stored>(
  records: Pick<Store<R>, 'many'>,
  namings: readonly Naming[],
  sight: Visibility<NoInfer<R>>,
  served: Served,
): Promise<R[][]> {
  const named = await records.many(namings.flatMap(({ ids }) => ids));
  const missing = new Set<number>();
  for (const { ids, language } of namings) {
    for (const record of ids.flatMap((id) => named.get(id) ?? [])) {
      for (const member of inOrder(record, language, served)) {
        const known = named.get(member.id);
        if (known && sight.seen(known)) break;
        if (!known && sight.told(member)) missing.add(member.id);
      }
    }
  }
  const others = await records.many(missing);
  const memberOf = (record: R, language: Language | undefined): R | undefined => {
    for (const { id } of inOrder(record, language, served)) {
      const member = named.get(id) ?? others.get(id);
      if (member && sight.seen(member)) return member;
    }
    return sight.kept?.(record) ? record : undefined;
  };
  return namings.map(({ ids, language }) => {
    const shown = ids.flatMap((id) => {
      const record = named.get(id);
      return (record && memberOf(record, language)) ?? [];
    });
    return [...new Map(shown.map((record) => [record._id, record])).values()];
  });
}

/** What a record links, as it is shown to who writes it. */
export interface VisibleLinks {
  /** The linked IDs that each shown record stands for. */
  readonly meant: ReadonlyMap<number, readonly number[]>;
  /** Those of which nothing is shown: what one cannot see one cannot take away either. */
  readonly hidden: readonly number[];
}

/** Tells what somebody is shown of each linked record by itself; of one that is gone there is nothing to tell. */
export async function visibleLinks<R extends Stored>(
  records: Pick<Store<R>, 'many'>,
  { ids, ...naming }: Naming,
  sight: Visibility<NoInfer<R>>,
  served: Served,
): Promise<VisibleLinks> {
  const namings = ids.map((id) => ({ ...naming, ids: [id] }));
  const shown = await shownMembers(records, namings, { ...sight, kept: () => true }, served);
  const meant = new Map<number, number[]>();
  const hidden: number[] = [];
  for (const [place, id] of ids.entries()) {
    const [record] = shown[place] ?? [];
    if (record !== undefined && isServed(record.language, served) && sight.seen(record))
      meant.set(record._id, [...(meant.get(record._id) ?? []), id]);
    else if (record !== undefined) hidden.push(id);
  }
  return { meant, hidden };
}

/** The members of a record's group, those that are rather shown first. */
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
