import { assertUri, type Connection, createConnection, driver, type Watch } from '../../database';
import { createRedaction } from '../settings/connection-string';
import type { Settings } from '../settings/settings';
import type { DatabaseServer } from './database-server';
import { StartError } from './start-error';

/** A database with its connection: a MongoDB server, or the embedded database of a folder. */
export interface ReachedDatabase {
  readonly connection: Connection;
  /** True if this process serves the folder. It is always true for a MongoDB server. */
  readonly owner: boolean;
  readonly embedded: boolean;
  close(): Promise<void>;
}

/** Connects to the database that the settings name. Throws a `StartError` for an unusable folder or address. */
export async function openDatabase(
  { MONGODB_URI, MONGODB_DB: database }: Settings,
  { started }: DatabaseServer,
  onTrouble: (error: unknown) => void = () => undefined,
  watch?: Watch,
): Promise<ReachedDatabase> {
  // Loading the driver takes about as long as the start of the server.
  driver();
  const server = await started;
  if (!server) return remoteDatabase(connectionTo(MONGODB_URI ?? '', database, onTrouble, watch));
  const connection = createConnection({ uri: server.uri, database, onTrouble, watch });
  return {
    connection,
    owner: server.owner,
    embedded: true,
    async close() {
      await connection.close();
      await server.stop();
    },
  };
}

/** A database that is never opened. It starts no server and loads no driver. */
export const unopenedDatabase = (): ReachedDatabase =>
  remoteDatabase(createConnection({ uri: 'mongodb://127.0.0.1', database: 'unasked' }));

const remoteDatabase = (connection: Connection): ReachedDatabase => ({
  connection,
  owner: true,
  embedded: false,
  close: () => connection.close(),
});

function connectionTo(uri: string, database: string, onTrouble: (error: unknown) => void, watch: Watch | undefined): Connection {
  try {
    assertUri(uri);
  } catch (error) {
    // The driver's message may repeat parts of the address.
    const reason = createRedaction(uri)(String((error as Error).message));
    throw new StartError(`MONGODB_URI cannot be used (${reason}): correct it, e.g. mongodb://127.0.0.1:27017/?replicaSet=rs0.`);
  }
  return createConnection({ uri, database, onTrouble, watch });
}
