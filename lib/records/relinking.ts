import type { ClientSession, Filter } from 'mongodb';
import type { Language } from '../language';
import { membersByLanguage } from './groups';
import { idsOfLink, type Link } from './links';
import { fieldAt, withValue } from './paths';
import type { Stored } from './record';

/** The records of a collection that may name others. */
interface Naming<R extends Stored> {
  find(filter: Filter<R>, session?: ClientSession): Promise<R[]>;
  update(current: R, changes: Partial<R>, session: ClientSession): Promise<R>;
}

/** Where the records of a kind are named, with the records that name them. */
export type NamedBy = () => readonly { readonly link: Link; readonly records: Naming<Stored> }[];

/** Which IDs give way to which other one, in records of one language or of all. */
interface Relinked {
  readonly from: readonly number[];
  readonly to: number;
  readonly language?: string;
}

/** Lets records name another one in the place of some; nobody has edited them by that. */
async function relink(namedBy: NamedBy, { from, to, language }: Relinked, session: ClientSession): Promise<void> {
  for (const { link, records } of namedBy()) {
    if (!link.translated) continue;
    const naming = { [link.field]: { $in: from }, ...(language !== undefined && { language }) } as Filter<Stored>;
    for (const record of await records.find(naming, session)) {
      const ids = idsOfLink(fieldAt(record, link.field)).map((id) => (from.includes(id) ? to : id));
      const [name = ''] = link.field.split('.');
      const value = Array.isArray(link.none) ? [...new Set(ids)] : ids[0];
      await records.update(record, { [name]: fieldAt(withValue(record, link.field, value), name) } as Partial<Stored>, session);
    }
  }
}

/** Lets records of each language name the member of a group that is in their language, as far as they name another one. */
export async function relinkGroup(namedBy: NamedBy, record: Stored, languages: readonly string[], session: ClientSession): Promise<void> {
  const members = Object.entries(membersByLanguage(record));
  const ids = members.map(([, { id }]) => id);
  if (ids.length < 2) return;
  for (const [language, { id: to }] of members) {
    if (languages.includes(language)) await relink(namedBy, { from: ids.filter((id) => id !== to), to, language }, session);
  }
}

/** Lets what names a record that is about to be removed for good name one of its translations, as others do that have none in their language. */
export async function relinkToTranslation(namedBy: NamedBy, record: Stored, session: ClientSession): Promise<void> {
  const others = Object.values(record.translations);
  const other = others.find(({ status }) => status !== 'trash') ?? others[0];
  if (other !== undefined) await relink(namedBy, { from: [record._id], to: other.id }, session);
}

/** All the languages of a record's group. */
export const languagesOf = (record: Stored): Language[] => Object.keys(membersByLanguage(record)) as Language[];
