import { type Document, ObjectId } from 'bson';
import { encodeValue, type Filter, isDocument, isOperators, refuse } from '../../query';
import type { WrittenChange } from '../protocol/change-streams';
import { atOnce, takeEach } from '../protocol/tasks';
import { assemble, decode, decodeFields, elements, encode, encodeElement, wholeFields } from '../reads/raw-bson';
import { type FoundDocument, findDocuments, planScan } from '../reads/scan';
import type { Collection, Index, WriteView } from '../storage/catalog';
import type { Target } from '../storage/database';
import { documentKey, duplicate, entryKey, entryValue, keysIn } from '../storage/index-keys';
import { MAX_KEY } from '../storage/store';
import { compileUpdate, type Update } from './update';

const MAX_DOCUMENT = 16 * 1024 * 1024;
const ID = wholeFields(['_id']);

/** A version of a document: its BSON, and the decoded fields that the affected indexes need. */
interface Version {
  readonly raw: Buffer;
  readonly document: Document;
}

interface IndexEntry {
  readonly index: Index;
  readonly key: Buffer;
}

const versionOf = (indexes: readonly Index[], raw: Buffer): Version => {
  const fields = wholeFields(indexes.flatMap((index) => [...index.fields]));
  return { raw, document: fields.length > 0 ? decodeFields(raw, fields) : {} };
};

const entriesOf = (collection: Collection, indexes: readonly Index[], id: Buffer, version: Version | undefined): IndexEntry[] => {
  const entries: IndexEntry[] = [];
  if (!version) return entries;
  for (const index of indexes) {
    if (index.primary) continue;
    const { keys, arrays } = keysIn(index, version.document);
    for (const path of arrays) {
      if (index.arrays.has(path)) continue;
      index.arrays.add(path);
      collection.isUnsaved = true;
    }
    for (const key of keys.values()) entries.push({ index, key: entryKey(collection, index, key, id) });
  }
  return entries;
};

const without = (entries: readonly IndexEntry[], others: readonly IndexEntry[]): readonly IndexEntry[] => {
  if (entries.length === 0 || others.length === 0) return entries;
  const otherKeys = new Set(others.map(({ key }) => key.toString('latin1')));
  return entries.filter(({ key }) => !otherKeys.has(key.toString('latin1')));
};

/**
 * Prepares to replace a version of a document; undefined means no document. Locks the keys, and returns a function that writes. The
 * function throws DuplicateKey before it writes.
 */
const prepare = (
  view: WriteView,
  collection: Collection,
  id: Buffer,
  before: Version | undefined,
  after: Version | undefined,
  indexes: readonly Index[] = collection.indexes,
): (() => void) => {
  const key = documentKey(collection, id);
  if (key.length > MAX_KEY) throw refuse.keyTooLong(`_id of ${collection.namespace}`);
  const had = entriesOf(collection, indexes, id, before);
  const has = entriesOf(collection, indexes, id, after);
  const lost = without(had, has);
  const gained = without(has, had);
  view.lock(key);
  for (const { index, key: stored } of [...lost, ...gained]) if (index.unique) view.lock(stored);
  return () => {
    if (after && !before && view.get(key)) throw duplicate(collection, collection.indexes[0] as Index, after.document);
    for (const { index, key: stored } of gained) {
      if (after && index.unique && view.get(stored)) throw duplicate(collection, index, after.document);
    }
    for (const entry of lost) view.remove(entry.key);
    for (const entry of gained) view.put(entry.key, entryValue(entry.index, id));
    if (after) view.put(key, after.raw);
    else view.remove(key);
    if (collection.isUnsaved) view.grown(collection);
  };
};

const noteChange = (view: WriteView, operation: WrittenChange['operation'], { namespace }: Collection, raw: Buffer): void =>
  view.note({ operation, namespace, id: decodeFields(raw, ID)['_id'] });

const sized = (raw: Buffer): Buffer => {
  if (raw.length > MAX_DOCUMENT) throw refuse.tooLarge(raw.length);
  return raw;
};

/** Encodes the `_id` of a document. Throws InvalidIdField for types that MongoDB does not allow. */
const idOf = ({ _id: id }: Document): Buffer => {
  if (Array.isArray(id)) throw refuse.invalidId('array');
  if (id instanceof RegExp) throw refuse.invalidId('regex');
  const dollar = isDocument(id) && Object.keys(id).find((name) => name.startsWith('$'));
  if (dollar) throw refuse.dollarPrefixed(dollar);
  return encodeValue(id);
};

/** Moves the `_id` of a BSON document to the first place, or adds a new ObjectId. */
const withId = (sent: Buffer): Buffer => {
  const all = [...elements(sent)];
  const at = all.find(({ name }) => name === '_id');
  if (at && at === all[0]) return sent;
  const id = at ? sent.subarray(at.start, at.end) : encodeElement('_id', new ObjectId());
  return assemble([id, ...all.filter((one) => one !== at).map(({ start, end }) => sent.subarray(start, end))]);
};

