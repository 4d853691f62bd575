import type { Serving } from '../../program/program';
import { basic, startWithPeople } from '../people';
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

/** Starts a service whose requests come from these users, from nobody, and with wrong credentials. */
export const startHostileService = async (): Promise<HostileService> => {
  const { place, service, people } = await startWithPeople();
  const credentials = Object.entries(people).map(([login, person]) => [login, person.credentials] as const);
  const passwords = credentials.map(([, said]) => said.slice(said.indexOf(':') + 1));
  const headers: Partial<Record<Asker, string>> = {
    ...Object.fromEntries(credentials.map(([login, said]) => [login, basic(said)])),
    wrong: basic('editor:wrong'),
    unknown: basic('nobody-at-all:wrong'),
    garbled: 'Basic \xff%%zq',
  };
  const { DATA_DIR: folder } = place;
  return {
    service,
    administrator: people.administrator.credentials,
    authorizationOf: (asker) => headers[asker],
    secrets: new RegExp([...passwords, ...(folder === undefined ? [] : [folder])].join('|')),
  };
};
