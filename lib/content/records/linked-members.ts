import type { Owned } from '../../access';
import { idsOfTranslations, type Sibling, type Store, type Stored } from '../../database';
import { ALL_LANGUAGES, isServed, type Language, type Served } from '../../language';
import { type PostRecord, recordLanguage, type WriteContext } from '../types';

/*
 * A link may name any member of a translation group. These functions find the member that a reader sees: the one in the
 * language of the linking record, or else one in another language. `shownMembers` has the rules.
 */

/**
 * Functions that decide if a reader may see a record. `siblingVisible` makes a first guess from an entry in another record's
 * `translations`; `recordVisible` decides from the record itself.
 */
export interface Visibility<R extends Stored> {
  siblingVisible(sibling: Sibling): boolean;
  recordVisible(record: R): boolean;
  /** True if a link shows the linked record itself when no translation is visible. By default the link shows nothing. */
  fallbackVisible?(record: R): boolean;
}

export const ALL_VISIBLE: Visibility<Stored> = { siblingVisible: () => true, recordVisible: () => true };

/** IDs in a link, and the language of the linking record. Without a language, the linked record itself precedes its translations. */
export interface LinkedIds {
  readonly ids: readonly number[];
  readonly language?: Language;
}

/**
 * Returns the visible records for each link, in the order of the link, without duplicates. For each translation group, returns the visible
 * record in the link's language. Without one, returns the linked record, or else the first visible translation in the order of served
 * languages. Needs one query, or two if some translations are not linked themselves.
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

/** Iterates over a record's translation group: the translation in `language`, the record, then other translations. */
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

/** Returns the author and status of a translation from its entry in another record's `translations`. */
export const ownedAs = ({ author = 0, status, was }: Sibling): Owned => ({ author, status, was }) as Owned;

/** Returns the IDs of a record's translation group, starting with the record itself. */
export const groupOf = (record: Pick<Stored, '_id' | 'translations'>): number[] => [record._id, ...idsOfTranslations(record)];

/**
 * Returns the IDs in the translation groups of some records, since stored links may name any member. Omits groups without a visible member.
 * Needs one query, or two if a given record is hidden.
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

/** Returns the linked records of each record that are visible in the record's language (see `shownMembers`). */
export const linkedMembers = <R extends Stored>(
  shown: readonly PostRecord[],
  { records, visibility, served, idsOf }: LinkTarget<R> & { idsOf(record: PostRecord): readonly number[] },
): Promise<R[][]> => {
  const links = shown.map((record) => ({ ids: idsOf(record), language: record.language }));
  return shownMembers<R>(records, links, visibility, served);
};

/** The links of a record, divided by visibility to the writing user. */
interface VisibleLinks {
  /** The stored IDs for each visible record. */
  readonly visible: ReadonlyMap<number, readonly number[]>;
  /** Stored IDs without a visible record. Updates preserve these links, since the writing user cannot see them. */
  readonly hidden: readonly number[];
}

/**
 * Splits the links of a record by visibility to the writing user. Sending back an unchanged answer must change no link. Omits IDs of
 * removed records.
 */
export async function visibleToWriter<R extends Stored>(
  { records, visibility, served }: LinkTarget<R>,
  ids: readonly number[],
  context: WriteContext<PostRecord>,
): Promise<VisibleLinks> {
  const links = ids.map((id) => ({ ids: [id], language: recordLanguage(context) }));
  const reads = { many: (some: Iterable<number>) => records.many(some, context.session) };
  const shown = await shownMembers<R>(reads, links, { ...visibility, fallbackVisible: () => true }, served);
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
