import { LRUCache } from 'lru-cache';
import type { ClientSession, Collection } from 'mongodb';
import type { Connection } from './driver/connection';
import { isDuplicateKey, sessionOption } from './driver/driver';
import { deleteKeysOf } from './idempotency';

/** A stored user, with only the digest of the application password. */
export interface StoredUser {
  readonly _id: number;
  readonly login: string;
  readonly role: string;
  readonly passwordDigest: string;
}

/** The time in ms for which users stay in memory. Commands that change users promise that services notice within 2 s. */
const CACHED_MILLISECONDS = 1000;
const MOST_CACHED = 1000;

export type Users = ReturnType<typeof createUsers>;

/** Creates the store of users. Logins are unique. */
export function createUsers(connection: Connection) {
  const collection = (): Collection<StoredUser> => connection.collection<StoredUser>('users');
  const cached = new LRUCache<string, StoredUser>({ max: MOST_CACHED, ttl: CACHED_MILLISECONDS, ttlResolution: 0 });
  return {
    byId: async (id: number): Promise<StoredUser | undefined> => (await collection().findOne({ _id: id })) ?? undefined,
    byLogin: async (login: string): Promise<StoredUser | undefined> => (await collection().findOne({ login })) ?? undefined,
    /** Finds a user in memory only, for one second after `cache`. A change by another process shows after that second. */
    cachedByLogin: (login: string): StoredUser | undefined => cached.get(login),
    cache: (user: StoredUser): void => void cached.set(user.login, user),
    dropCached: (login: string): void => void cached.delete(login),
    list: (session?: ClientSession): Promise<StoredUser[]> => collection().find({}, sessionOption(session)).sort({ _id: 1 }).toArray(),
    /** Stores a new user. Returns undefined if the login exists. */
    async add(user: Omit<StoredUser, '_id'>): Promise<StoredUser | undefined> {
      const stored = { _id: await connection.nextId('users'), ...user };
      try {
        await collection().insertOne(stored);
      } catch (error) {
        if (isDuplicateKey(error)) return undefined;
        throw error;
      }
      return stored;
    },
    /** Changes a stored user. Returns false if there is no such user. */
    async change(login: string, changes: Partial<Pick<StoredUser, 'role' | 'passwordDigest'>>, session?: ClientSession): Promise<boolean> {
      const { matchedCount } = await collection().updateOne({ login }, { $set: changes }, sessionOption(session));
      cached.delete(login);
      return matchedCount === 1;
    },
    /** Deletes a user and the user's idempotency keys. Returns false if there is no such user. */
    async remove(login: string, session?: ClientSession): Promise<boolean> {
      const removed = await collection().findOneAndDelete({ login }, { projection: { _id: 1 }, ...sessionOption(session) });
      cached.delete(login);
      if (removed !== null) await deleteKeysOf(connection, removed._id, session);
      return removed !== null;
    },
  };
}
