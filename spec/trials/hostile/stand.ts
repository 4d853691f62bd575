import { freshPlace, type Serving, serve } from '../../program/program';
import { addPeople, firstAdministrator } from '../people';
import type { Asker } from './plan';

/** A service with a user of each role and their credentials. */
export interface HostileService {
  readonly service: Serving;
  /** The credentials `login:password`. */
  readonly administrator: string;
  /** The `Authorization` header, `undefined` if there is none. */
  authorizationOf(asker: Asker): string | undefined;
  /** Passwords and the data folder, which no answer may contain. */
  readonly secrets: RegExp;
}

const ROLES = { editor: 'editor', author: 'author', contributor: 'contributor', subscriber: 'subscriber' } as const;

const basic = (credentials: string): string => `Basic ${Buffer.from(credentials).toString('base64')}`;

/** Starts a service with the tickets plugin. It trusts a proxy header, so that wrong passwords come from many addresses. */
export const startHostileService = async (): Promise<HostileService> => {
  const place = freshPlace();
  const service = await serve({
    ...place,
    SEED: 'none',
    LOG_LEVEL: 'warn',
    TRUST_PROXY: '1',
    PLUGINS: 'calendar-events/plugins/tickets',
  });
  const administrator = await firstAdministrator(service);
  const people = await addPeople(place, ROLES);
  const credentials: Partial<Record<Asker, string>> = {
    administrator,
    ...Object.fromEntries(Object.entries(people).map(([login, person]) => [login, person.credentials])),
  };
  const passwords = Object.values(credentials).map((said) => said.slice(said.indexOf(':') + 1));
  const headers: Partial<Record<Asker, string>> = {
    ...Object.fromEntries(Object.entries(credentials).map(([asker, said]) => [asker, basic(said)])),
    wrong: basic('editor:wrong'),
    unknown: basic('nobody-at-all:wrong'),
    garbled: 'Basic \xff%%zq',
  };
  const { DATA_DIR: folder } = place;
  return {
    service,
    administrator,
    authorizationOf: (asker) => headers[asker],
    secrets: new RegExp([...passwords, ...(folder === undefined ? [] : [folder])].join('|')),
  };
};
