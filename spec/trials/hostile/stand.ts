import { freshPlace, type Serving, serve } from '../../program/program';
import { addPeople, firstAdministrator } from '../people';
import type { Asker } from './plan';

/** A service with a user of each role, and what requests say of who asks. */
export interface Stand {
  readonly service: Serving;
  /** `login:password`. */
  readonly administrator: string;
  /** The header `Authorization`; undefined: there is none. */
  authorizationOf(asker: Asker): string | undefined;
  /** What nobody may be told: passwords, and where the data lie. */
  readonly secrets: RegExp;
}

const ROLES = { editor: 'editor', author: 'author', contributor: 'contributor', subscriber: 'subscriber' } as const;

const basic = (credentials: string): string => `Basic ${Buffer.from(credentials).toString('base64')}`;

/** Starts a service with the plugin for tickets, behind a proxy that says who asks, so that wrong passwords come from many addresses. */
export const openStand = async (): Promise<Stand> => {
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
