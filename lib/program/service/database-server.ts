import path from 'node:path';
import type { Embedded } from '../../embedded';
import type { Settings } from '../settings/settings';
import { StartError } from './start-error';

/** The promise of the embedded database. Undefined if `MONGODB_URI` names a MongoDB server. */
export type DatabaseServer = Promise<Embedded | undefined>;

/** Starts the embedded database, unless `MONGODB_URI` names a MongoDB server. Rejects with a `StartError` for an unusable folder. */
export function startServer({ MONGODB_URI, DATA_DIR }: Pick<Settings, 'MONGODB_URI' | 'DATA_DIR'>): DatabaseServer {
  if (MONGODB_URI) return Promise.resolve(undefined);
  // `require` loads the module at once, so that the database's thread starts while other modules are imported.
  const { startEmbedded } = require('../../embedded') as typeof import('../../embedded');
  const started = startEmbedded({ folder: path.resolve(DATA_DIR), onFailure: (error) => process.emitWarning(error) }).catch(
    (error: Error): never => {
      throw new StartError(error.message);
    },
  );
  // The failure is thrown where this promise is awaited.
  started.catch(() => undefined);
  return started;
}
