import { assertUri, type Connection, createConnection, driver, type Watch } from '../../database';
import { createRedaction } from '../settings/connection-string';
import type { Settings } from '../settings/settings';
import type { DatabaseServer } from './database-server';
import { StartError } from './start-error';

/** A database that the service talks to: real MongoDB, or the embedded one of a folder. */
export interface ReachedDatabase {
  readonly connection: Connection;
  /** Whether this process serves the folder; a real server is nobody's. */
  readonly owner: boolean;
  readonly embedded: boolean;
  close(): Promise<void>;
}

/** Reaches the database that the settings name. Throws a `StartError` for a folder or an address that cannot be used. */
export async function openDatabase(
  { MONGODB_URI, MONGODB_DB: database }: Settings,
  { started }: DatabaseServer,
  onTrouble: (error: unknown) => void = () => undefined,
  watch?: Watch,
): Promise<ReachedDatabase> {
  // It takes about as long to load as the server to start.
  driver();
  const server = await started;
  if (!server) return elsewhere(connectionTo(MONGODB_URI ?? '', database, onTrouble, watch));
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

/** Stands in for a database where none is ever asked: then neither a server is started nor the driver loaded. */
export const unopenedDatabase = (): ReachedDatabase => elsewhere(createConnection({ uri: 'mongodb://127.0.0.1', database: 'unasked' }));

const elsewhere = (connection: Connection): ReachedDatabase => ({
  connection,
  owner: true,
  embedded: false,
  close: () => connection.close(),
});

function connectionTo(uri: string, database: string, onTrouble: (error: unknown) => void, watch: Watch | undefined): Connection {
  try {
    assertUri(uri);
  } catch (error) {
    // What the driver says may repeat parts of the address.
    const reason = createRedaction(uri)(String((error as Error).message));
    throw new StartError(`MONGODB_URI cannot be used (${reason}): correct it, e.g. mongodb://127.0.0.1:27017/?replicaSet=rs0.`);
  }
  return createConnection({ uri, database, onTrouble, watch });
}
