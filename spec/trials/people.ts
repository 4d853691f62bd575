import type { Role } from '../../lib/access/roles';
import { PASSWORD, type Program, run, said } from '../program/program';

/** Reads the credentials of the first administrator, `login:password`, from the output of the first start. */
export const firstAdministrator = async (program: Program): Promise<string> => {
  await said(program, PASSWORD);
  return `admin:${PASSWORD.exec(program.out())?.[1] ?? ''}`;
};

export interface Person {
  readonly id: number;
  readonly credentials: string;
}

/** Adds users by login and role, with the settings of a running service. Throws an error if a command fails. */
export const addPeople = async <L extends string>(
  place: Readonly<Record<string, string>>,
  roles: Readonly<Record<L, Role>>,
): Promise<Readonly<Record<L, Person>>> => {
  const add = async ([login, role]: [string, Role]) => {
    const { code, out, err } = await run(['user', 'add', login, '--role', role], place);
    if (code !== 0) throw new Error(`The user ${login} was not added: ${err}`);
    const { id, application_password: password } = JSON.parse(out) as { id: number; application_password: string };
    return [login, { id, credentials: `${login}:${password}` }] as const;
  };
  return Object.fromEntries(await Promise.all(Object.entries<Role>(roles).map(add))) as Record<L, Person>;
};
