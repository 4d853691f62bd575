import path from 'node:path';
import type { Embedded } from '../../embedded';
import type { Settings } from '../settings/settings';
import { StartError } from './start-error';

/** The server of the database that the settings name: undefined where it is no part of this process. Awaiting it throws a `StartError` for a folder that cannot be used. */
export interface DatabaseServer {
  readonly started: Promise<Embedded | undefined>;
}

/** Starts the embedded database, unless the settings name another. */
export function startServer({ MONGODB_URI, DATA_DIR }: Pick<Settings, 'MONGODB_URI' | 'DATA_DIR'>): DatabaseServer {
  const started = MONGODB_URI ? Promise.resolve(undefined) : start(path.resolve(DATA_DIR));
  // Whoever waits for it is told.
  started.catch(() => undefined);
  return { started };
}

async function start(folder: string): Promise<Embedded> {
  // At once, and not after whatever else is imported now: its thread is to start meanwhile.
  const { startEmbedded } = require('../../embedded') as typeof import('../../embedded');
  return startEmbedded({ folder, onFailure: (error) => process.emitWarning(error) }).catch((error: Error) => {
    throw new StartError(error.message);
  });
}
