import type { ClientSession, Document } from 'mongodb';
import { type Connection, keyOf, keysOf, type Post, type RecordType, refusedWhy, type Sharing, type Term } from '../../database';
import { isOverloaded } from '../../errors';

/** A result of the check: a sentence without its full stop. `mended` says what was repaired, `unmended` why nothing was. */
export interface Finding {
  readonly what: string;
  readonly mended?: string;
  readonly unmended?: string;
}

export interface CheckContext {
  readonly connection: Connection;
  readonly types: readonly RecordType[];
  readonly sharing: Sharing;
  /** True if the check repairs faults. Otherwise it writes nothing. */
  readonly mends: boolean;
  /** Returns the singular name of a collection's records, for messages. */
  nameOf(plural: string): string;
  report(finding: Finding): void;
  /** Receives the number of records checked since the last call. */
  progress(records: number): void;
}

export interface TypeCheck extends CheckContext, RecordType {
  readonly name: string;
}

/** Repairs a fault in the transaction that found it. Returns a description of the repair. */
export type Mend = (session: ClientSession) => Promise<string>;

export interface Fault {
  readonly what: string;
  readonly mend: string | Mend;
}

export interface RecordFault extends Fault {
  readonly id: number;
}

/** A record of any type with some of its fields, whose values may be wrong. */
export type CheckedRecord = Partial<Omit<Post & Term, '_id'>> & { readonly _id: number };

export interface Aspect {
  readonly fields: readonly string[];
  /** Finds the faults of some records, with the ID of each. With a session all reads use one snapshot. */
  faultsOf(records: readonly CheckedRecord[], session?: ClientSession): Promise<readonly RecordFault[]>;
}

export async function checkAspect(check: TypeCheck, { fields, faultsOf }: Aspect, batch: readonly CheckedRecord[]): Promise<void> {
  for (const id of new Set((await faultsOf(batch)).map((fault) => fault.id))) {
    await checkAgain(check, async (session) => {
      check.connection.lock([keyOf(check.plural, id)], session);
      const now = await recordsById(check, [id], fields, session);
      return faultsOf([...now.values()], session);
    });
  }
}

const OVERLOADED = 'the database was too busy: run the command again';

/** Checks suspected faults again in a transaction, reports them, and repairs them. After a conflict the transaction runs again. */
export async function checkAgain(
  { connection, mends, report }: CheckContext,
  judge: (session: ClientSession) => Promise<readonly Fault[]>,
): Promise<void> {
  const look = (mending: boolean) =>
    connection.transact(async (session) => {
      const findings: Finding[] = [];
      for (const { what, mend } of await judge(session)) {
        if (typeof mend === 'string') findings.push({ what, unmended: mend });
        else findings.push(mending ? { what, mended: await mend(session) } : { what });
      }
      return findings;
    });
  const findings = await look(mends).catch(async (error: unknown) => {
    const refused = isOverloaded(error) ? OVERLOADED : refusedWhy(error)?.replace(/\s+/g, ' ');
    // Any other error ends the whole check.
    if (!mends || refused === undefined) throw error;
    return (await look(false)).map((finding) => ({ unmended: refused, ...finding }));
  });
  for (const finding of findings) report(finding);
}

type FieldsUpdate = Readonly<Partial<Record<'$set' | '$unset', object>>>;

type Records = Pick<TypeCheck, 'connection' | 'plural'>;

/** Changes fields of a record and raises its revision, which invalidates cached responses. */
export async function setFields({ connection, plural }: Records, _id: number, update: FieldsUpdate, session: ClientSession): Promise<void> {
  connection.lock([keyOf(plural, _id)], session);
  await connection.collection<{ _id: number }>(plural).updateOne({ _id }, { ...update, $inc: { revision: 1 } } as object, { session });
}

