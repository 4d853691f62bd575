import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { MongoClient } from 'mongodb';
import { startEmbedded } from '../../lib/embedded/start-embedded';
import { ask, equalCreations, equalReads } from './equality';
import { load } from './loading';
import { runCommand, type Server, startServer, startService, stopServer } from './processes';
import { type Scenario, scenariosOf } from './questions';

/** The root of all servers: what they answer does not tell them apart. */
const ORIGIN = 'https://calendar.example.org';
/** How many creations are compared, of titles that no measurement uses. */
const COMPARED = 5;
const FIRST_COMPARED = 1_000_000_000;

/** The servers that are measured, on one database. */
export interface Stage {
  readonly service: Server;
  readonly bare: Server;
  readonly memory: Server;
  readonly scenarios: readonly Scenario[];
  /** The process of the database; undefined where it is part of the service, and where it is unknown. */
  readonly databasePid: number | undefined;
  readonly isEmbedded: boolean;
  /** Throws an error where the database is not as it must be: the bare application is to keep the same counts as the service. */
  assertSound(): Promise<void>;
}

/** What a stage is made of; `keep` hears of everything that must be undone, the last first. */
export interface Building {
  readonly folder: string;
  readonly database: string;
  readonly events: number;
  readonly cache: string | undefined;
  keep(undo: () => Promise<void>): void;
  say(line: string): void;
}

const script = (name: string): string => path.join(__dirname, `${name}.js`);

/** The process of a MongoDB that runs on this machine. */
async function pidOf(client: MongoClient): Promise<number | undefined> {
  const isLocal = client.options.hosts.every(({ host }) => host === '127.0.0.1' || host === 'localhost');
  return isLocal ? Number((await client.db('admin').command({ serverStatus: 1 }))['pid']) : undefined;
}

/** Fills a new database, starts the servers on it and holds their answers against each other. Throws an error where these differ. */
export async function buildStage({ folder, database, events, cache, keep, say }: Building): Promise<Stage> {
  const given = process.env['MONGODB_URI'] || undefined;
  const started = async (starting: Promise<Server>): Promise<Server> => {
    const server = await starting;
    keep(() => stopServer(server));
    return server;
  };
  const environment: NodeJS.ProcessEnv = {
    ...(given === undefined && { DATA_DIR: folder }),
    MONGODB_DB: database,
    PORT: '0',
    LOG_LEVEL: 'silent',
    SEED: 'none',
    NODE_ENV: 'production',
    PUBLIC_URL: ORIGIN,
    ...(cache !== undefined && { CACHE_MB: cache }),
  };
  // Dropped when the service has ended, which listens to its changes.
  if (given !== undefined) keep(() => dropDatabase(given, database));
  const { account, seconds } = await load(events, folder, environment);
  say(`${events} events loaded in ${seconds.toFixed(1)} s`);

  const service = await started(startService(environment));
  // The running service's own server: this process only connects to it.
  const uri = given ?? (await startEmbedded({ folder })).uri;
  const client = await MongoClient.connect(uri);
  keep(() => client.close());
  const bare = await started(startServer([script('bare'), uri, database, ORIGIN], environment));
  const scenarios = await scenariosOf(async (asked) => JSON.parse(await ask(service.address, { method: 'GET', path: asked })), account);
  const answers = await equalReads(scenarios, service.address, bare.address);
  await equalCreations(creationsOf(scenarios), service.address, bare.address, client.db(database));
  say(`${answers.size} reads and ${COMPARED} creations answered alike by the service and the bare application`);
  const file = path.join(folder, 'answers.json');
  writeFileSync(file, JSON.stringify([...answers]));
  const memory = await started(startServer([script('memory'), file], environment));
  const assertSound = async () => {
    await runCommand(['check'], environment);
  };
  return {
    service,
    bare,
    memory,
    scenarios,
    databasePid: given === undefined ? undefined : await pidOf(client),
    isEmbedded: given === undefined,
    assertSound,
  };
}

async function dropDatabase(uri: string, database: string): Promise<void> {
  const client = await MongoClient.connect(uri);
  await client.db(database).dropDatabase();
  await client.close();
}

const creationsOf = (scenarios: readonly Scenario[]) => {
  const post = scenarios.find(({ name }) => name === 'post');
  return Array.from({ length: COMPARED }, (_, place) => post?.next(FIRST_COMPARED + place)).filter((question) => question !== undefined);
};
