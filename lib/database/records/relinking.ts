import type { ClientSession } from 'mongodb';
import type { Served } from '../../language';
import { type CountingWork, countedFields, recount } from '../counting';
import type { RecordsWork } from '../driver/connection';
import type { RawRecord } from '../driver/driver';
import { keysOf } from '../driver/locks';
import {
  fieldAt,
  idsOfLink,
  type Link,
  linkKey,
  type Post,
  PROTECTED_PREFIX,
  type Sibling,
  type Stored,
  WORDS_FIELD,
  withValue,
} from './record';
import { idsOfTranslations, membersByLanguage } from './translations';

/** A replacement of linked IDs: `from` become `to`, in records of one language or of all. */
export interface LinkReplacement {
  readonly from: readonly number[];
  readonly to: number;
  readonly language?: string;
  /** If given, only records change that have a translation with a link to one of these IDs. */
  readonly ifTranslationLinksTo?: readonly number[];
  /** The time when the records `from` are permanently deleted, if they are. */
  readonly removed?: Date;
}

/** A link to the records of a type, and the store of the linking records. */
interface IncomingLink {
  readonly link: Link;
  readonly records: { relink(link: Link, relinked: LinkReplacement, session: ClientSession): Promise<unknown> };
}

/** All links to a type, available once all types are declared, and the languages that the service serves. */
export interface LinkedFrom {
  links(): readonly IncomingLink[];
  readonly served: Served;
}

type LinkingRecord = Pick<Stored, '_id' | 'language' | 'translations' | 'revision'>;

/** Finds the records in which links are replaced. */
async function findLinking(
  { connection, plural, session, counted }: CountingWork,
  { field }: Link,
  { from, language, ifTranslationLinksTo }: LinkReplacement,
): Promise<readonly LinkingRecord[]> {
  const records = connection.collection<RawRecord>(plural);
  const fields = ['language', 'translations', 'revision', field, ...countedFields(counted)];
  // Listeners need complete records.
  const projection = connection.changeEvents.hasListeners() ? {} : Object.fromEntries(fields.map((one) => [one, 1]));
  const filter = { [field]: { $in: from }, ...(language !== undefined && { language }) };
  const linking = await records.find<LinkingRecord>(filter, { session, projection }).toArray();
  if (ifTranslationLinksTo === undefined) return linking;
  const translated = { _id: { $in: linking.flatMap(idsOfTranslations) }, [field]: { $in: ifTranslationLinksTo } };
  const translations = await records.find(translated, { session, projection: { _id: 1 } }).toArray();
  const found = new Set(translations.map(({ _id }) => _id));
  return linking.filter((record) => idsOfTranslations(record).some((id) => found.has(id)));
}

/** Replaces links to some records by links to another record, in all records of a collection, and updates the counts. */
export async function relinkRecords(work: CountingWork, link: Link, replacement: LinkReplacement): Promise<void> {
  const { connection, plural, session } = work;
  const { collection, changeEvents, lock } = connection;
  const { field, none } = link;
  const { from, to, removed } = replacement;
  const records = await findLinking(work, link, replacement);
  if (records.length === 0) return;
  const changed = records.map(({ _id }) => _id);
  lock(keysOf(plural, changed), session);
  const byValue = new Map<string, { readonly value: unknown; readonly ids: number[] }>();
  const changes = records.map((record) => {
    const ids = idsOfLink(fieldAt(record, field)).map((id) => (from.includes(id) ? to : id));
    const value = Array.isArray(none) ? [...new Set(ids)] : ids[0];
    const same = byValue.get(String(value)) ?? { value, ids: [] };
    byValue.set(String(value), same);
    same.ids.push(record._id);
    const after = { ...withValue(record, field, value), ...(removed && { unlinked: removed }), revision: record.revision + 1 };
    changeEvents.note(session, { plural, before: record as Stored, after: after as Stored });
    return { before: record, after };
  });
  const update = { ...(removed && unlinkedUpdate(removed)), $inc: { revision: 1 } };
  const updates = [...byValue.values()].flatMap(({ value, ids }) => [
    { updateMany: { filter: { _id: { $in: ids } }, update: { $set: { [field]: value }, ...update } } },
    ...keysRelinked({ _id: { $in: ids } }, field, from, to),
  ]);
  await collection<RawRecord>(plural).bulkWrite(updates, { session });
  await recount(work, changes);
}

/** Returns the public and the hidden search keys of links to some IDs. */
const linkKeys = (field: string, ids: readonly number[]): string[] =>
  ids.map((id) => linkKey(field, id)).flatMap((key) => [key, `${PROTECTED_PREFIX}${key}`]);

