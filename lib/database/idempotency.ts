import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Binary, ClientSession, Collection, Filter } from 'mongodb';
import { errors } from '../errors';
import type { Language } from '../language';
import type { Connection } from './driver/connection';
import { driver, sessionOption } from './driver/driver';
import { KEYS_COLLECTION } from './driver/indexes';

const LIFETIME_MILLISECONDS = 24 * 3_600_000;
/** The most idempotency keys of one user, and bytes of their compressed responses. Approximate: each process counts for itself. */
const MOST_KEYS = 10_000;
const MOST_BYTES = 32 * 1_048_576;
/** The time in ms for which a process trusts its last count. */
const COUNTED_MILLISECONDS = 10_000;
/** The most users whose last count is in memory. */
const MOST_COUNTED = 1000;

const DELETED_AT_ONCE = 500;

/** The MongoDB error codes DuplicateKey and WriteConflict: the key is stored, or another transaction uses it now. */
const TAKEN: readonly unknown[] = [11000, 112];

/** A client's use of an idempotency key, separate by user, route and language. `digest` is the hash of the request. */
export interface KeyUse {
  readonly user: number;
  readonly route: string;
  readonly language: Language;
  readonly key: string;
  readonly digest: string;
}

/** A stored response. `body` is the value that was sent as JSON. */
interface StoredAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly language?: Language | undefined;
  readonly revision?: string | undefined;
  readonly body: unknown;
}

/** The result of a used key: the created record and the response. The response is missing if the process ended too early. */
export interface UsedKey {
  readonly digest: string;
  readonly record: number;
  readonly answer: (() => Promise<StoredAnswer>) | undefined;
}

interface StoredKey {
  readonly _id: string;
  readonly user: number;
  readonly digest: string;
  readonly record: number;
  readonly expires: Date;
  readonly bytes: number;
  readonly answer?: Binary;
}

export type IdempotencyKeys = ReturnType<typeof createIdempotencyKeys>;

const idOf = ({ user, route, language, key }: KeyUse): string =>
  createHash('sha256')
    .update(JSON.stringify([user, route, language, key]))
    .digest('base64url');

/** Creates the store of the keys that clients send so that repeating a creation has no second effect. `now` is the clock for expiry. */
export function createIdempotencyKeys(connection: Connection, now: () => Date) {
  const collection = (): Collection<StoredKey> => connection.collection<StoredKey>(KEYS_COLLECTION);
  const counted = new LRUCache<number, { keys: number; bytes: number }>({ max: MOST_COUNTED, ttl: COUNTED_MILLISECONDS, ttlResolution: 0 });

  const unexpired = (user: number): Filter<StoredKey> => ({ user, expires: { $gt: now() } });
  const count = async (user: number) => {
    const cached = counted.get(user);
    if (cached !== undefined) return cached;
    const stored = await collection()
      .find(unexpired(user), { limit: MOST_KEYS, projection: { _id: 0, bytes: 1 } })
      .toArray();
    const bytes = stored.reduce((sum, one) => sum + one.bytes, 0);
    const fresh = { keys: stored.length, bytes };
    counted.set(user, fresh);
    return fresh;
  };

  return {
    /** Finds the result of a key that was used within the last 24 hours. */
    async find(use: KeyUse): Promise<UsedKey | undefined> {
      const stored = await collection().findOne({ _id: idOf(use) });
      if (stored === null) return undefined;
      if (stored.expires <= now()) {
        await collection().deleteOne({ _id: stored._id, expires: stored.expires });
        return undefined;
      }
      const { digest, record, answer } = stored;
      const unpack = async (packed: Binary): Promise<StoredAnswer> => JSON.parse((await promisify(inflate)(packed.buffer)).toString());
      return { digest, record, answer: answer && (() => unpack(answer)) };
    },
    /** Stores a key at the start of a transaction. Throws 409 `rest_idempotency_key_in_use` if another transaction uses it. */
    async reserve(use: KeyUse, session: ClientSession): Promise<void> {
      const { user, digest } = use;
      const expires = new Date(Number(now()) + LIFETIME_MILLISECONDS);
      try {
        await collection().insertOne({ _id: idOf(use), user, digest, record: 0, expires, bytes: 0 }, { session });
      } catch (error) {
        throw error instanceof driver().MongoServerError && TAKEN.includes(error.code) ? errors.idempotencyKeyInUse() : error;
      }
    },
    /** Stores the ID of the created record with its idempotency key. */
    async setRecord(use: KeyUse, record: number, session: ClientSession): Promise<void> {
      await collection().updateOne({ _id: idOf(use) }, { $set: { record } }, { session });
    },
    /** Stores the response with its idempotency key, after the transaction is committed. */
    async storeAnswer(use: KeyUse, answer: StoredAnswer): Promise<void> {
      const packed = await promisify(deflate)(JSON.stringify(answer));
      await collection().updateOne({ _id: idOf(use) }, { $set: { answer: new (driver().Binary)(packed), bytes: packed.length } });
      const cached = counted.get(use.user);
      if (cached === undefined) return;
      cached.keys += 1;
      cached.bytes += packed.length;
    },
    /** Throws 429 `rest_too_many_idempotency_keys` if the user's keys are too many or their responses too large. */
    async assertRoom(user: number): Promise<void> {
      const { keys, bytes } = await count(user);
      if (keys < MOST_KEYS && bytes < MOST_BYTES) return;
      const first = await collection().findOne(unexpired(user), { sort: { user: 1, expires: 1 }, projection: { expires: 1 } });
      const seconds = first === null ? 1 : Math.max(1, Math.ceil((Number(first.expires) - Number(now())) / 1000));
      throw errors.tooManyIdempotencyKeys(MOST_KEYS, MOST_BYTES / 1_048_576, seconds);
    },
    /** Deletes expired keys in batches until none is left or the signal aborts. */
    async deleteExpired(signal?: AbortSignal): Promise<void> {
      while (!signal?.aborted) {
        const isExpired = { expires: { $lte: now() } };
        const expired = await collection()
          .find(isExpired, { limit: DELETED_AT_ONCE, projection: { _id: 1 } })
          .toArray();
        if (expired.length === 0) return;
        await collection().deleteMany({ _id: { $in: expired.map(({ _id }) => _id) }, ...isExpired });
      }
    },
  };
}

/** Deletes all idempotency keys of a user who is removed. */
export const deleteKeysOf = async (connection: Connection, user: number, session: ClientSession | undefined): Promise<void> => {
  await connection.collection<StoredKey>(KEYS_COLLECTION).deleteMany({ user }, sessionOption(session));
};
