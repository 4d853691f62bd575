import type { Document } from 'bson';
import { compileFilter, isDocument, refuse, toRefusal } from '../../query';
import { compileProjection, decode, decodeFields, wholeFields } from '../reads/raw-bson';
import type { WriteView } from '../storage/catalog';
import { namespaceOf, runWrite, type Scope, type Target } from '../storage/database';
import { StorageFailure } from '../storage/store';
import { changeDocuments, insertDocument, removeDocuments, type UpdateStatement } from './change-documents';
import { Locked } from './commit';
import { abortTransaction } from './transaction';
import { compileUpdate } from './update';

/** Runs the statements of a command in order. After an error only unordered commands outside transactions continue. */
const runStatements = async <T>(
  scope: Scope,
  name: 'insert' | 'update' | 'delete',
  options: { readonly creates: boolean },
  run: (statement: Buffer, view: WriteView, target: Target) => T,
) => {
  const { transaction, command } = scope;
  const goesOn = command.body['ordered'] === false && !transaction;
  const results: { index: number; result: T }[] = [];
  const writeErrors: Document[] = [];
  // A write that had to wait for a lock continues at the statement that waited.
  let index = 0;
  await runWrite(scope, namespaceOf(scope, command.body[name]), options, (view, target) => {
    for (; index < command.documents.length; index++) {
      try {
        const result = run(command.documents[index] as Buffer, view, target);
        results.push({ index, result });
      } catch (error) {
        if (error instanceof Locked || error instanceof StorageFailure) throw error;
        const { code, message: errmsg, details } = toRefusal(error);
        if (details['errorLabels']) throw error;
        writeErrors.push({ index, code, errmsg, ...details });
        if (!goesOn) break;
      }
    }
  });
  if (transaction && writeErrors.length > 0) abortTransaction(transaction);
  return { results, failed: writeErrors.length > 0 && { writeErrors } };
};

export const insert = async (scope: Scope): Promise<Document> => {
  const insertOne = (sent: Buffer, view: WriteView, target: Target) => insertDocument(view, target.create(), sent);
  const { results, failed } = await runStatements(scope, 'insert', { creates: true }, insertOne);
  return { n: results.length, ...failed, ok: 1 };
};

/** Throws CommandNotSupported for unsupported options that change the meaning of a command or statement. */
export const refuseOptions = ({ arrayFilters, collation, let: variables }: Document): void => {
  if (Array.isArray(arrayFilters) && arrayFilters.length > 0) throw refuse.notSupported('arrayFilters');
  if (isDocument(collation) && collation['locale'] !== 'simple') throw refuse.notSupported('collation');
  if (isDocument(variables) && Object.keys(variables).length > 0) throw refuse.notSupported('let');
};

const toChange = (statement: Document): UpdateStatement => {
  refuseOptions(statement);
  const { q: sent = {}, u, multi = false, upsert = false, hint } = statement;
  const update = compileUpdate(u);
  if (update.replaces && multi) throw refuse.failedToParse('multi update is not supported for replacement-style update');
  return { sent, filter: compileFilter(sent), update, multi, upsert, hint };
};

const UPSERT = wholeFields(['upsert']);

export const update = async (scope: Scope): Promise<Document> => {
  const creates = scope.command.documents.some((sent) => decodeFields(sent, UPSERT)['upsert'] === true);
  const { results, failed } = await runStatements(scope, 'update', { creates }, (sent, view, target) =>
    changeDocuments(view, target, toChange(decode(sent))),
  );
  const upserted = results.flatMap(({ index, result }) => (result.upsertedId === undefined ? [] : [{ index, _id: result.upsertedId }]));
  const n = results.reduce((sum, { result }) => sum + result.matched, upserted.length);
  const nModified = results.reduce((sum, { result }) => sum + result.modified, 0);
  return { n, nModified, ...(upserted.length > 0 && { upserted }), ...failed, ok: 1 };
};

export const remove = async (scope: Scope): Promise<Document> => {
  const { results, failed } = await runStatements(scope, 'delete', { creates: false }, (sent, view, target) => {
    const statement = decode(sent);
    refuseOptions(statement);
    const { q = {}, limit, hint } = statement;
    return removeDocuments(view, target, { filter: compileFilter(q), hint, multi: Number(limit) !== 1 });
  });
  return { n: results.reduce((sum, { result }) => sum + result.n, 0), ...failed, ok: 1 };
};

export const findAndModify = async (scope: Scope): Promise<Document> => {
  const { body } = scope.command;
  const { query: q = {}, update: u, upsert = false, new: isAfter, hint } = body;
  const namespace = namespaceOf(scope, body['findAndModify']);
  if (isDocument(body['sort']) && Object.keys(body['sort']).length > 0) throw refuse.notSupported('findAndModify with sort');
  const project = compileProjection(body['fields']);
  const shown = (raw: Buffer | undefined) => (raw ? decode(project(raw)) : null);
  if (body['remove'] === true) {
    const selection = { filter: compileFilter(q), hint, multi: false };
    const { n, before } = await runWrite(scope, namespace, { creates: false }, (view, target) => removeDocuments(view, target, selection));
    return { lastErrorObject: { n }, value: shown(before), ok: 1 };
  }
  const change = toChange({ ...body, q, u });
  const { matched, before, after, upsertedId } = await runWrite(scope, namespace, { creates: upsert }, (view, target) =>
    changeDocuments(view, target, change),
  );
  const upserted = upsertedId === undefined ? {} : { upserted: upsertedId };
  const lastErrorObject = { n: upsertedId === undefined ? matched : 1, updatedExisting: matched > 0, ...upserted };
  return { lastErrorObject, value: shown(isAfter ? after : before), ok: 1 };
};
