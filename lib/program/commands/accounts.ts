import type { ClientSession } from 'mongodb';
import { createApplicationPassword, digestPassword, isRole, ROLES, type Role } from '../../access';
import type { Services } from '../../content';
import type { Users } from '../../database';
import { StartError } from '../service/start-error';

/** A user with a new application password in plain text. */
export interface Account {
  readonly id: number;
  readonly login: string;
  readonly role: string;
  readonly application_password: string;
}

export const GIVEN_ROLES: readonly Role[] = ROLES.filter((role) => role !== 'none');

export function readRole(text: string): Role {
  if (isRole(text) && text !== 'none') return text;
  throw new StartError(`The role ${JSON.stringify(text)} is unknown: use one of ${GIVEN_ROLES.join(', ')}.`);
}

/** Adds a user with a new application password. Throws a `StartError` for an existing login, or one that HTTP Basic cannot carry. */
export async function addAccount(users: Users, login: string, role: Role): Promise<Account> {
  if (!/^[^\s:\p{Cc}]{1,60}$/u.test(login)) {
    throw new StartError(`The login ${JSON.stringify(login)} cannot be used: a login has 1 to 60 characters, without spaces and colons.`);
  }
  const password = createApplicationPassword();
  const user = await users.add({ login, role, passwordDigest: digestPassword(password) });
  if (!user) throw new StartError(`The user ${login} already exists: choose another login, or replace the password with "user password".`);
  return { id: user._id, login, role, application_password: password };
}

/** Replaces the application password of a user. The old password is void at once. Throws a `StartError` for an unknown login. */
export async function renewPassword(users: Users, login: string): Promise<Account> {
  const password = createApplicationPassword();
  const user = await users.byLogin(login);
  if (!user || !(await users.change(login, { passwordDigest: digestPassword(password) }))) throw unknownUser(login);
  return { id: user._id, login, role: user.role, application_password: password };
}

export function changeRole(services: Accounts, login: string, role: Role): Promise<void> {
  return changeKeepingAdministrator(services, { login, role }, (session) => services.users.change(login, { role }, session));
}

export function removeAccount(services: Accounts, login: string): Promise<void> {
  return changeKeepingAdministrator(services, { login }, (session) => services.users.remove(login, session));
}

type Accounts = Pick<Services, 'connection' | 'users'>;

/**
 * Runs `work` in a transaction. Throws a `StartError` if no administrator would remain. `role` is the user's new role; undefined if `work`
 * removes the user. A lock stops parallel commands from removing the last two administrators.
 */
async function changeKeepingAdministrator(
  { connection, users }: Accounts,
  { login, role }: { readonly login: string; readonly role?: Role },
  work: (session: ClientSession) => Promise<boolean>,
): Promise<void> {
  await connection.transact(async (session) => {
    await connection.lockName('administrators', session);
    const administrators = (await users.list(session)).filter((user) => user.role === 'administrator');
    if (role !== 'administrator' && administrators.length === 1 && administrators[0]?.login === login) {
      throw new StartError(`The user ${login} is the last administrator: create another one first, with "user add" or "user role".`);
    }
    if (!(await work(session))) throw unknownUser(login);
  });
}

const unknownUser = (login: string): StartError => new StartError(`The user ${login} does not exist: "user list" shows all users.`);
