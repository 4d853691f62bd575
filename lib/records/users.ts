import { type ClientSession, type Collection, MongoServerError } from 'mongodb';
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
  list(session?: ClientSession): Promise<StoredUser[]>;
  /** Answers undefined when the login is taken. */
  add(user: Omit<StoredUser, '_id'>): Promise<StoredUser | undefined>;
  /** Answers false when there is no such user. */
  change(login: string, changes: Partial<Pick<StoredUser, 'role' | 'passwordDigest'>>, session?: ClientSession): Promise<boolean>;
  remove(login: string, session?: ClientSession): Promise<boolean>;
}

const within = (session: ClientSession | undefined) => (session ? { session } : {});

/** The users of the service; logins are unique. */
export function createUsers(connection: Connection): Users {
  const collection = (): Collection<StoredUser> => connection.collection<StoredUser>('users');
  return {
    byId: async (id) => (await collection().findOne({ _id: id })) ?? undefined,
    byLogin: async (login) => (await collection().findOne({ login })) ?? undefined,
    list: (session) => collection().find({}, within(session)).sort({ _id: 1 }).toArray(),
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
    change: async (login, changes, session) =>
      (await collection().updateOne({ login }, { $set: changes }, within(session))).matchedCount === 1,
    remove: async (login, session) => (await collection().deleteOne({ login }, within(session))).deletedCount === 1,
  };
}
