import type { ClientSession, Document } from 'mongodb';
import { type Connection, keyOf, type Post, type RecordType, refusedWhy, type Sharing, type Term } from '../../database';
import { isOverloaded } from '../../errors';

/** A result of the check: a sentence without its full stop. `mended` says what was repaired, `unmended` why nothing was. */
export interface Finding {
  readonly what: string;
  readonly mended?: string;
  readonly unmended?: string;
}

/** The options and listeners of a running check. */
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

/** The running check of one content type. */
export interface TypeCheck extends CheckContext, RecordType {
  readonly name: string;
}

/** Repairs a fault in the transaction that found it. Returns a description of the repair. */
export type Mend = (session: ClientSession) => Promise<string>;

/** A fault, with its repair or the reason why none is possible. */
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
  /** The fields of a record that the check reads. */
  readonly fields: readonly string[];
  /** Finds the faults of some records, with the ID of each. With a session all reads use one snapshot. */
  faultsOf(records: readonly CheckedRecord[], session?: ClientSession): Promise<readonly RecordFault[]>;
}

/** Reports and repairs the faults in a batch of records. */
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
 * Checks suspected faults again in a transaction, reports them, and repairs them if the check does so. After a conflict the transaction
 * runs again.
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