/** Makes the repair that changes fields of a record. `done` describes the repair. */
export const setting =
  (records: Records, id: number, update: FieldsUpdate, done: string): Mend =>
  async (session) => {
    await setFields(records, id, update, session);
    return done;
  };

const READ_AT_ONCE = 500;

const projectionOf = (fields: readonly string[]): Document => ({ _id: 1, ...Object.fromEntries(fields.map((field) => [field, 1])) });

/** Reads some fields of all records with numeric IDs in a collection, ordered by ID, in batches. */
export async function* batchesOf({ connection, plural }: Records, fields: readonly string[]): AsyncGenerator<CheckedRecord[]> {
  for (let after = Number.NEGATIVE_INFINITY; ; ) {
    const batch = await connection
      .collection<CheckedRecord>(plural)
      .find<CheckedRecord>({ _id: { $gt: after } }, { projection: projectionOf(fields) })
      .sort({ _id: 1 })
      .limit(READ_AT_ONCE)
      .toArray();
    const last = batch.at(-1);
    if (last === undefined) return;
    yield batch;
    after = last._id;
  }
}

/** Reads some fields of the records with these IDs, by ID, in batches. */
export async function recordsById(
  { connection, plural }: Records,
  ids: Iterable<number>,
  fields: readonly string[],
  session?: ClientSession,
): Promise<ReadonlyMap<number, CheckedRecord>> {
  const requested = [...new Set(ids)];
  const found = new Map<number, CheckedRecord>();
  const options = { projection: projectionOf(fields), ...(session && { session }) };
  for (let start = 0; start < requested.length; start += READ_AT_ONCE) {
    const filter = { _id: { $in: requested.slice(start, start + READ_AT_ONCE) } };
    const some = await connection.collection<CheckedRecord>(plural).find<CheckedRecord>(filter, options).toArray();
    for (const record of some) found.set(record._id, record);
  }
  return found;
}

/** The fields of a record that its translations store, and those that link translations. */
export const SIBLING_FIELDS: readonly string[] = ['language', 'group', 'translations', 'slug', 'status', 'author', 'trashed'];

export interface Uniqueness {
  /** Returns the unique value of a record, made of `SIBLING_FIELDS`. Undefined if it has none. */
  uniqueOf(record: CheckedRecord): string | undefined;
  /** Describes the fault of a record that has the same value as the keeper. */
  faultOf(record: CheckedRecord, keeper: CheckedRecord): Fault;
  /** True if a record keeps the value. By default the oldest record keeps it. */
  keeps?(record: CheckedRecord): boolean;
}

/** Creates the search for duplicate values among the records of a type. */
export function createDuplicates(check: TypeCheck, { uniqueOf, faultOf, keeps }: Uniqueness) {
  /** The first record of each value, and all records of those values that several have. */
  const firstOf = new Map<string, number>();
  const repeated = new Map<string, number[]>();

  const judge = async (ids: readonly number[], value: string, session: ClientSession): Promise<readonly Fault[]> => {
    check.connection.lock(keysOf(check.plural, ids), session);
    const found = [...(await recordsById(check, ids, SIBLING_FIELDS, session)).values()];
    const same = found.filter((record) => uniqueOf(record) === value).sort((one, other) => one._id - other._id);
    const keeper = same.find((record) => keeps?.(record)) ?? same[0];
    return keeper === undefined ? [] : same.filter((record) => record !== keeper).map((record) => faultOf(record, keeper));
  };

  return {
    note(records: readonly CheckedRecord[]): void {
      for (const record of records) {
        const value = uniqueOf(record);
        if (value === undefined) continue;
        const first = firstOf.get(value);
        if (first === undefined) firstOf.set(value, record._id);
        else repeated.set(value, [...(repeated.get(value) ?? [first]), record._id]);
      }
    },
    /** Reads the suspected duplicates again, reports and repairs them. */
    async check(): Promise<void> {
      for (const [value, ids] of repeated) await checkAgain(check, (session) => judge(ids, value, session));
    },
  };
}
