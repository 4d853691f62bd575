import type { ClientSession } from 'mongodb';
import type { Language, Served } from '../../language';
import { fieldAt } from '../driver/paths';
import { membersByLanguage } from './groups';
import type { Link } from './links';
import type { Post, Sibling, Stored } from './record';

/** A replacement of links: the IDs `from` become `to`, in records of one language or of all. */
export interface Relinked {
  readonly from: readonly number[];
  readonly to: number;
  readonly language?: string;
  /** If given, only records change that have a translation which links to one of these IDs. */
  readonly beside?: readonly number[];
  /** The time when the records `from` are deleted for good, if they are. */
  readonly removed?: Date;
}

/** The records of a collection that may link to others. */
interface Relinking {
  /** Replaces links and recomputes counts. The edition of the records stays. */
  relink(link: Link, relinked: Relinked, session: ClientSession): Promise<unknown>;
}

/** A link to the records of a type, and the records that hold the link. */
interface Naming {
  readonly link: Link;
  readonly records: Relinking;
}

/** The links to a type, available once all types are known, and the languages that the service serves. */
export interface LinkedFrom {
  links(): readonly Naming[];
  readonly served: Served;
}

/** Makes records link to the group's member in their own language, where they link to another member. */
export async function relinkGroup(
  linkedFrom: LinkedFrom,
  record: Stored,
  languages: readonly string[],
  session: ClientSession,
): Promise<void> {
  const members = Object.entries(membersByLanguage(record));
  const ids = members.map(([, { id }]) => id);
  if (ids.length < 2) return;
  for (const { link, records } of linkedFrom.links()) {
    if (!link.translated) continue;
    for (const [language, { id: to }] of members)
      if (languages.includes(language)) await records.relink(link, { from: ids.filter((id) => id !== to), to, language }, session);
  }
}

/**
 * The translation that replaces a record where there is none in the linking record's language. It is of a served
 * language, and not in the trash if there is a choice.
 */
const standInOf = ({ translations }: Stored, { languages }: Served): number | undefined => {
  const others = languages.flatMap((language) => translations[language] ?? []);
  return (others.find(({ status }) => status !== 'trash') ?? others[0])?.id;
};

/** The options of a replacement: the record that is used without translations, and which records change. */
interface Giving extends Pick<Relinked, 'beside' | 'removed'> {
  readonly served: Served;
  readonly none?: number | undefined;
}

/**
 * Moves all links to a record to its translations. Each linking record gets the translation in its language, else a
 * visible one, else `none` if given.
 */
async function giveWay(
  { link, records }: Naming,
  record: Stored,
  { served, none, beside, removed }: Giving,
  session: ClientSession,
): Promise<void> {
  const { _id, translations } = record;
  const standIn = standInOf(record, served) ?? none;
  const relinked = { from: [_id], ...(beside && { beside }), ...(removed && { removed }) };
  const others = Object.entries(translations).filter(([, { id }]) => id !== standIn);
  for (const [language, { id: to }] of others) await records.relink(link, { ...relinked, to, language }, session);
  if (standIn !== undefined) await records.relink(link, { ...relinked, to: standIn }, session);
}

/** Makes records that link to a deleted record link to its translations. Without translations its children move up. */
export async function relinkToTranslation(
  { links, served }: LinkedFrom,
  record: Stored,
  removed: Date,
  session: ClientSession,
): Promise<void> {
  for (const naming of links()) {
    const { translated, isTree, field } = naming.link;
    const none = isTree ? Number(fieldAt(record, field)) : undefined;
    if (translated) await giveWay(naming, record, { served, none, removed }, session);
  }
}

/** The visibility of a record as a number. 2 is public, 1 hidden, 0 in the trash. */
const sightOf = ({ status = 'publish' }: Pick<Sibling, 'status'>): number => (status === 'publish' ? 2 : status === 'trash' ? 0 : 1);

/**
 * Separates the links of a record that leaves its group. If one side is more visible, all links go to that side, since
 * the other would show nothing. Otherwise each link stays. Records that share the link with a translation follow it.
 */
export async function relinkParted({ links, served }: LinkedFrom, record: Stored, session: ClientSession): Promise<void> {
  const rest = Object.values(record.translations);
  const ids = rest.map(({ id }) => id);
  const own = sightOf(record as Partial<Post>);
  const others = Math.max(...rest.map(sightOf));
  for (const naming of links()) {
    const { link, records } = naming;
    if (!link.translated) continue;
    if (own > others) await records.relink(link, { from: ids, to: record._id }, session);
    else if (own < others) await giveWay(naming, record, { served }, session);
    else if (link.shared) await giveWay(naming, record, { served, beside: ids }, session);
  }
}

/** All languages of a record's group. */
export const languagesOf = (record: Stored): Language[] => Object.keys(membersByLanguage(record)) as Language[];
