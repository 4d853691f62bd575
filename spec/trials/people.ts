import type { Role } from '../../lib/access/roles';
import { freshPlace, PASSWORD, run, type Serving, said, serve } from '../program/program';

const ROLES = { editor: 'editor', author: 'author', contributor: 'contributor', subscriber: 'subscriber' } as const satisfies Record<
  string,
  Role
>;

export interface Person {
  readonly id: number;
  /** The credentials `login:password`. */
  readonly credentials: string;
}

/** A service with the tickets plugin, and a user of each role. */
export interface PeopledService {
  readonly place: Readonly<Record<string, string>>;
  readonly service: Serving;
  readonly people: Readonly<Record<keyof typeof ROLES | 'administrator', Person>>;
}

export const basic = (credentials: string): string => `Basic ${Buffer.from(credentials).toString('base64')}`;

/** Adds a user to a database. Throws an error if the command fails. */
export const addPerson = async (place: Readonly<Record<string, string>>, login: string, role: Role): Promise<Person> => {
  const { code, out, err } = await run(['user', 'add', login, '--role', role], place);
  if (code !== 0) throw new Error(`The user ${login} was not added: ${err}`);
  const { id, application_password: password } = JSON.parse(out) as { id: number; application_password: string };
  return { id, credentials: `${login}:${password}` };
};

/** Starts a service with users. It trusts a proxy header, so that wrong passwords come from many addresses. */
export const startWithPeople = async (): Promise<PeopledService> => {
  const place = freshPlace();
  const settings = { SEED: 'none', LOG_LEVEL: 'warn', TRUST_PROXY: '1', PLUGINS: 'calendar-events/plugins/tickets' };
  const service = await serve({ ...place, ...settings });
  await said(service, PASSWORD);
  const administrator = { id: 1, credentials: `admin:${PASSWORD.exec(service.out())?.[1] ?? ''}` };
  const added = await Promise.all(
    Object.entries(ROLES).map(async ([login, role]) => [login, await addPerson(place, login, role)] as const),
  );
  return { place, service, people: { administrator, ...Object.fromEntries(added) } as PeopledService['people'] };
};
