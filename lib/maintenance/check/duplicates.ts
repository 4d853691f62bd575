import { createHash } from 'node:crypto';
import type { ClientSession } from 'mongodb';
import { keyOf, type RecordType } from '../../database';
import { batchesOf, recordsById } from './batches';
import { type Checking, type Fault, type Looked, settle } from './checking';
import { createSameNumbers } from './same-numbers';

/** What no two records of a kind have in common. */
export interface Uniqueness {
  readonly reads: readonly string[];
  /** What is to be unique of a record; undefined where it is nothing. */
  uniqueOf(record: Looked): string | undefined;
  /** What is wrong with a record that has the value of another, and may not keep it. */
  faultOf(record: Looked, keeper: Looked): Fault;
  /** Whether the first of two with one value keeps it; the elder one unless given. */
  keeps?(record: Looked): boolean;
}

/** Hears of records one after the other, and tells in the end what is not unique. */
export interface Duplicates {
  note(records: readonly Looked[]): void;
  /** Reads again, and tells and mends, what was noted of more than one. */
  check(): Promise<void>;
}

const HASH_BYTES = 6;
const hashOf = (value: string): number => createHash('sha256').update(value).digest().readUIntBE(0, HASH_BYTES);

/** Makes what finds duplicates among the records of a kind. */
export function createDuplicates(checking: Checking, { plural }: RecordType, { reads, uniqueOf, faultOf, keeps }: Uniqueness): Duplicates {
  const { connection } = checking;
  const hashes = createSameNumbers();

  const judge = async (ids: readonly number[], value: string, session: ClientSession): Promise<readonly Fault[]> => {
    connection.touch(
      ids.map((id) => keyOf(plural, id)),
      session,
    );
    const found = [...(await recordsById(connection, plural, ids, reads, session)).values()];
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
      for await (const batch of batchesOf(connection, plural, reads)) {
        for (const record of batch) {
          const value = uniqueOf(record);
          if (value !== undefined && same.has(hashOf(value))) holders.set(value, [...(holders.get(value) ?? []), record._id]);
        }
      }
      for (const [value, ids] of holders) if (ids.length > 1) await settle(checking, (session) => judge(ids, value, session));
    },
  };
}
