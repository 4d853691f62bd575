import type { ClientSession } from 'mongodb';
import type { Language, Served } from '../../language';
import { fieldAt } from '../driver/paths';
import { membersByLanguage } from './groups';
import type { Link } from './links';
import type { Post, Sibling, Stored } from './record';

/** Which IDs give way to which other one: in records of one language or of all. */
export interface Relinked {
  readonly from: readonly number[];
  readonly to: number;
  readonly language?: string;
  /** Only in records that have a translation which names one of these. */
  readonly beside?: readonly number[];
  /** The moment when the IDs that give way are removed for good, if they are. */
  readonly removed?: Date;
}

/** The records of a collection that may name others. */
interface Relinking {
  /** Lets records name another one in the place of some, and counts anew by whom these are named; nobody has edited them by that. */
  relink(link: Link, relinked: Relinked, session: ClientSession): Promise<unknown>;
}

/** A link that names the records of a kind, and the records that hold it. */
interface Naming {
  readonly link: Link;
  readonly records: Relinking;
}

/** Where the records of a kind are named, once all kinds are known; and the languages of which another one may be named in a record's place. */
export interface NamedBy {
  links(): readonly Naming[];
  readonly served: Served;
}

/** Lets records of each language name the member of a group that is in their language, as far as they name another one. */
export async function relinkGroup(namedBy: NamedBy, record: Stored, languages: readonly string[], session: ClientSession): Promise<void> {
  const members = Object.entries(membersByLanguage(record));
  const ids = members.map(([, { id }]) => id);
  if (ids.length < 2) return;
  for (const { link, records } of namedBy.links()) {
    if (!link.translated) continue;
    for (const [language, { id: to }] of members)
      if (languages.includes(language)) await records.relink(link, { from: ids.filter((id) => id !== to), to, language }, session);
  }
}

/** The translation that is named in a record's place where there is none in the language of what names it: of a served language, and rather not in the trash. */
const standInOf = ({ translations }: Stored, { languages }: Served): number | undefined => {
  const others = languages.flatMap((language) => translations[language] ?? []);
  return (others.find(({ status }) => status !== 'trash') ?? others[0])?.id;
};

/** The record that stands in for one without translations, and the records that name it. */
interface Giving extends Pick<Relinked, 'beside' | 'removed'> {
  readonly served: Served;
  readonly none?: number | undefined;
}

/** Lets what names a record name its translations: that which is in its own language, else one that is seen, else `none` if that is given. */
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

/**
 * Lets what names a record that is about to be removed for good name its translations. If it has none, what stands below it moves to where it
 * stood.
 */
export async function relinkToTranslation(
  { links, served }: NamedBy,
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

/** By how many a record may be seen: by everybody, by those who may read what is not public, by nobody. */
const sightOf = ({ status = 'publish' }: Pick<Sibling, 'status'>): number => (status === 'publish' ? 2 : status === 'trash' ? 0 : 1);

/**
 * Parts what names a record from what names its translations, as it leaves these. Where more see one side, all name that, for the other would show
 * them nothing. Else each stays, but for records that share the link with one that names the translations: they name these too.
 */
export async function relinkParted({ links, served }: NamedBy, record: Stored, session: ClientSession): Promise<void> {
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

/** All the languages of a record's group. */
export const languagesOf = (record: Stored): Language[] => Object.keys(membersByLanguage(record)) as Language[];
