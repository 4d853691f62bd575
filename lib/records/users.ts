import { type Collection, MongoServerError } from 'mongodb';
import type { Connection } from './connection';

/** A stored user: of the application password only a digest. */
export interface StoredUser {
  readonly _id: number;
  readonly login: string;
  readonly role: string;
  readonly passwordDigest: string;
}

export interface Users {
  byId(id: number): Promise<StoredUser | undefined>;
  byLogin(login: string): Promise<StoredUser | undefined>;
  list(): Promise<StoredUser[]>;
  /** Answers undefined when the login is taken. */
  add(user: Omit<StoredUser, '_id'>): Promise<StoredUser | undefined>;
  /** Answers false when there is no such user. */
  change(login: string, changes: Partial<Pick<StoredUser, 'role' | 'passwordDigest'>>): Promise<boolean>;
  remove(login: string): Promise<boolean>;
}

/** The users of the service; logins are unique. */
export function createUsers(connection: Connection): Users {
  const collection = (): Collection<StoredUser> => connection.collection<StoredUser>('users');
  return {
    byId: async (id) => (await collection().findOne({ _id: id })) ?? undefined,
    byLogin: async (login) => (await collection().findOne({ login })) ?? undefined,
    list: () => collection().find().sort({ _id: 1 }).toArray(),
    async add(user) {
      const stored = { _id: await connection.nextId('users'), ...user };
      try {
        await collection().insertOne(stored);
      } catch (error) {
        if (error instanceof MongoServerError && error.code === 11000) return undefined;
        throw error;
      }
      return stored;
    },
    change: async (login, changes) => (await collection().updateOne({ login }, { $set: changes })).matchedCount === 1,
    remove: async (login) => (await collection().deleteOne({ login })).deletedCount === 1,
  };
}
