import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { waitAtMost } from '../deadline';
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

/** The error for an unusable data folder. The message is a sentence with the remedy. */
export class FolderError extends Error {
  override readonly name = 'FolderError';
}

const folderError = (folder: string, { failure, damaged, occupied: socket }: Failure): FolderError => {
  if (socket !== undefined)
    return new FolderError(
      `The data folder ${folder} cannot be used: the socket ${socket} belongs to another user, or others may replace it. Run this as the user who serves the folder, and let nobody else write in it (chmod go-w); where nobody serves it, remove the socket.`,
    );
  if (damaged)
    return new FolderError(
      `The data file ${dataFile(folder)} is damaged, or not one of this service: move it away and, before the next start, run "calendar-events restore FILE" with your last backup, or set DATA_DIR to another folder.`,
    );
  return new FolderError(
    `The data folder ${folder} cannot be used (${failure}): make it writable, free space on its disk, or set DATA_DIR to another folder.`,
  );
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
  await waitAtMost(STOP_MILLISECONDS, ended, { onTimeout: () => undefined, keepsAlive: true });
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
