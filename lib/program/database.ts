import path from 'node:path';
import { createConnection, type Connection } from '../records/connection';
import type { Settings } from './settings';
import { StartError } from './start-error';

/** A database that the service talks to: real MongoDB, or the embedded one of a folder. */
export interface Database {
  readonly connection: Connection;
  /** Whether this process serves the folder; a real server is nobody's. */
  readonly owner: boolean;
  readonly embedded: boolean;
  close(): Promise<void>;
}

/** Reaches the database that the settings name. Throws a `StartError` for a folder that cannot be used. */
export async function openDatabase(settings: Settings, onTrouble: (error: unknown) => void = () => undefined): Promise<Database> {
  const database = settings.MONGODB_DB;
  if (settings.MONGODB_URI) {
    const connection = createConnection({ uri: settings.MONGODB_URI, database, onTrouble });
    return { connection, owner: true, embedded: false, close: () => connection.close() };
  }
  // Loaded only where it is used: it is the largest part of the program.
  const { startEmbedded } = await import('../embedded/embedded.js');
  const folder = path.resolve(settings.DATA_DIR);
  const server = await startEmbedded({ folder }).catch((error: Error) => {
    throw new StartError(error.message);
  });
  const connection = createConnection({ uri: server.uri, database, onTrouble });
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
