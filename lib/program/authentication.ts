import { createHash } from 'node:crypto';
import { createUser, isRole, matchesDigest, readCredentials, type User } from '../access';
import type { StoredUser, Users } from '../database';
import { errors } from '../errors';
import { countedAddress } from '../http';
import { createWrongPasswords } from './service/wrong-passwords';

/** The user that a stored one is to the rest of the service; a role that is none gives no rights. */
export const toUser = ({ _id, login, role }: StoredUser): User => createUser({ id: _id, login, role: isRole(role) ? role : 'none' });

/**
 * Makes the function that finds who asks by HTTP Basic: 401 for an unknown login or a wrong password, 429 after 20
 * failures in 10 s from one address (of IPv6 one network of 64 bits) for one login. A login in lower case is found in any, as in the reference.
 */
export function createAuthentication(users: Users): (authorization: string | undefined, address: string) => Promise<User | undefined> {
  const failures = createWrongPasswords({ most: 20, seconds: 10 });

  return async (authorization, address) => {
    const credentials = readCredentials(authorization);
    if (!credentials) return undefined;
    const { login, password } = credentials;
    const folded = login.toLowerCase();
    // Short whatever clients invent, so that they cannot fill the memory; one for every spelling of a login.
    const key = createHash('sha256')
      .update(`${countedAddress(address)} ${folded}`)
      .digest('base64');
    await failures.assertPatience(key);
    const recalled = users.recall(login);
    if (recalled && matchesDigest(password, recalled.passwordDigest)) return toUser(recalled);
    // Guesses, and those that are sent along with them, take the longer way.
    users.forget(login);
    const stored = (await users.byLogin(login)) ?? (folded === login ? undefined : await users.byLogin(folded));
    // Guesses that were sent all at once have been counted meanwhile: beyond the limit not even the right one is told.
    await failures.assertPatience(key);
    if (stored && matchesDigest(password, stored.passwordDigest)) {
      users.remember(stored);
      return toUser(stored);
    }
    await failures.count(key);
    throw stored ? errors.wrongPassword(login) : errors.unknownLogin(login);
  };
}
