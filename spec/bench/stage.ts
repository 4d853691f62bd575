import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { MongoClient } from 'mongodb';
import { startEmbedded } from '../../lib/embedded/start-embedded';
import { ask, equalCreations, equalReads } from './equality';
import { load } from './loading';
import { runCommand, type Server, startServer, startService, stopServer } from './processes';
import { type Scenario, scenariosOf } from './questions';

/** All servers use one public URL, so that their answers are equal. */
const ORIGIN = 'https://calendar.example.org';
/** The number of creations that are compared. Their titles start at a number that no measurement reaches. */
const COMPARED = 5;
const FIRST_COMPARED = 1_000_000_000;

/** The measured servers, on one database. */
export interface Stage {
  readonly service: Server;
  readonly bare: Server;
  readonly memory: Server;
  readonly scenarios: readonly Scenario[];
  /** The process ID of the database. `undefined` if it is embedded or unknown. */
  readonly databasePid: number | undefined;
  readonly isEmbedded: boolean;
  /** Throws an error if the counts in the database are wrong, for example those of the bare application. */
  assertSound(): Promise<void>;
}

/** The options of a stage. `onCleanUp` registers clean-up functions, which run in reverse order. */
export interface StageOptions {
  readonly folder: string;
  readonly database: string;
  readonly events: number;
  readonly cache: string | undefined;
  onCleanUp(undo: () => Promise<void>): void;
  say(line: string): void;
}

const script = (name: string): string => path.join(__dirname, `${name}.js`);

/** The process ID of a MongoDB server on this machine. */
async function pidOf(client: MongoClient): Promise<number | undefined> {
  const isLocal = client.options.hosts.every(({ host }) => host === '127.0.0.1' || host === 'localhost');
  return isLocal ? Number((await client.db('admin').command({ serverStatus: 1 }))['pid']) : undefined;
}

/** Fills a new database, starts the servers and compares their answers. Throws an error if these differ. */
export async function buildStage({ folder, database, events, cache, onCleanUp, say }: StageOptions): Promise<Stage> {
  const mongoUri = process.env['MONGODB_URI'] || undefined;
  const registerCleanUp = async (starting: Promise<Server>): Promise<Server> => {
    const server = await starting;
    onCleanUp(() => stopServer(server));
    return server;
  };
  const environment: NodeJS.ProcessEnv = {
    ...(mongoUri === undefined && { DATA_DIR: folder }),
    MONGODB_DB: database,
    PORT: '0',
    LOG_LEVEL: 'silent',
    SEED: 'none',
    NODE_ENV: 'production',
    PUBLIC_URL: ORIGIN,
    ...(cache !== undefined && { CACHE_MB: cache }),
  };
  // This runs after the service has stopped, because the service watches the database.
  if (mongoUri !== undefined) onCleanUp(() => dropDatabase(mongoUri, database));
  const { account, seconds } = await load(events, folder, environment);
  say(`${events} events loaded in ${seconds.toFixed(1)} s`);

  const service = await registerCleanUp(startService(environment));
  // The service owns the embedded database. This process only connects to it.
  const uri = mongoUri ?? (await startEmbedded({ folder })).uri;
  const client = await MongoClient.connect(uri);
  onCleanUp(() => client.close());
  const bare = await registerCleanUp(startServer([script('bare'), uri, database, ORIGIN], environment));
  const scenarios = await scenariosOf(async (query) => JSON.parse(await ask(service.address, { method: 'GET', path: query })), account);
  const answers = await equalReads(scenarios, service.address, bare.address);
  await equalCreations(creationsOf(scenarios), service.address, bare.address, client.db(database));
  say(`${answers.size} reads and ${COMPARED} creations answered alike by the service and the bare application`);
  const file = path.join(folder, 'answers.json');
  writeFileSync(file, JSON.stringify([...answers]));
  const memory = await registerCleanUp(startServer([script('memory'), file], environment));
  const assertSound = async () => {
    await runCommand(['check'], environment);
  };
  return {
    service,
    bare,
    memory,
    scenarios,
    databasePid: mongoUri === undefined ? undefined : await pidOf(client),
    isEmbedded: mongoUri === undefined,
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
