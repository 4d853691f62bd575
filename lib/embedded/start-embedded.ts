import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { waitAtMost } from '../deadline';
import type { Text } from '../language';
import type { Failure, Report } from './protocol/worker';
import { dataFile } from './storage/folder';

export interface EmbeddedOptions {
  /** The data folder. The server creates it if missing. */
  readonly folder: string;
  /** The time in ms after which a transaction is aborted. The default is 60,000, as in MongoDB. */
  readonly transactionMilliseconds?: number;
  /** The function called after an unexpected end of the server. */
  readonly onFailure?: (error: Error) => void;
}

/** The embedded server of a data folder. */
export interface Embedded {
  /** The connection string for the driver. */
  readonly uri: string;
  /** True if this call started the server. Otherwise it shares the server of another process or call. */
  readonly owner: boolean;
  /** True if the folder had no data before the start. */
  readonly empty: boolean;
  /** Stops the server and removes its socket, if this call started the server. */
  stop(): Promise<void>;
}

/** The error for an unusable data folder, in English and French. */
export class FolderError extends Error {
  override readonly name = 'FolderError';

  constructor(readonly text: Text) {
    super(text.en);
  }
}

const folderError = (folder: string, { failure, damaged, occupied: socket }: Failure): FolderError => {
  if (socket !== undefined)
    return new FolderError({
      en: `The data folder ${folder} cannot be used: the socket ${socket} belongs to another user, or others may replace it. Run this as the user who serves the folder, and let nobody else write in it (chmod go-w); where nobody serves it, remove the socket.`,
      fr: `Le dossier de données ${folder} est inutilisable : la socket ${socket} appartient à un autre utilisateur, ou d’autres peuvent la remplacer. Lancez ceci sous l’utilisateur qui sert le dossier, et ne laissez personne d’autre y écrire (chmod go-w) ; si personne ne le sert, supprimez la socket.`,
    });
  if (damaged)
    return new FolderError({
      en: `The data file ${dataFile(folder)} is damaged, or not one of this service: move it away and, before the next start, run "calendar-events restore FILE" with your last backup, or set DATA_DIR to another folder.`,
      fr: `Le fichier de données ${dataFile(folder)} est endommagé, ou n’est pas de ce service : déplacez-le et, avant le prochain démarrage, lancez « calendar-events restore FICHIER » avec votre dernière sauvegarde, ou indiquez un autre dossier dans DATA_DIR.`,
    });
  return new FolderError({
    en: `The data folder ${folder} cannot be used (${failure}): make it writable, free space on its disk, or set DATA_DIR to another folder.`,
    fr: `Le dossier de données ${folder} est inutilisable (${failure}) : rendez-le accessible en écriture, libérez de l’espace sur son disque, ou indiquez-en un autre dans DATA_DIR.`,
  });
};

const endError = (code: number): Error => new Error(`The thread of the embedded database ended with ${code}.`);

const firstReport = (worker: Worker): Promise<Report> =>
  new Promise((resolve) => {
    worker.once('message', resolve);
    worker.once('error', ({ message }) => resolve({ failure: message }));
    worker.once('exit', (code) => resolve({ failure: endError(code).message }));
  });

const STOP_MILLISECONDS = 5000;

const stopWorker = async (worker: Worker, ended: Promise<void>): Promise<void> => {
  worker.ref();
  worker.postMessage('stop');
  await waitAtMost(STOP_MILLISECONDS, ended, { late: () => undefined, keepsAlive: true });
  await worker.terminate();
};

/**
 * Starts the server of a folder in a worker thread, or finds a running one. The thread does not keep the process running. If the process
 * ends without `stop`, no acknowledged write is lost. Rejects with `FolderError` if the folder is not writable or its file is damaged.
 */
export const startEmbedded = async (options: EmbeddedOptions): Promise<Embedded> => {
  const { transactionMilliseconds = 60_000, onFailure } = options;
  const folder = path.resolve(options.folder);
  const worker = new Worker(path.join(__dirname, 'protocol/worker.js'), { workerData: { folder, transactionMilliseconds } });
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= stopWorker(worker, ended);
    return stopping;
  };
  const report = await firstReport(worker);
  if ('failure' in report) {
    await stop();
    throw folderError(folder, report);
  }
  if (!report.owner) await stop();
  else {
    worker.unref();
    worker.on('error', (error) => onFailure?.(error));
    worker.on('exit', (code) => {
      if (!stopping) onFailure?.(endError(code));
    });
  }
  return { uri: `mongodb://${encodeURIComponent(report.socket)}/?directConnection=true`, owner: report.owner, empty: report.empty, stop };
};
