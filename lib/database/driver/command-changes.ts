import type { Document } from 'mongodb';
import type { Changed, ChangedRecord, CountIncrement, Images } from '../changes/change-log';
import { driver } from './driver';
import { UNREPORTED_COLLECTIONS } from './indexes';

/** Commands that change no records. Any other command may change some. */
const READING: ReadonlySet<string> = new Set([
  ...['find', 'getMore', 'count', 'distinct', 'listIndexes', 'listCollections', 'explain', 'killCursors'],
  ...['hello', 'isMaster', 'ismaster', 'ping', 'abortTransaction', 'endSessions'],
]);

/** The report that anything may have changed. */
export const ANYTHING: readonly Changed[] = [{}];

const isId = (id: unknown): boolean => typeof id === 'number' || typeof id === 'string';

/** The IDs that a filter names; undefined if it finds records by other fields. */
const idsIn = (condition: unknown): readonly unknown[] | undefined => {
  const id: unknown = (condition as Document | undefined)?.['_id'];
  const ids: unknown = isId(id) ? [id] : (id as Document | undefined)?.['$in'];
  return Array.isArray(ids) && ids.every(isId) ? ids : undefined;
};

/** The changes of the records that filters name, or one change of the whole collection if a filter names none. */
const ofRecords = (collection: string, filters: readonly unknown[]): readonly Changed[] => {
  const found = filters.map(idsIn);
  return found.every((ids) => ids !== undefined) ? found.flat().map((id) => ({ collection, id })) : [{ collection }];
};

/** Fields that hold counts of the records that link to this one, and their latest dates. */
const COUNT_FIELDS: readonly string[] = ['count', 'used', 'until', 'abroad', 'abroadUntil', 'counts'];

/** True if a change may have changed one of these fields of its record. */
export const mayChange = (
  { isCounting, fields: changed }: Pick<ChangedRecord, 'isCounting' | 'fields'>,
  fields: ReadonlySet<string>,
): boolean => (isCounting ? COUNT_FIELDS.some((name) => fields.has(name)) : (changed?.some((name) => fields.has(name)) ?? true));

/** The paths of the count fields. The revision changes with them. */
const COUNTING = new RegExp(`^(?:${[...COUNT_FIELDS, 'revision'].join('|')})(?:\\.|$)`);

/** Update operators that change exactly the fields that they name. */
const PLAIN_OPERATORS: readonly string[] = ['$inc', '$max', '$min', '$set', '$unset', '$push', '$pull', '$addToSet'];

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The paths that an update changes; undefined if the update does not name them. */
const pathsOf = (update: unknown): readonly string[] | undefined => {
  if (!isObject(update)) return undefined;
  const operators = Object.entries(update as object);
  if (operators.length === 0 || !operators.every(([operator, fields]) => PLAIN_OPERATORS.includes(operator) && isObject(fields)))
    return undefined;
  return operators.flatMap(([, fields]) => Object.keys(fields as object));
};

/** The part of a change report that tells which fields changed. */
const byPaths = (paths: readonly string[]): Pick<Changed, 'isCounting' | 'fields'> =>
  paths.every((path) => COUNTING.test(path))
    ? { isCounting: true }
    : { fields: [...new Set(paths.map((path) => path.replace(/\..*$/s, '')))] };

/** The most inserted records of one command that are reported one by one. Larger imports report the whole collection. */
const MOST_INSERTED = 100;

/** The most bytes of a record, before and after together, that are kept as its images. */
const MOST_BYTES = 65_536;

const COUNTS = /^(?:count|abroad)(?:\.|$)/;

/** The raised counts of an update that `counting.ts` writes; undefined if they are unknown. */
const incrementsOf = (condition: Document, update: Document, paths: readonly string[]): readonly CountIncrement[] | undefined => {
  const [path, ...others] = paths.filter((one) => COUNTS.test(one));
  if (path === undefined) return [];
  const { _id, language: filtered, ...more } = condition;
  const by: unknown = update['$inc']?.[path];
  if (typeof by !== 'number' || others.length > 0 || Object.keys(more).length > 0) return undefined;
  if (path === 'count' && typeof filtered === 'string') return [{ language: filtered, isOwn: true, by }];
  const language: unknown = filtered?.['$ne'];
  return typeof language === 'string' && Object.keys(filtered).length === 1 && path === `abroad.${language}`
    ? [{ language, isOwn: false, by }]
    : undefined;
};

