import { type Document, ObjectId } from 'bson';
import type { Collection } from './catalog';
import { Locked } from './commit';
import type { Scope, Target } from './database';
import { indexedFields, prepare, type Version, type Writer } from './documents';
import { compileFilter, type Filter } from './filter';
import { runQuery, toQuery } from './find';
import { bsonType, encodeValue, isDocument } from './key';
import { choosePlan, type Sort } from './plan';
import { compileProjection } from './project';
import { assemble, decode, decodeFields, elements, encode, encodeElement } from './raw';
import { refuse, toRefusal } from './refusal';
import { findDocuments, type Found } from './scan';
import { StorageFailure } from './store';
import { compileUpdate, type Update } from './update';

const MAX_DOCUMENT = 16 * 1024 * 1024;
const ID = new Set(['_id']);

const sized = (raw: Buffer): Buffer => {
  if (raw.length > MAX_DOCUMENT) throw refuse.tooLarge(raw.length);
  return raw;
};

/** The encoded `_id` of a document. Throws InvalidIdField for what can be none. */
const idOf = (document: Document): Buffer => {
  const id = document['_id'];
  if (Array.isArray(id)) throw refuse.invalidId("The '_id' value cannot be of type array");
  if (id instanceof RegExp || bsonType(id) === 'BSONRegExp') throw refuse.invalidId("The '_id' value cannot be of type regex");
  if (isDocument(id) && Object.keys(id).some((name) => name.startsWith('$'))) throw refuse.dollarPrefixed(Object.keys(id)[0] ?? '');
  return encodeValue(id);
};

/** A new document with its `_id` first, made if it has none. */
const withId = (sent: Buffer): Buffer => {
  const all = [...elements(sent)];
  const [first] = all;
  if (first?.name === '_id') return sent;
  const at = all.find(({ name }) => name === '_id');
  const id = at ? sent.subarray(at.start, at.end) : encodeElement('_id', new ObjectId());
  return assemble([id, ...all.filter((one) => one !== at).map(({ start, end }) => sent.subarray(start, end))]);
};

const insertDocument = (writer: Writer, collection: Collection, sent: Buffer): Version => {
  const raw = sized(withId(sent));
  const version = { raw, document: decode(raw) };
  prepare(writer, collection, idOf(version.document), undefined, version)();
  return version;
};

const versionOf = (collection: Collection, raw: Buffer): Version => ({ raw, document: decodeFields(raw, indexedFields(collection)) });

/** The fields that equality conditions give to a document made by an upsert. */
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
  if (update.replaces) return update.apply(id, true);
  const { _id, ...others } = fields;
  const base = Object.keys(others).length > 0 ? compileUpdate({ $set: others }).apply(id, true) : id;
  return update.apply(base, true);
};

interface Change {
  readonly filter: Document;
  readonly compiled: Filter;
  readonly update: Update;
  readonly multi: boolean;
  readonly upsert: boolean;
  readonly sort: Sort;
  readonly hint: string | Document | undefined;
}

const matching = (writer: Writer, collection: Collection, compiled: Filter, sort: Sort, hint: string | Document | undefined, multi: boolean): Found[] => {
  const plan = choosePlan(collection, compiled, sort, hint);
  if (sort.length === 0 || plan.sorted) {
    const found: Found[] = [];
    for (const one of findDocuments(writer.view, collection, plan, compiled, { keys: 0, documents: 0 })) {
      found.push(one);
      if (!multi) break;
    }
    return found;
  }
  const query = { filter: compiled, sort, skip: 0, limit: multi ? 0 : 1, hint };
  return Array.from(runQuery(writer.view, collection, query, plan, { keys: 0, documents: 0 }), (raw) => ({ id: encodeValue(decodeFields(raw, ID)['_id']), raw }));
};

interface Changed {
  readonly matched: number;
  readonly modified: number;
  readonly before?: Buffer | undefined;
  readonly after?: Buffer | undefined;
  readonly upsertedId?: unknown;
}

const changeDocuments = (writer: Writer, target: Target, { filter, compiled, update, multi, upsert, sort, hint }: Change): Changed => {
  const collection = target.find();
  const found = collection ? matching(writer, collection, compiled, sort, hint, multi) : [];
  if (!collection || found.length === 0) {
    if (!upsert) return { matched: 0, modified: 0 };
    const { raw, document } = insertDocument(writer, target.create(), upserted(filter, update));
    return { matched: 0, modified: 0, after: raw, upsertedId: document['_id'] };
  }
  // Everything is taken before anything is written: a lock met half-way would have the first changes made twice.
  const changes = found.flatMap(({ id, raw }) => {
    const after = sized(update.apply(raw, false));
    writer.view.claim(Buffer.concat([collection.id, id]));
    return after.equals(raw) ? [] : [prepare(writer, collection, id, versionOf(collection, raw), versionOf(collection, after))];
  });
  for (const change of changes) change();
  const [first] = found;
  return { matched: found.length, modified: changes.length, before: first?.raw, after: first && update.apply(first.raw, false) };
};

const removeDocuments = (writer: Writer, target: Target, { compiled, sort, hint, multi }: Omit<Change, 'update' | 'upsert' | 'filter'>): { n: number; before?: Buffer | undefined } => {
  const collection = target.find();
  if (!collection) return { n: 0 };
  const found = matching(writer, collection, compiled, sort, hint, multi);
  const changes = found.map(({ id, raw }) => prepare(writer, collection, id, versionOf(collection, raw), undefined));
  for (const change of changes) change();
  return { n: found.length, before: found[0]?.raw };
};

type Statement<T> = (writer: Writer, target: Target) => T;

interface Outcome<T> {
  readonly results: readonly { readonly index: number; readonly result: T }[];
  readonly errors: Document[];
}

