import { freshPlace, ready, type Serving, serve } from '../program/program';
import type { Failures } from './failures';
import { addPerson } from './people';

/** The API root of a service. */
export const API = '/en/cal/events/v1';

/** A database with the settings and an administrator for it. */
export interface Deployment {
  /** The settings of a service on this database. */
  readonly place: Readonly<Record<string, string>>;
  /** The credentials of an administrator, `login:password`. */
  readonly login: string;
}

/** Prepares a database with an administrator and without fixtures. By default the database is a new one. */
export const createDeployment = async (where: Readonly<Record<string, string>> = freshPlace()): Promise<Deployment> => {
  const place = { ...where, SEED: 'none', MAX_PER_PAGE: '1000', LOG_LEVEL: 'error' };
  return { place, login: (await addPerson(place, 'ann', 'administrator')).credentials };
};

/** Starts a service and waits until its database answers. Returns the duration in ms too. */
export const startThere = async ({ place }: Deployment): Promise<{ readonly server: Serving; readonly milliseconds: number }> => {
  const began = performance.now();
  const server = await serve(place);
  await ready(server.address);
  return { server, milliseconds: Math.round(performance.now() - began) };
};

/** Kills a service, as a power cut would. */
export const kill = async (server: Serving, failures: Failures): Promise<void> => {
  server.signal('SIGKILL');
  assertSilent(server.err(), failures, (await server.ended).signal === 'SIGKILL');
};

/** Stops a service with SIGTERM and waits for its exit. */
export const end = async (server: Serving, failures: Failures): Promise<void> => {
  server.signal('SIGTERM');
  const { code, signal, err } = await server.ended;
  if (code !== 0) failures.add('ending', `A service that was told to stop ended with ${code ?? signal}: ${err.slice(-500)}`);
  assertSilent(err, failures);
};

/** Checks that a service has logged no error. The last line of a killed service may be incomplete. */
const assertSilent = (err: string, failures: Failures, isCut = false): void => {
  const lines = err.split('\n').slice(0, isCut ? -1 : undefined);
  for (const line of lines.filter(Boolean)) failures.add('log', line.slice(0, 3000));
};
