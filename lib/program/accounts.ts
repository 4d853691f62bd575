import { createApplicationPassword, digestPassword } from '../access/application-password';
import { isRole, ROLES, type Role } from '../access/roles';
import type { Users } from '../records/users';
import { StartError } from './start-error';

/** A new user with his password, which nobody can read again. */
export interface Account {
  readonly id: number;
  readonly login: string;
  readonly role: Role;
  readonly application_password: string;
}

/** Reads a role; throws a `StartError` that names all of them. */
export function readRole(text: string): Role {
  if (isRole(text) && text !== 'none') return text;
  throw new StartError(`The role ${JSON.stringify(text)} is unknown: use one of ${ROLES.filter((role) => role !== 'none').join(', ')}.`);
}

/** Adds a user and makes his application password; throws a `StartError` for a login that is taken or that HTTP Basic cannot carry. */
export async function addAccount(users: Users, login: string, role: Role): Promise<Account> {
  if (!/^[^\s:\p{Cc}]{1,60}$/u.test(login)) {
    throw new StartError(`The login ${JSON.stringify(login)} cannot be used: it has 1 to 60 characters, no blanks and no colon.`);
  }
  const password = createApplicationPassword();
  const user = await users.add({ login, role, passwordDigest: digestPassword(password) });
  if (!user)
    throw new StartError(`There is a user ${login} already: choose another login, or give this one a new password with "user password".`);
  return { id: user._id, login, role, application_password: password };
}

/** Gives a user a new application password; the old one is void at once. */
export async function renewPassword(users: Users, login: string): Promise<Account> {
  const password = createApplicationPassword();
  const user = await users.byLogin(login);
  if (!user || !(await users.change(login, { passwordDigest: digestPassword(password) }))) throw unknownUser(login);
  return { id: user._id, login, role: readRole(user.role), application_password: password };
}

/** Says that there is no such user. */
export const unknownUser = (login: string): StartError => new StartError(`There is no user ${login}: "user list" shows all of them.`);
