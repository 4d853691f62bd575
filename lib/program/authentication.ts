import { createHash } from 'node:crypto';
import { createUser, isRole, matchesDigest, readCredentials, type User } from '../access';
import type { StoredUser, Users } from '../database';
import { errors } from '../errors';
import { countedAddress, createCounter } from '../http';

/** Converts a stored user to a `User` of a request. An unknown stored role becomes `none`, a role without capabilities. */
export const toUser = ({ _id, login, role }: StoredUser): User => createUser({ id: _id, login, role: isRole(role) ? role : 'none' });

/**
 * Makes the function that authenticates a request by HTTP Basic; without credentials the user is undefined. The function throws 401 for
 * an unknown login or a wrong password, and 429 after 20 failures in 10 s. Failures are counted for each login and client address (for
 * IPv6 its /64 network). A user whose login is in lower case may spell the login in any case, as in WordPress.
 */
export function createAuthentication(users: Users): (authorization: string | undefined, address: string) => Promise<User | undefined> {
  const failures = createCounter({ most: 20, seconds: 10, refuse: errors.tooManyFailures });

  return async (authorization, address) => {
    const credentials = readCredentials(authorization);
    if (!credentials) return undefined;
    const { login, password } = credentials;
    const folded = login.toLowerCase();
    // A digest is short, so that long invented logins cannot fill the memory. All spellings of a login share one digest.
    const key = createHash('sha256')
      .update(`${countedAddress(address)} ${folded}`)
      .digest('base64');
    await failures.assertNotBlocked(key);
    const cached = users.cachedByLogin(login);
    if (cached && matchesDigest(password, cached.passwordDigest)) return toUser(cached);
    // The cached user may be out of date, so the password is checked against the database.
    users.dropCached(login);
    const stored = (await users.byLogin(login)) ?? (folded === login ? undefined : await users.byLogin(folded));
    // Parallel requests may have reached the limit, beyond which even the right password is rejected.
    await failures.assertNotBlocked(key);
    if (stored && matchesDigest(password, stored.passwordDigest)) {
      users.cache(stored);
      return toUser(stored);
    }
    await failures.count(key);
    throw stored ? errors.wrongPassword(login) : errors.unknownLogin(login);
  };
}
