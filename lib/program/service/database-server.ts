import path from 'node:path';
import type { Embedded } from '../../embedded';
import type { Settings } from '../settings/settings';
import { StartError } from './start-error';

/**
 * The embedded database, while it starts. `started` is undefined if the settings name another database, and rejects with a `StartError`
 * if the folder cannot be used.
 */
export interface DatabaseServer {
  readonly started: Promise<Embedded | undefined>;
}

/** Starts the embedded database, unless the settings name another. */
export function startServer({ MONGODB_URI, DATA_DIR }: Pick<Settings, 'MONGODB_URI' | 'DATA_DIR'>): DatabaseServer {
  const started = MONGODB_URI ? Promise.resolve(undefined) : start(path.resolve(DATA_DIR));
  // A failure is thrown where `started` is awaited.
  started.catch(() => undefined);
  return { started };
}

async function start(folder: string): Promise<Embedded> {
  // `require` loads it at once, so that its thread starts while other modules are imported.
  const { startEmbedded } = require('../../embedded') as typeof import('../../embedded');
  return startEmbedded({ folder, onFailure: (error) => process.emitWarning(error) }).catch((error: Error) => {
    throw new StartError(error.message);
  });
}
