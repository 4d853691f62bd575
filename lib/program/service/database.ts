import { statSync } from 'node:fs';
import path from 'node:path';
import { assertUri, type Connection, createConnection, driver, translateError, type Watch } from '../../database';
import type { ApiError } from '../../errors';
import type { Log } from '../../http';
import { createRedaction } from '../settings/connection-string';
import type { Settings } from '../settings/settings';
import type { DatabaseServer } from './database-server';
import { StartError } from './start-error';

/** A database and the connection to it: a MongoDB server, or the embedded database of a folder. */
export interface ReachedDatabase {
  readonly connection: Connection;
  /** True if this process runs the embedded database of the folder. Always true for a MongoDB server. */
  readonly owner: boolean;
  readonly embedded: boolean;
  close(): Promise<void>;
}

/** Connects to the database of the settings. Throws a `StartError` for an unusable folder or connection string. */
export async function openDatabase(
  { MONGODB_URI = '', MONGODB_DB: database, CACHE_MB }: Settings,
  started: DatabaseServer,
  onConnectError: (error: unknown) => void,
  watch?: Watch,
): Promise<ReachedDatabase> {
  // Loading the driver takes about as long as the start of the server.
  driver();
  const server = await started;
  if (!server) assertUsableUri(MONGODB_URI);
  const connection = createConnection({ uri: server?.uri ?? MONGODB_URI, database, onConnectError, watch, isFollowed: CACHE_MB > 0 });
  return {
    connection,
    owner: server?.owner ?? true,
    embedded: server !== undefined,
    async close() {
      await connection.close();
      await server?.stop();
    },
  };
}

function assertUsableUri(uri: string): void {
  try {
    assertUri(uri);
  } catch (error) {
    // The driver's message may repeat parts of the address.
    const reason = createRedaction(uri)(String((error as Error).message));
    throw new StartError(`MONGODB_URI cannot be used (${reason}): correct it, e.g. mongodb://127.0.0.1:27017/?replicaSet=rs0.`);
  }
}

/** Returns a database that is never opened. Starts no server and loads no driver. */
export const unopenedDatabase = (): ReachedDatabase => {
  const connection = createConnection({ uri: 'mongodb://127.0.0.1', database: 'unopened' });
  return { connection, owner: true, embedded: false, close: () => connection.close() };
};

const OF_OTHERS = 0o066;

/** Logs a warning if other users of the machine can read or write the files of the embedded database. */
export const warnOfOtherReaders = (folder: string, log: Log): void => {
  // On Windows the mode of a file does not show who may read the file.
  if (process.platform === 'win32') return;
  const paths = ['', 'data.mdb', 'data.mdb-lock']
    .map((file) => path.resolve(folder, file))
    .filter((file) => ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & OF_OTHERS) !== 0);
  if (paths.length === 0) return;
  log.warn(
    { paths },
    `Other users of this machine can read or change ${paths.join(', ')}, which contain drafts and passwords of events: remove these rights with chmod go-rwx.`,
  );
};

/** The minimum time between two log lines about a full disk, in ms. */
const AGAIN_MILLISECONDS = 60_000;

/** Makes a function that converts driver errors to `ApiError`, and logs a full disk of the database. */
export function loggingFullDisk(log: Pick<Log, 'error'>, database: object): (error: unknown) => ApiError | undefined {
  let logged = Number.NEGATIVE_INFINITY;
  return (error) => {
    const refusal = translateError(error);
    const now = performance.now();
    if (refusal?.code === 'insufficient_storage' && now - logged >= AGAIN_MILLISECONDS) {
      logged = now;
      log.error({ ...database, err: error }, 'The disk of the database is full: free some space. Until then writes are refused (507).');
    }
    return refusal;
  };
}
