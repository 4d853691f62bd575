import type { Document } from 'mongodb';
import type { Changed } from './change-log';
import { UNTOLD_COLLECTIONS } from './service-collections';

/** Commands that change nothing that anybody else sees; any other one may. */
const READING: ReadonlySet<string> = new Set(
  'find getMore count distinct hello isMaster ismaster ping killCursors abortTransaction endSessions listIndexes listCollections explain'.split(
    ' ',
  ),
);

/** Anything may have been changed. */
export const ANYTHING: readonly Changed[] = [{}];

const isId = (id: unknown): boolean => typeof id === 'number' || typeof id === 'string';

/** The IDs that a condition names; undefined where it finds records by anything else. */
const idsIn = (condition: unknown): readonly unknown[] | undefined => {
  const id: unknown = (condition as Document | undefined)?.['_id'];
  const ids: unknown = isId(id) ? [id] : (id as Document | undefined)?.['$in'];
  return Array.isArray(ids) && ids.every(isId) ? ids : undefined;
};

/** The changes of records of a collection, or of all of it where it is not known which. */
const ofRecords = (collection: string, found: readonly (readonly unknown[] | undefined)[]): readonly Changed[] =>
  found.every((ids) => ids !== undefined) ? found.flat().map((id) => ({ collection, id })) : [{ collection }];

/** Fields that say how many records name one, and when the last of these is; the revision goes with them. */
const COUNTING = /^(?:count|until|abroad|abroadUntil|counts|revision)(?:\.|$)/;

/** Whether an update changes nothing but counts. */
const isCounting = (update: unknown): boolean =>
  typeof update === 'object' &&
  update !== null &&
  !Array.isArray(update) &&
  Object.keys(update).length > 0 &&
  Object.entries(update).every(
    ([operator, fields]) =>
      ['$inc', '$max', '$set'].includes(operator) && Object.keys(fields as object).every((name) => COUNTING.test(name)),
  );

/** What one update changes. */
const updated = (collection: string, { q, u }: Document): readonly Changed[] => {
  const counting = isCounting(u) && { isCounting: true };
  return ofRecords(collection, [idsIn(q)]).map((change) => (change.id === undefined ? change : { ...change, ...counting }));
};

/** What a command of a client changes, as far as that shows in answers; undefined: nothing. */
export function changesOf(name: string, command: Document): readonly Changed[] | undefined {
  if (READING.has(name)) return undefined;
  const collection = String(command[name]);
  if (UNTOLD_COLLECTIONS.includes(collection)) return undefined;
  const list = (member: string): readonly Document[] => (Array.isArray(command[member]) ? command[member] : [{}]);
  switch (name) {
    case 'insert':
      return ofRecords(collection, list('documents').map(idsIn));
    case 'update':
      return list('updates').flatMap((one) => updated(collection, one));
    case 'delete':
      return ofRecords(
        collection,
        list('deletes').map(({ q }) => idsIn(q)),
      );
    case 'findAndModify':
      return ofRecords(collection, [idsIn(command['query'])]);
    case 'aggregate':
      return list('pipeline').some((stage) => '$out' in stage || '$merge' in stage) ? ANYTHING : undefined;
    default:
      return ANYTHING;
  }
}

/** What an event of a change stream tells. */
export const changeTold = ({ ns, documentKey }: Document): readonly Changed[] => {
  const id: unknown = documentKey?.['_id'];
  return ns?.['coll'] === undefined || documentKey === undefined ? ANYTHING : [{ collection: ns['coll'], ...(isId(id) && { id }) }];
};
