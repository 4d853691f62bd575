import { type Document, ObjectId } from 'bson';
import { bsonType, encodeValue, type Filter, isDocument, refuse } from '../../query';
import { changeOf } from '../changes/change-feed';
import { atOnce, takeEach } from '../protocol/turns';
import { choosePlan } from '../reads/plan';
import { assemble, decode, decodeFields, elements, encode, encodeElement, fieldsAlone } from '../reads/raw-bson';
import { type FoundDocument, findDocuments } from '../reads/scan';
import type { Collection, Index } from '../storage/collection';
import type { Target } from '../storage/database';
import { prepare, type Version, type Writer } from '../storage/documents';
import { compileUpdate, type Update } from './update';

const MAX_DOCUMENT = 16 * 1024 * 1024;

const sized = (raw: Buffer): Buffer => {
  if (raw.length > MAX_DOCUMENT) throw refuse.tooLarge(raw.length);
  return raw;
};

/** The encoded `_id` of a document. Throws InvalidIdField for types that MongoDB does not allow. */
const idOf = (document: Document): Buffer => {
  const id = document['_id'];
  if (Array.isArray(id)) throw refuse.invalidId("The '_id' value cannot be of type array");
  if (id instanceof RegExp || bsonType(id) === 'BSONRegExp') throw refuse.invalidId("The '_id' value cannot be of type regex");
  if (isDocument(id) && Object.keys(id).some((name) => name.startsWith('$'))) throw refuse.dollarPrefixed(Object.keys(id)[0] ?? '');
  return encodeValue(id);
};

/** A new document with its `_id` as first field; a missing `_id` is created. */
const withId = (sent: Buffer): Buffer => {
  const first = elements(sent).next().value;
  if (first?.name === '_id') return sent;
  const all = [...elements(sent)];
  const at = all.find(({ name }) => name === '_id');
  const id = at ? sent.subarray(at.start, at.end) : encodeElement('_id', new ObjectId());
  return assemble([id, ...all.filter((one) => one !== at).map(({ start, end }) => sent.subarray(start, end))]);
};

/** Inserts a BSON document. Throws DuplicateKey, InvalidIdField, BSONObjectTooLarge. */
export const insertDocument = (writer: Writer, collection: Collection, sent: Buffer): Version => {
  const raw = sized(withId(sent));
  const version = { raw, document: decode(raw) };
  prepare(writer, collection, idOf(version.document), undefined, version)();
  writer.view.note(changeOf('insert', collection, raw));
  return version;
};

const versionOf = (indexes: readonly Index[], raw: Buffer): Version => {
  const fields = new Set(indexes.flatMap((index) => [...index.fields]));
  return { raw, document: fields.size > 0 ? decodeFields(raw, fields) : {} };
};

/** The top-level fields in which two documents differ. */
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

/** The indexes that read at least one of some fields. */
const lookingAt = (indexes: readonly Index[], changed: ReadonlySet<string>): readonly Index[] =>
  indexes.filter(({ fields }) => [...fields].some((field) => changed.has(field)));

/**
 * Prepares to replace a document by its next version. Indexes without changed fields keep their keys. `most` limits the
 * fields that may have changed, if it is known.
 */
const prepareChange = (
  writer: Writer,
  collection: Collection,
  id: Buffer,
  before: Buffer,
  after: Buffer,
  most: ReadonlySet<string> | undefined,
): (() => void) => {
  let indexes: readonly Index[] = collection.indexes;
  if (most) indexes = lookingAt(indexes, most);
  if (indexes.length > 0) {
    const [old, young] = most ? [fieldsAlone(before, most), fieldsAlone(after, most)] : [before, after];
    indexes = lookingAt(indexes, changedFields(old, young));
  }
  return prepare(writer, collection, id, versionOf(indexes, before), versionOf(indexes, after), indexes);
};

