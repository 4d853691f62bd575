import type { ClientSession, Document } from 'mongodb';
import { type Connection, keyOf, type Post, type RecordType, refusedWhy, type Sharing, type Term } from '../../database';
import { isOverloaded } from '../../errors';

/** A result of the check: a sentence without its full stop. `mended` tells what was done, `unmended` why nothing was. */
export interface Finding {
  readonly what: string;
  readonly mended?: string;
  readonly unmended?: string;
}

/** The state of a running check: its options and its listeners. */
export interface CheckContext {
  readonly connection: Connection;
  readonly types: readonly RecordType[];
  readonly sharing: Sharing;
  /** True if faults are mended. Otherwise nothing is written. */
  readonly mends: boolean;
  /** The singular name of a record of a collection, for messages. */
  nameOf(plural: string): string;
  report(finding: Finding): void;
  /** Receives the number of records checked since the last call. */
  progress(records: number): void;
}

/** The running check of one content type. */
export interface TypeCheck extends CheckContext, RecordType {
  /** The singular name of a record of the type, for messages. */
  readonly name: string;
}

/** Repairs a fault in the transaction that found it. Returns what was done. */
export type Mend = (session: ClientSession) => Promise<string>;

/** A fault, with its repair or the reason why nothing can be done. */
export interface Fault {
  readonly what: string;
  readonly mend: string | Mend;
}

/** A fault of one record. */
export interface RecordFault extends Fault {
  readonly id: number;
}

/** A record of any type with some of its fields, whose values may be wrong. */
export type CheckedRecord = Partial<Omit<Post & Term, '_id'>> & { readonly _id: number };

/** One aspect that is checked on every record of a content type. */
export interface Aspect {
  /** The fields of a record that the check reads. */
  readonly fields: readonly string[];
  /** The faults of some records, with the ID of each. With a session all reads are from one moment. */
  faultsOf(records: readonly CheckedRecord[], session?: ClientSession): Promise<readonly RecordFault[]>;
}

/** Reports and mends the faults in a batch of records. */
export async function checkAspect(check: TypeCheck, { fields, faultsOf }: Aspect, batch: readonly CheckedRecord[]): Promise<void> {
  for (const id of new Set((await faultsOf(batch)).map((fault) => fault.id))) {
    await checkAgain(check, async (session) => {
      check.connection.lock([keyOf(check.plural, id)], session);
      const now = await recordsById(check, [id], fields, session);
      return faultsOf([...now.values()], session);
    });
  }
}

const OVERLOADED = 'too much else was done meanwhile: run it once more';

/**
 * Checks suspected faults again in a transaction, reports them, and mends them if the check does so. If someone changes
 * the same records meanwhile, the transaction conflicts and runs again.
 */
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

/** An update of some fields of a record. */
type FieldsUpdate = Readonly<Partial<Record<'$set' | '$unset', object>>>;

type Records = Pick<TypeCheck, 'connection' | 'plural'>;

/** Changes fields of a record and raises its revision, so that cached answers become invalid. */
export async function setFields({ connection, plural }: Records, _id: number, update: FieldsUpdate, session: ClientSession): Promise<void> {
  connection.lock([keyOf(plural, _id)], session);
  await connection.collection<{ _id: number }>(plural).updateOne({ _id }, { ...update, $inc: { revision: 1 } } as object, { session });
}

/** The repair that changes fields of a record. `done` tells what was done. */
export const setting =
  (records: Records, id: number, update: FieldsUpdate, done: string): Mend =>
  async (session) => {
    await setFields(records, id, update, session);
    return done;
  };

const READ_AT_ONCE = 500;

const projectionOf = (fields: readonly string[]): Document => ({ _id: 1, ...Object.fromEntries(fields.map((field) => [field, 1])) });

/** Reads all records of a collection with numeric IDs, in the order of their IDs, in batches of some fields. */
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
