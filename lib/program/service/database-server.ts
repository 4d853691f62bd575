import path from 'node:path';
import type { Embedded } from '../../embedded';
import type { Settings } from '../settings/settings';
import { StartError } from './start-error';

/** The embedded database, while it starts. Undefined if the settings name another database. */
export type DatabaseServer = Promise<Embedded | undefined>;

/** Starts the embedded database, unless the settings name another. Rejects with a `StartError` if the folder cannot be used. */
export function startServer({ MONGODB_URI, DATA_DIR }: Pick<Settings, 'MONGODB_URI' | 'DATA_DIR'>): DatabaseServer {
  if (MONGODB_URI) return Promise.resolve(undefined);
  // `require` loads it at once, so that its thread starts while other modules are imported.
  const { startEmbedded } = require('../../embedded') as typeof import('../../embedded');
  const started = startEmbedded({ folder: path.resolve(DATA_DIR), onFailure: (error) => process.emitWarning(error) }).catch(
    (error: Error): never => {
      throw new StartError(error.message);
    },
  );
  // A failure is thrown where the server is awaited.
  started.catch(() => undefined);
  return started;
}
