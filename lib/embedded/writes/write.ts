import type { Document } from 'bson';
import { compileFilter, isDocument, refuse, toRefusal } from '../../query';
import { toFindQuery } from '../reads/find';
import { compileProjection } from '../reads/project';
import { decode } from '../reads/raw-bson';
import type { Scope, Target } from '../storage/database';
import type { Writer } from '../storage/documents';
import { StorageFailure } from '../storage/store';
import { changeDocuments, insertDocument, removeDocuments, type UpdateStatement } from './change-documents';
import { Locked } from './commit';
import { compileUpdate } from './update';

type Statement<T> = (writer: Writer, target: Target) => T;

interface Outcome<T> {
  readonly results: readonly { readonly index: number; readonly result: T }[];
  readonly errors: Document[];
}

/** Runs the statements of a command in order. After an error only unordered commands outside transactions go on. */
const runStatements = async <T>(
  scope: Scope,
  namespace: string,
  options: { readonly creates: boolean },
  statements: readonly Statement<T>[],
): Promise<Outcome<T>> => {
  const { transaction, command } = scope;
  const goesOn = command.body['ordered'] === false && !transaction;
  const results: { index: number; result: T }[] = [];
  const errors: Document[] = [];
  let at = 0;
  await scope.write(namespace, options, (writer, target) => {
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

const withErrors = (answer: Document, errors: Document[]): Document => ({
  ...answer,
  ...(errors.length > 0 && { writeErrors: errors }),
  ok: 1,
});

/** The command `insert`. */
export const insert = async (scope: Scope): Promise<Document> => {
  const { body, documents } = scope.command;
  const namespace = scope.namespaceOf(body['insert']);
  const { results, errors } = await runStatements(
    scope,
    namespace,
    { creates: true },
    documents.map((sent) => (writer: Writer, target: Target) => insertDocument(writer, target.create(), sent)),
  );
  return withErrors({ n: results.length }, errors);
};

const refuseOptions = (statement: Document): void => {
  if (Array.isArray(statement['arrayFilters']) && statement['arrayFilters'].length > 0) throw refuse.notSupported('arrayFilters');
  if (isDocument(statement['collation']) && statement['collation']['locale'] !== 'simple') throw refuse.notSupported('collation');
  if (statement['let'] !== undefined) throw refuse.notSupported('let');
};

const toChange = (statement: Document): UpdateStatement => {
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
    hint: statement['hint'],
  };
};

/** The command `update`. */
export const update = async (scope: Scope): Promise<Document> => {
  const { body } = scope.command;
  const namespace = scope.namespaceOf(body['update']);
  const statements = scope.command.documents.map(decode);
  const { results, errors } = await runStatements(
    scope,
    namespace,
    { creates: statements.some(({ upsert }) => upsert === true) },
    statements.map((statement) => {
      let change: UpdateStatement | undefined;
      return (writer: Writer, target: Target) => {
        change ??= toChange(statement);
        return changeDocuments(writer, target, change);
      };
    }),
  );
  const upserted = results.flatMap(({ index, result }) => (result.upsertedId === undefined ? [] : [{ index, _id: result.upsertedId }]));
  const n = results.reduce((sum, { result }) => sum + result.matched, upserted.length);
  const nModified = results.reduce((sum, { result }) => sum + result.modified, 0);
  return withErrors({ n, nModified, ...(upserted.length > 0 && { upserted }) }, errors);
};

/** The command `delete`. */
export const remove = async (scope: Scope): Promise<Document> => {
  const namespace = scope.namespaceOf(scope.command.body['delete']);
  const { results, errors } = await runStatements(
    scope,
    namespace,
    { creates: false },
    scope.command.documents.map((sent) => (writer: Writer, target: Target) => {
      const statement = decode(sent);
      refuseOptions(statement);
      const { q = {}, limit, hint } = statement;
      return removeDocuments(writer, target, { compiled: compileFilter(q as Document), hint, multi: Number(limit) !== 1 });
    }),
  );
  return withErrors({ n: results.reduce((sum, { result }) => sum + result.n, 0) }, errors);
};

/** The command `findAndModify`. */
export const findAndModify = async (scope: Scope): Promise<Document> => {
  const { body } = scope.command;
  refuseOptions(body);
  const namespace = scope.namespaceOf(body['findAndModify']);
  const { filter: compiled, sort, hint } = toFindQuery(body, 'query');
  if (sort.length > 0) throw refuse.notSupported('findAndModify with sort');
  const project = compileProjection(body['fields']);
  const filter = (body['query'] ?? {}) as Document;
  const shown = (raw: Buffer | undefined) => (raw ? decode(project(raw)) : null);
  const answer = async <T>(creation: { readonly creates: boolean }, work: (writer: Writer, target: Target) => T): Promise<T> =>
    scope.write(namespace, creation, work);
  if (body['remove'] === true) {
    if (body['update'] !== undefined) throw refuse.failedToParse("Cannot specify both an 'update' and 'remove'=true");
    const { n, before } = await answer({ creates: false }, (writer, target) =>
      removeDocuments(writer, target, { compiled, hint, multi: false }),
    );
    return { lastErrorObject: { n }, value: shown(before), ok: 1 };
  }
  const change: UpdateStatement = {
    filter,
    compiled,
    update: compileUpdate(body['update']),
    multi: false,
    upsert: body['upsert'] === true,
    hint,
  };
  const { matched, before, after, upsertedId } = await answer({ creates: change.upsert }, (writer, target) =>
    changeDocuments(writer, target, change),
  );
  return {
    lastErrorObject: {
      n: matched || (upsertedId === undefined ? 0 : 1),
      updatedExisting: matched > 0,
      ...(upsertedId !== undefined && { upserted: upsertedId }),
    },
    value: shown(body['new'] === true ? after : before),
    ok: 1,
  };
};
