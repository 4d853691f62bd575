import type { Document } from 'mongodb';
import type { ChangedRecord, ChangeReport, Images } from '../changes/change-log';
import { driver } from './driver';
import { UNREPORTED_COLLECTIONS } from './indexes';

/** The MongoDB commands that change no records. Any other command may change some. */
const READING: ReadonlySet<string> = new Set([
  ...['find', 'getMore', 'count', 'distinct', 'listIndexes', 'listCollections', 'explain', 'killCursors'],
  ...['hello', 'isMaster', 'ismaster', 'ping', 'abortTransaction', 'endSessions'],
]);

/** The report that any stored data may have changed. */
export const ANYTHING: readonly ChangeReport[] = [{}];

const isId = (id: unknown): boolean => typeof id === 'number' || typeof id === 'string';

/** Returns the IDs in a filter; undefined if the filter finds records by other fields. */
const idsIn = (condition: unknown): readonly unknown[] | undefined => {
  const id: unknown = (condition as Document | undefined)?.['_id'];
  const ids: unknown = isId(id) ? [id] : (id as Document | undefined)?.['$in'];
  return Array.isArray(ids) && ids.every(isId) ? ids : undefined;
};

/** Returns the changes of the records in the filters. If a filter has no IDs, returns one change of the whole collection. */
const reportsOf = (collection: string, filters: readonly unknown[]): readonly ChangeReport[] => {
  const found = filters.map(idsIn);
  return found.every((ids) => ids !== undefined) ? found.flat().map((id) => ({ collection, id })) : [{ collection }];
};

/** The fields that hold a record's counts of linking records and their latest dates. */
const COUNT_FIELDS: readonly string[] = ['count', 'used', 'until', 'abroad', 'abroadUntil', 'counts'];

/** True if a reported change may affect one of these fields. */
export const mayChange = (
  { isCounting, fields: changed }: Pick<ChangedRecord, 'isCounting' | 'fields'>,
  fields: ReadonlySet<string>,
): boolean => (isCounting ? COUNT_FIELDS.some((name) => fields.has(name)) : (changed?.some((name) => fields.has(name)) ?? true));

/** The pattern of the paths of counts, and of `revision`, which changes with them. */
const COUNTING = new RegExp(`^(?:${[...COUNT_FIELDS, 'revision'].join('|')})(?:\\.|$)`);

/** The update operators that change exactly the fields in their argument. */
const PLAIN_OPERATORS: readonly string[] = ['$inc', '$max', '$min', '$set', '$unset', '$push', '$pull', '$addToSet'];

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the paths that an update changes; undefined if the update does not list them. */
const pathsOf = (update: unknown): readonly string[] | undefined => {
  if (!isObject(update)) return undefined;
  const operators = Object.entries(update as object);
  if (operators.length === 0 || !operators.every(([operator, fields]) => PLAIN_OPERATORS.includes(operator) && isObject(fields)))
    return undefined;
  return operators.flatMap(([, fields]) => Object.keys(fields as object));
};

/** Returns the part of a change report that lists the changed fields. */
const changedFields = (paths: readonly string[]): Pick<ChangeReport, 'isCounting' | 'fields'> =>
  paths.every((path) => COUNTING.test(path))
    ? { isCounting: true }
    : { fields: [...new Set(paths.map((path) => path.replace(/\..*$/s, '')))] };

/** The most inserted records of one command that are reported singly. Larger inserts report the whole collection. */
const MOST_INSERTED = 100;

/** The most bytes of a record, before and after together, that a change report contains as images. */
const MOST_BYTES = 65_536;

/** The previous record of each replacement that is being sent, by the new record. The same transaction read it. */
export type Replaced = ReadonlyMap<object, Document>;

const imagesOf = (before: Document | null | undefined, after: Document): Images | undefined => {
  if (before === undefined) return undefined;
  const sizeOf = (record: Document | null): number => (record === null ? 0 : driver().BSON.calculateObjectSize(record));
  const bytes = sizeOf(before) + sizeOf(after);
  return bytes > MOST_BYTES ? undefined : { before, after, bytes };
};

const reportsOfUpdate = (collection: string, { q, u, upsert }: Document, replaced: Replaced): readonly ChangeReport[] => {
  const found = reportsOf(collection, [q]);
  if (upsert || found.some(({ id }) => id === undefined)) return found;
  const paths = pathsOf(u);
  if (paths !== undefined) {
    const changed = changedFields(paths);
    return found.map((change) => ({ ...change, ...changed }));
  }
  return found.map((change) => ({ ...change, images: imagesOf(replaced.get(u), u) }));
};

const reportsOfInsert = (collection: string, document: Document): readonly ChangeReport[] =>
  reportsOf(collection, [document]).map((change) => ({ ...change, images: imagesOf(null, document) }));

/** Removes the pre- and post-images from change reports. A change that may be applied twice, or later, must not adjust cached totals. */
export const withoutImages = (changes: readonly ChangeReport[]): readonly ChangeReport[] =>
  changes.map(({ images: _, ...change }) => change);

/** Returns the changes that a command of a client makes; undefined if it changes no data that responses contain. */
export function changesOf(name: string, command: Document, replaced: Replaced): readonly ChangeReport[] | undefined {
  if (READING.has(name)) return undefined;
  const collection = String(command[name]);
  if (UNREPORTED_COLLECTIONS.includes(collection)) return undefined;
  const list = (member: string): readonly Document[] => (Array.isArray(command[member]) ? command[member] : [{}]);
  switch (name) {
    case 'insert':
      return list('documents').length > MOST_INSERTED
        ? [{ collection }]
        : list('documents').flatMap((one) => reportsOfInsert(collection, one));
    case 'update':
      return list('updates').flatMap((one) => reportsOfUpdate(collection, one, replaced));
    case 'delete':
      return reportsOf(
        collection,
        list('deletes').map(({ q }) => q),
      );
    case 'findAndModify':
      return reportsOf(collection, [command['query']]);
    case 'aggregate':
      return list('pipeline').some((stage) => '$out' in stage || '$merge' in stage) ? ANYTHING : undefined;
    default:
      return ANYTHING;
  }
}

/** Returns the changes that an event of a MongoDB change stream reports. */
export const streamedChange = ({ ns, documentKey, updateDescription }: Document): readonly ChangeReport[] => {
  const id: unknown = documentKey?.['_id'];
  if (ns?.['coll'] === undefined || documentKey === undefined) return ANYTHING;
  if (!isId(id)) return [{ collection: ns['coll'] }];
  const { updatedFields, removedFields, truncatedArrays } = updateDescription ?? {};
  const paths = updatedFields && [
    ...Object.keys(updatedFields),
    ...(removedFields ?? []),
    ...(truncatedArrays ?? []).map(({ field }: Document) => String(field)),
  ];
  return [{ collection: ns['coll'], id, ...(paths && changedFields(paths)) }];
};