/** The fields that an upsert takes from equality conditions of its filter. */
const equalities = (filter: Document): Document => {
  const fields: Document = {};
  for (const [path, operand] of Object.entries(filter)) {
    if (path === '$and') for (const one of operand as Document[]) Object.assign(fields, equalities(one));
    else if (!path.startsWith('$')) {
      const operators = isDocument(operand) && Object.keys(operand)[0]?.startsWith('$');
      if (!operators && !(operand instanceof RegExp)) fields[path] = operand;
      else if (operators && '$eq' in operand) fields[path] = operand['$eq'];
    }
  }
  return fields;
};

const upserted = (filter: Document, update: Update): Buffer => {
  const fields = equalities(filter);
  const id = '_id' in fields ? encode({ _id: fields['_id'] }) : encode({});
  if (update.replaces) return update.apply(id, { isInsert: true });
  const { _id, ...others } = fields;
  const base = Object.keys(others).length > 0 ? compileUpdate({ $set: others }).apply(id, { isInsert: true }) : id;
  return update.apply(base, { isInsert: true });
};

/** A compiled statement of `update`. */
export interface UpdateStatement {
  readonly filter: Document;
  readonly compiled: Filter;
  readonly update: Update;
  readonly multi: boolean;
  readonly upsert: boolean;
  readonly hint: string | Document | undefined;
}

const matching = (
  writer: Writer,
  collection: Collection,
  { compiled, hint, multi }: Pick<UpdateStatement, 'compiled' | 'hint' | 'multi'>,
): FoundDocument[] => {
  const found: FoundDocument[] = [];
  const take = (one: FoundDocument) => {
    found.push(one);
    return !multi;
  };
  const plan = choosePlan(collection, compiled, [], hint);
  atOnce(takeEach(findDocuments(writer.view, collection, plan, compiled, { keys: 0, documents: 0 }), take));
  return found;
};

interface Changed {
  readonly matched: number;
  readonly modified: number;
  readonly before?: Buffer | undefined;
  readonly after?: Buffer | undefined;
  readonly upsertedId?: unknown;
}

/**
 * Updates the documents of a statement, or inserts the document of its upsert. It throws before it writes anything,
 * except for a duplicate key of a later document.
 */
export const changeDocuments = (writer: Writer, target: Target, statement: UpdateStatement): Changed => {
  const { filter, update, upsert } = statement;
  const collection = target.find();
  const found = collection ? matching(writer, collection, statement) : [];
  if (!collection || found.length === 0) {
    if (!upsert) return { matched: 0, modified: 0 };
    const { raw, document } = insertDocument(writer, target.create(), upserted(filter, update));
    return { matched: 0, modified: 0, after: raw, upsertedId: document['_id'] };
  }
  // All locks are taken before anything is written. Otherwise a lock in the middle would repeat the first changes.
  const afters: Buffer[] = [];
  const operation = update.replaces ? 'replace' : 'update';
  const changes = found.flatMap(({ id, raw }) => {
    const after = sized(update.apply(raw, { isInsert: false }));
    afters.push(after);
    writer.view.claim(Buffer.concat([collection.id, id]));
    return after.equals(raw) ? [] : [{ write: prepareChange(writer, collection, id, raw, after, update.fields), raw }];
  });
  for (const { write, raw } of changes) {
    write();
    writer.view.note(changeOf(operation, collection, raw));
  }
  const [first] = found;
  return { matched: found.length, modified: changes.length, before: first?.raw, after: afters[0] };
};

/** Removes the documents that a statement finds. */
export const removeDocuments = (
  writer: Writer,
  target: Target,
  statement: Pick<UpdateStatement, 'compiled' | 'hint' | 'multi'>,
): { n: number; before?: Buffer | undefined } => {
  const collection = target.find();
  if (!collection) return { n: 0 };
  const found = matching(writer, collection, statement);
  const changes = found.map(({ id, raw }) => ({
    write: prepare(writer, collection, id, versionOf(collection.indexes, raw), undefined),
    raw,
  }));
  for (const { write, raw } of changes) {
    write();
    writer.view.note(changeOf('delete', collection, raw));
  }
  return { n: found.length, before: found[0]?.raw };
};