/** Inserts a BSON document. Throws DuplicateKey, InvalidIdField, BSONObjectTooLarge. */
export const insertDocument = (view: WriteView, collection: Collection, sent: Buffer): Version => {
  const raw = sized(withId(sent));
  const version = { raw, document: decode(raw) };
  prepare(view, collection, idOf(version.document), undefined, version)();
  noteChange(view, 'insert', collection, raw);
  return version;
};

const changedFields = (before: Buffer, after: Buffer): ReadonlySet<string> => {
  const old = new Map(Array.from(elements(before), (element) => [element.name, element]));
  const changed = new Set<string>();
  for (const { name, start, end } of elements(after)) {
    const previous = old.get(name);
    old.delete(name);
    if (!previous || before.compare(after, start, end, previous.start, previous.end) !== 0) changed.add(name);
  }
  return new Set([...changed, ...old.keys()]);
};

/** Prepares to replace a document. Indexes without changed fields stay unchanged. */
const prepareChange = (view: WriteView, collection: Collection, { id, raw }: FoundDocument, after: Buffer): (() => void) => {
  const changed = changedFields(raw, after);
  const indexes = collection.indexes.filter(({ fields }) => [...fields].some((field) => changed.has(field)));
  return prepare(view, collection, id, versionOf(indexes, raw), versionOf(indexes, after), indexes);
};

/** Returns the fields of equality conditions, which an upsert copies to the new document. */
const equalities = (filter: Document): Document => {
  const fields: Document = {};
  for (const [path, operand] of Object.entries(filter)) {
    if (path === '$and') for (const one of operand as Document[]) Object.assign(fields, equalities(one));
    else if (!path.startsWith('$')) {
      if (operand instanceof RegExp) continue;
      if (!isOperators(operand)) fields[path] = operand;
      else if ('$eq' in operand) fields[path] = operand['$eq'];
    }
  }
  return fields;
};

const upserted = ({ sent, update }: UpdateStatement): Buffer => {
  const base = compileUpdate({ $set: equalities(sent) }).apply(encode({}), { isInsert: true });
  return update.apply(base, { isInsert: true });
};

interface Selection {
  readonly filter: Filter;
  readonly multi: boolean;
  readonly hint: string | Document | undefined;
}

export interface UpdateStatement extends Selection {
  /** The filter as received. An upsert copies values from it. */
  readonly sent: Document;
  readonly update: Update;
  readonly upsert: boolean;
}

const selected = (view: WriteView, collection: Collection, selection: Selection): FoundDocument[] => {
  const found: FoundDocument[] = [];
  const take = ({ id, raw }: FoundDocument) => {
    found.push({ id, raw: Buffer.from(raw) });
    return !selection.multi;
  };
  atOnce(takeEach(findDocuments(planScan(view, collection, selection)), take));
  return found;
};

interface Changed {
  readonly matched: number;
  readonly modified: number;
  readonly before?: Buffer | undefined;
  readonly after?: Buffer | undefined;
  readonly upsertedId?: unknown;
}

/** Updates documents or upserts one. Throws before any write, except for a duplicate key of a later document. */
export const changeDocuments = (view: WriteView, target: Target, statement: UpdateStatement): Changed => {
  const { update, upsert } = statement;
  const collection = target.find();
  const found = collection ? selected(view, collection, statement) : [];
  if (!collection || found.length === 0) {
    if (!upsert) return { matched: 0, modified: 0 };
    const { raw, document } = insertDocument(view, target.create(), upserted(statement));
    return { matched: 0, modified: 0, after: raw, upsertedId: document['_id'] };
  }
  // All locks are taken before anything is written. Otherwise a lock in the middle would repeat the first changes.
  const changes = found.map((one) => {
    const after = sized(update.apply(one.raw, { isInsert: false }));
    view.lock(documentKey(collection, one.id));
    const write = after.equals(one.raw) ? undefined : prepareChange(view, collection, one, after);
    return { before: one.raw, after, write };
  });
  const modified = changes.filter(({ write }) => write);
  for (const { before, write } of modified) {
    write?.();
    noteChange(view, update.replaces ? 'replace' : 'update', collection, before);
  }
  return { matched: found.length, modified: modified.length, before: changes[0]?.before, after: changes[0]?.after };
};

export const removeDocuments = (view: WriteView, target: Target, selection: Selection): { n: number; before?: Buffer | undefined } => {
  const collection = target.find();
  if (!collection) return { n: 0 };
  const found = selected(view, collection, selection);
  const writes = found.map(({ id, raw }) => prepare(view, collection, id, versionOf(collection.indexes, raw), undefined));
  for (const [i, write] of writes.entries()) {
    write();
    noteChange(view, 'delete', collection, found[i]?.raw as Buffer);
  }
  return { n: found.length, before: found[0]?.raw };
};
