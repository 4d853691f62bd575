import { createHash } from 'node:crypto';
import type { ClientSession } from 'mongodb';
import { keysOf } from '../../database';
import { batchesOf, type CheckedRecord, checkAgain, type Fault, recordsById, type TypeCheck } from './context';

/** A value that must be unique among the records of a type. */
export interface Uniqueness {
  readonly fields: readonly string[];
  /** Returns the unique value of a record; undefined if it has none. */
  uniqueOf(record: CheckedRecord): string | undefined;
  /** Describes the fault of a record that has the same value as the keeper. */
  faultOf(record: CheckedRecord, keeper: CheckedRecord): Fault;
  /** True if a record keeps the value. By default the oldest record keeps it. */
  keeps?(record: CheckedRecord): boolean;
}

const HASH_BYTES = 6;
const hashOf = (value: string): number => createHash('sha256').update(value).digest().readUIntBE(0, HASH_BYTES);

/** Returns the numbers that occur at least twice. */
const repeatedIn = (numbers: readonly number[]): ReadonlySet<number> => {
  const sorted = Float64Array.from(numbers).sort();
  return new Set(sorted.filter((number, index) => number === sorted[index - 1]));
};

/** Creates the search for duplicate values among the records of a type. */
export function createDuplicates(check: TypeCheck, { fields, uniqueOf, faultOf, keeps }: Uniqueness) {
  // Hashes use less memory than values: 8 MB for a million.
  const hashes: number[] = [];

  const judge = async (ids: readonly number[], value: string, session: ClientSession): Promise<readonly Fault[]> => {
    check.connection.lock(keysOf(check.plural, ids), session);
    const found = [...(await recordsById(check, ids, fields, session)).values()];
    const same = found.filter((record) => uniqueOf(record) === value).sort((one, other) => one._id - other._id);
    const keeper = same.find((record) => keeps?.(record)) ?? same[0];
    return keeper === undefined ? [] : same.filter((record) => record !== keeper).map((record) => faultOf(record, keeper));
  };

  return {
    note(records: readonly CheckedRecord[]): void {
      for (const value of records.map(uniqueOf)) if (value !== undefined) hashes.push(hashOf(value));
    },
    /** Reads the suspected duplicates again, reports and repairs them. */
    async check(): Promise<void> {
      const repeated = repeatedIn(hashes);
      if (repeated.size === 0) return;
      const holders = new Map<string, number[]>();
      for await (const batch of batchesOf(check, fields)) {
        for (const record of batch) {
          const value = uniqueOf(record);
          if (value !== undefined && repeated.has(hashOf(value))) holders.set(value, [...(holders.get(value) ?? []), record._id]);
        }
      }
      for (const [value, ids] of holders) if (ids.length > 1) await checkAgain(check, (session) => judge(ids, value, session));
    },
  };
}
