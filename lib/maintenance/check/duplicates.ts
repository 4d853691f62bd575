import { createHash } from 'node:crypto';
import type { ClientSession } from 'mongodb';
import { keyOf, type RecordType } from '../../database';
import { batchesOf, recordsById } from './batches';
import { type CheckContext, type CheckedRecord, checkAgain, type Fault } from './context';
import { createRepeatedNumbers } from './repeated-numbers';

/** A value that must be unique among the records of a type. */
export interface Uniqueness {
  readonly fields: readonly string[];
  /** The unique value of a record; undefined if it has none. */
  uniqueOf(record: CheckedRecord): string | undefined;
  /** The fault of a record that has the same value as the one that keeps it. */
  faultOf(record: CheckedRecord, keeper: CheckedRecord): Fault;
  /** True if a record keeps the value. By default the oldest record keeps it. */
  keeps?(record: CheckedRecord): boolean;
}

/** Collects the values of records and reports duplicates at the end. */
export interface Duplicates {
  note(records: readonly CheckedRecord[]): void;
  /** Reads the suspected duplicates again, reports and mends them. */
  check(): Promise<void>;
}

const HASH_BYTES = 6;
const hashOf = (value: string): number => createHash('sha256').update(value).digest().readUIntBE(0, HASH_BYTES);

/** Creates the search for duplicates among the records of a type. */
export function createDuplicates(
  context: CheckContext,
  { plural }: RecordType,
  { fields, uniqueOf, faultOf, keeps }: Uniqueness,
): Duplicates {
  const { connection } = context;
  const hashes = createRepeatedNumbers();

  const judge = async (ids: readonly number[], value: string, session: ClientSession): Promise<readonly Fault[]> => {
    connection.lock(
      ids.map((id) => keyOf(plural, id)),
      session,
    );
    const found = [...(await recordsById(connection, plural, ids, fields, session)).values()];
    const same = found.filter((record) => uniqueOf(record) === value).sort((one, other) => one._id - other._id);
    const keeper = same.find((record) => keeps?.(record)) ?? same[0];
    return keeper === undefined ? [] : same.filter((record) => record !== keeper).map((record) => faultOf(record, keeper));
  };

  return {
    note(records) {
      for (const record of records) {
        const value = uniqueOf(record);
        if (value !== undefined) hashes.note(hashOf(value));
      }
    },
    async check() {
      const same = hashes.found();
      if (same.size === 0) return;
      const holders = new Map<string, number[]>();
      for await (const batch of batchesOf(connection, plural, fields)) {
        for (const record of batch) {
          const value = uniqueOf(record);
          if (value !== undefined && same.has(hashOf(value))) holders.set(value, [...(holders.get(value) ?? []), record._id]);
        }
      }
      for (const [value, ids] of holders) if (ids.length > 1) await checkAgain(context, (session) => judge(ids, value, session));
    },
  };
}
