import type { ClientSession, Collection } from 'mongodb';
import type { Connection } from './driver/connection';
import { driver } from './driver/driver';
import { forgetKeysOf } from './idempotency';

/** A stored user. The application password is stored as a digest only. */
export interface StoredUser {
  readonly _id: number;
  readonly login: string;
  readonly role: string;
  readonly passwordDigest: string;
}

export interface Users {
  byId(id: number): Promise<StoredUser | undefined>;
  byLogin(login: string): Promise<StoredUser | undefined>;
  /** Returns a user who was remembered within the last second. A change by another process shows after that second. */
  recall(login: string): StoredUser | undefined;
  remember(user: StoredUser): void;
  /** Drops a remembered user. Changed and removed users are dropped by themselves. */
  forget(login: string): void;
  list(session?: ClientSession): Promise<StoredUser[]>;
  /** Stores a new user. Returns undefined if the login is taken. */
  add(user: Omit<StoredUser, '_id'>): Promise<StoredUser | undefined>;
  /** Returns false if there is no such user. */
  change(login: string, changes: Partial<Pick<StoredUser, 'role' | 'passwordDigest'>>, session?: ClientSession): Promise<boolean>;
  /** Removes a user and the user's idempotency keys. Returns false if there is no such user. */
  remove(login: string, session?: ClientSession): Promise<boolean>;
}

/** The commands that change users promise that a running service knows within 2 s. */
const KNOWN_MILLISECONDS = 1000;

const within = (session: ClientSession | undefined) => (session ? { session } : {});

/** Creates the store of users. Logins are unique. */
export function createUsers(connection: Connection): Users {
  const collection = (): Collection<StoredUser> => connection.collection<StoredUser>('users');
  const remembered = new Map<string, { readonly user: StoredUser; readonly until: number }>();
  return {
    byId: async (id) => (await collection().findOne({ _id: id })) ?? undefined,
    byLogin: async (login) => (await collection().findOne({ login })) ?? undefined,
    recall(login) {
      const { user, until } = remembered.get(login) ?? { until: 0 };
      return performance.now() < until ? user : undefined;
    },
    remember: (user) => void remembered.set(user.login, { user, until: performance.now() + KNOWN_MILLISECONDS }),
    forget: (login) => void remembered.delete(login),
    list: (session) => collection().find({}, within(session)).sort({ _id: 1 }).toArray(),
    async add(user) {
      const stored = { _id: await connection.nextId('users'), ...user };
      try {
        await collection().insertOne(stored);
      } catch (error) {
        if (error instanceof driver().MongoServerError && error.code === 11000) return undefined;
        throw error;
      }
      return stored;
    },
    async change(login, changes, session) {
      const { matchedCount } = await collection().updateOne({ login }, { $set: changes }, within(session));
      remembered.delete(login);
      return matchedCount === 1;
    },
    async remove(login, session) {
      const removed = await collection().findOneAndDelete({ login }, { projection: { _id: 1 }, ...within(session) });
      remembered.delete(login);
      if (removed !== null) await forgetKeysOf(connection, removed._id, session);
      return removed !== null;
    },
  };
}