/** The sum by which changes raise the count of a record. `own` is the record's language, `shown` the counted one. */
export const incrementIn = (increments: readonly CountIncrement[], own: string, shown: string): number =>
  increments.reduce((sum, { language, isOwn, by }) => (language === shown && isOwn === (language === own) ? sum + by : sum), 0);

/** The previous records of replacements that are being sent, by the replacement. They were read in the same transaction. */
export type Replaced = ReadonlyMap<object, Document>;

const imagesOf = (before: Document | null | undefined, after: Document): Images | undefined => {
  if (before === undefined) return undefined;
  const sizeOf = (record: Document | null): number => (record === null ? 0 : driver().BSON.calculateObjectSize(record));
  const bytes = sizeOf(before) + sizeOf(after);
  return bytes > MOST_BYTES ? undefined : { before, after, bytes };
};

const updated = (collection: string, { q, u, upsert }: Document, replaced: Replaced): readonly Changed[] => {
  const found = ofRecords(collection, [q]);
  if (upsert || found.some(({ id }) => id === undefined)) return found;
  const paths = pathsOf(u);
  if (paths !== undefined) {
    const by = byPaths(paths);
    const increments = by.isCounting ? incrementsOf(q, u, paths) : undefined;
    return found.map((change) => ({ ...change, ...by, ...(increments && { increments }) }));
  }
  return found.map((change) => ({ ...change, images: imagesOf(replaced.get(u), u) }));
};

const inserted = (collection: string, document: Document): readonly Changed[] =>
  ofRecords(collection, [document]).map((change) => ({ ...change, images: imagesOf(null, document) }));

/** The changes without counts and images. They may have been applied more than once, so nothing may be added up. */
export const uncounted = (changes: readonly Changed[]): readonly Changed[] =>
  changes.map(({ images: _, increments: __, ...change }) => change);

/** The reported changes of a command that a client sends; undefined if it changes nothing that answers show. */
export function changesOf(name: string, command: Document, replaced: Replaced): readonly Changed[] | undefined {
  if (READING.has(name)) return undefined;
  const collection = String(command[name]);
  if (UNREPORTED_COLLECTIONS.includes(collection)) return undefined;
  const list = (member: string): readonly Document[] => (Array.isArray(command[member]) ? command[member] : [{}]);
  switch (name) {
    case 'insert':
      return list('documents').length > MOST_INSERTED ? [{ collection }] : list('documents').flatMap((one) => inserted(collection, one));
    case 'update':
      return list('updates').flatMap((one) => updated(collection, one, replaced));
    case 'delete':
      return ofRecords(
        collection,
        list('deletes').map(({ q }) => q),
      );
    case 'findAndModify':
      return ofRecords(collection, [command['query']]);
    case 'aggregate':
      return list('pipeline').some((stage) => '$out' in stage || '$merge' in stage) ? ANYTHING : undefined;
    default:
      return ANYTHING;
  }
}

/** The changes that an event of a MongoDB change stream reports. */
export const streamedChange = ({ ns, documentKey, updateDescription }: Document): readonly Changed[] => {
  const id: unknown = documentKey?.['_id'];
  if (ns?.['coll'] === undefined || documentKey === undefined) return ANYTHING;
  if (!isId(id)) return [{ collection: ns['coll'] }];
  const { updatedFields, removedFields, truncatedArrays } = updateDescription ?? {};
  const paths = updatedFields && [
    ...Object.keys(updatedFields),
    ...(removedFields ?? []),
    ...(truncatedArrays ?? []).map(({ field }: Document) => String(field)),
  ];
  return [{ collection: ns['coll'], id, ...(paths && byPaths(paths)) }];
};