/** Makes the updates of search keys for records in which the same links are replaced. */
const keysRelinked = (records: object, field: string, from: readonly number[], to: number) => [
  ...['', PROTECTED_PREFIX].map((mark) => ({
    updateMany: {
      filter: { ...records, [WORDS_FIELD]: { $in: from.map((id) => `${mark}${linkKey(field, id)}`) } },
      update: { $addToSet: { [WORDS_FIELD]: `${mark}${linkKey(field, to)}` } },
    },
  })),
  {
    updateMany: {
      filter: { ...records, [WORDS_FIELD]: { $in: linkKeys(field, from) } },
      update: { $pull: { [WORDS_FIELD]: { $in: linkKeys(field, from) } } } as object,
    },
  },
];

/** Makes records that link to a translation group link to its record in their own language. By default in all languages. */
export async function relinkGroup(
  { links }: LinkedFrom,
  record: Stored,
  session: ClientSession,
  languages = Object.keys(membersByLanguage(record)),
): Promise<void> {
  const members = Object.entries(membersByLanguage(record));
  const ids = members.map(([, { id }]) => id);
  if (ids.length < 2) return;
  for (const { link, records } of links()) {
    if (!link.translated) continue;
    for (const [language, { id: to }] of members)
      if (languages.includes(language)) await records.relink(link, { from: ids.filter((id) => id !== to), to, language }, session);
  }
}

/** The options of moving links: which records change, and the target if there are no translations. */
interface MoveOptions extends Pick<LinkReplacement, 'ifTranslationLinksTo' | 'removed'> {
  readonly served: Served;
  readonly fallback?: number | undefined;
}

/**
 * Moves all links to a record to its translations. Each linking record gets that in its language, else in a served language, else
 * `fallback` if given. A translation in the trash is the last choice.
 */
async function moveLinks(
  { link, records }: IncomingLink,
  { _id, translations }: Stored,
  { served, fallback, ...more }: MoveOptions,
  session: ClientSession,
): Promise<void> {
  const candidates = served.languages.flatMap((language) => translations[language] ?? []);
  const replacement = (candidates.find(({ status }) => status !== 'trash') ?? candidates[0])?.id ?? fallback;
  const options = { from: [_id], ...more };
  const others = Object.entries(translations).filter(([, { id }]) => id !== replacement);
  for (const [language, { id: to }] of others) await records.relink(link, { ...options, to, language }, session);
  if (replacement !== undefined) await records.relink(link, { ...options, to: replacement }, session);
}

/** Moves links to a deleted record to its translations. Without translations its child records move up to its parent. */
export async function relinkToTranslation(
  { links, served }: LinkedFrom,
  record: Stored,
  removed: Date,
  session: ClientSession,
): Promise<void> {
  for (const incoming of links()) {
    const { translated, isTree, field } = incoming.link;
    const fallback = isTree ? Number(fieldAt(record, field)) : undefined;
    if (translated) await moveLinks(incoming, record, { served, fallback, removed }, session);
  }
}

/** Returns the visibility of a record: 2 public, 1 hidden, 0 in the trash. */
const visibilityOf = ({ status = 'publish' }: Pick<Sibling, 'status'>): number => (status === 'publish' ? 2 : status === 'trash' ? 0 : 1);

/**
 * Divides the links between a record that leaves its translation group and the others. If one side is more visible, all links move to that
 * side. Otherwise links stay, but records that share the link with a translation follow the translation.
 */
export async function relinkSplitGroup({ links, served }: LinkedFrom, record: Stored, session: ClientSession): Promise<void> {
  const rest = Object.values(record.translations);
  const ids = rest.map(({ id }) => id);
  const own = visibilityOf(record as Partial<Post>);
  const others = Math.max(...rest.map(visibilityOf));
  for (const incoming of links()) {
    const { link, records } = incoming;
    if (!link.translated) continue;
    if (own > others) await records.relink(link, { from: ids, to: record._id }, session);
    else if (own < others) await moveLinks(incoming, record, { served }, session);
    else if (link.shared) await moveLinks(incoming, record, { served, ifTranslationLinksTo: ids }, session);
  }
}

/** Makes the update that stores when a link was removed. */
const unlinkedUpdate = (at: Date) => ({ $max: { unlinked: at } });

/** Removes a permanently deleted record from all records that link to it. */
export async function unlink({ connection, session }: RecordsWork, links: readonly Link[], id: number, at: Date): Promise<void> {
  for (const { collection, field, none } of links) {
    const change = async (filter: object, update: object) => {
      const whole = { ...update, ...unlinkedUpdate(at), $inc: { revision: 1 } };
      await connection.collection<RawRecord>(collection).updateMany(filter, whole, { session });
    };
    // A list field may contain a single ID that an older version stored.
    const keys = { [WORDS_FIELD]: { $in: linkKeys(field, [id]) } };
    await change({ $and: [{ [field]: id }, { [field]: { $type: 'array' } }] }, { $pull: { [field]: id, ...keys } });
    await change({ [field]: id }, { $set: { [field]: none }, $pull: keys });
  }
}