/** Runs the statements of a command in order; after a refusal it goes on only if the command is unordered and in no transaction. */
const runStatements = async <T>(scope: Scope, namespace: string, creates: boolean, statements: readonly Statement<T>[]): Promise<Outcome<T>> => {
  const { transaction, command } = scope;
  const goesOn = command.body['ordered'] === false && !transaction;
  const results: { index: number; result: T }[] = [];
  const errors: Document[] = [];
  let at = 0;
  await scope.write(namespace, creates, (writer, target) => {
    for (; at < statements.length; at++) {
      try {
        const result = (statements[at] as Statement<T>)(writer, target);
        results.push({ index: at, result });
      } catch (error) {
        if (error instanceof Locked || error instanceof StorageFailure) throw error;
        const refusal = toRefusal(error);
        if (refusal.details['errorLabels']) throw refusal;
        errors.push({ index: at, code: refusal.code, errmsg: refusal.message, ...refusal.details });
        if (!goesOn) break;
      }
    }
  });
  if (errors.length > 0) transaction?.abort();
  return { results, errors };
};

const withErrors = (answer: Document, errors: Document[]): Document => ({ ...answer, ...(errors.length > 0 && { writeErrors: errors }), ok: 1 });

/** `insert` */
export const insert = async (scope: Scope): Promise<Document> => {
  const { body, documents } = scope.command;
  const namespace = scope.namespaceOf(body['insert']);
  const { results, errors } = await runStatements(
    scope,
    namespace,
    true,
    documents.map((sent) => (writer: Writer, target: Target) => insertDocument(writer, target.create(), sent)),
  );
  return withErrors({ n: results.length }, errors);
};

const refuseOptions = (statement: Document): void => {
  if (Array.isArray(statement['arrayFilters']) && statement['arrayFilters'].length > 0) throw refuse.notSupported('arrayFilters');
  if (isDocument(statement['collation']) && statement['collation']['locale'] !== 'simple') throw refuse.notSupported('collation');
  if (statement['let'] !== undefined) throw refuse.notSupported('let');
};

const toChange = (statement: Document): Change => {
  refuseOptions(statement);
  const filter = (statement['q'] ?? {}) as Document;
  const update = compileUpdate(statement['u']);
  if (update.replaces && statement['multi']) throw refuse.failedToParse('multi update is not supported for replacement-style update');
  return {
    filter,
    compiled: compileFilter(filter),
    update,
    multi: statement['multi'] === true,
    upsert: statement['upsert'] === true,
    sort: [],
    hint: statement['hint'],
  };
};

/** `update` */
export const update = async (scope: Scope): Promise<Document> => {
  const { body } = scope.command;
  const namespace = scope.namespaceOf(body['update']);
  const statements = scope.command.documents.map(decode);
  const { results, errors } = await runStatements(
    scope,
    namespace,
    statements.some(({ upsert }) => upsert === true),
    statements.map((statement) => {
      let change: Change | undefined;
      return (writer: Writer, target: Target) => {
        change ??= toChange(statement);
        return changeDocuments(writer, target, change);
      };
    }),
  );
  const made = results.flatMap(({ index, result }) => (result.upsertedId === undefined ? [] : [{ index, _id: result.upsertedId }]));
  const n = results.reduce((sum, { result }) => sum + result.matched, made.length);
  const nModified = results.reduce((sum, { result }) => sum + result.modified, 0);
  return withErrors({ n, nModified, ...(made.length > 0 && { upserted: made }) }, errors);
};

/** `delete` */
export const remove = async (scope: Scope): Promise<Document> => {
  const namespace = scope.namespaceOf(scope.command.body['delete']);
  const { results, errors } = await runStatements(
    scope,
    namespace,
    false,
    scope.command.documents.map((sent) => (writer: Writer, target: Target) => {
      const statement = decode(sent);
      refuseOptions(statement);
      const { q = {}, limit, hint } = statement;
      return removeDocuments(writer, target, { compiled: compileFilter(q as Document), sort: [], hint, multi: Number(limit) !== 1 });
    }),
  );
  return withErrors({ n: results.reduce((sum, { result }) => sum + result.n, 0) }, errors);
};

/** `findAndModify` */
export const findAndModify = async (scope: Scope): Promise<Document> => {
  const { body } = scope.command;
  refuseOptions(body);
  const namespace = scope.namespaceOf(body['findAndModify'] ?? body['findandmodify']);
  const { filter: compiled, sort, hint } = toQuery(body, 'query');
  const project = compileProjection(body['fields']);
  const filter = (body['query'] ?? {}) as Document;
  const shown = (raw: Buffer | undefined) => (raw ? decode(project(raw)) : null);
  const answer = async <T>(creates: boolean, work: (writer: Writer, target: Target) => T): Promise<T> => scope.write(namespace, creates, work);
  if (body['remove'] === true) {
    if (body['update'] !== undefined) throw refuse.failedToParse("Cannot specify both an 'update' and 'remove'=true");
    const { n, before } = await answer(false, (writer, target) => removeDocuments(writer, target, { compiled, sort, hint, multi: false }));
    return { lastErrorObject: { n }, value: shown(before), ok: 1 };
  }
  const change: Change = { filter, compiled, update: compileUpdate(body['update']), multi: false, upsert: body['upsert'] === true, sort, hint };
  const { matched, before, after, upsertedId } = await answer(change.upsert, (writer, target) => changeDocuments(writer, target, change));
  return {
    lastErrorObject: { n: matched || (upsertedId === undefined ? 0 : 1), updatedExisting: matched > 0, ...(upsertedId !== undefined && { upserted: upsertedId }) },
    value: shown(body['new'] === true ? after : before),
    ok: 1,
  };
};

