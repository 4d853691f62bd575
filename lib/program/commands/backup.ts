import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { link, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { type Connection, isUnreadable, refusedWhy } from '../../database';
import { syncNames } from '../../embedded';
import { type BackupEnd, backupLines, checkBackup, isMomentLost, RestoreError, restoreBackup } from '../../maintenance';
import { boundedLines } from '../seed/bounded-lines';
import { StartError, unreadableRecord } from '../service/start-error';
import { withBar } from './output';

/** The file mode of backups, readable by the owner only. A backup contains event passwords in plain text. */
const MODE = 0o600;

/** Writes a snapshot of the whole database into a new file. Throws a `StartError` and leaves no file if that fails. */
export async function backUp(connection: Connection, file: string, at: Date): Promise<BackupEnd> {
  if (existsSync(file)) throw new StartError(`The file ${file} already exists: choose another name, or move the file away.`);
  const partial = path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}.partial`);
  try {
    const end = await connection.unlimited((db) =>
      withBar('Backing up', async (show) => {
        const lines = backupLines(db, at, show);
        let end: BackupEnd | undefined;
        const text = async function* () {
          end = yield* lines;
        };
        const output = createWriteStream(partial, { flags: 'wx', mode: MODE, flush: true });
        await pipeline(Readable.from(text(), { objectMode: true, highWaterMark: 4 }), createGzip(), output);
        return end;
      }),
    );
    if (end === undefined || Object.values(end.counts).every((count) => count === 0))
      throw new StartError('There is nothing to back up: the database is empty. Check MONGODB_URI, MONGODB_DB and DATA_DIR.');
    // `link` does not overwrite a file that was made since the check.
    await link(partial, file);
    await rm(partial);
    syncNames(path.dirname(file));
    return end;
  } catch (error) {
    await rm(partial, { force: true });
    if (isMomentLost(error)) {
      throw new StartError(
        'The backup took longer than the database keeps a snapshot, or its collections changed: with MongoDB raise minSnapshotHistoryWindowInSeconds (setParameter, 300 by default), or try again when the service has less to do. Nothing was kept.',
      );
    }
    if (isUnreadable(error)) throw unreadableRecord(error);
    const why = refusedWhy(error);
    if (why !== undefined) throw new StartError(`The backup failed (${why}): try again. Nothing was kept.`);
    throw isOfFiles(error) ? unusable(file, error) : error;
  }
}

/** Reads a whole backup file before it is restored. Throws a `StartError` if the file is no complete backup. */
export const checkFile = (file: string): Promise<BackupEnd> => explainRestoreErrors(file, () => checkBackup(() => linesOf(file)));

/** Restores a checked backup into an empty database. Throws a `StartError` and leaves the database empty if that fails. */
export const restore = (connection: Connection, file: string, end: BackupEnd): Promise<void> =>
  explainRestoreErrors(file, () =>
    connection.unlimited((db) => withBar('Restoring', (show) => restoreBackup(db, () => linesOf(file), end, show))),
  );

async function explainRestoreErrors<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RestoreError) throw new StartError(`${file} cannot be restored: ${error.message}`);
    if (isOfCompression(error))
      throw new StartError(`${file} cannot be restored: it is damaged or incomplete, or is not a backup of this program.`);
    const why = refusedWhy(error);
    if (why !== undefined) throw new StartError(`${file} cannot be restored: the database refuses it (${why}). Nothing of it was kept.`);
    throw isOfFiles(error) ? unusable(file, error) : error;
  }
}

/** Yields the lines of a gzip file. Only a line feed ends a line, since texts may contain other line separators. */
async function* linesOf(file: string): AsyncGenerator<string> {
  const source = createReadStream(file);
  const unpacked = createGunzip();
  source.on('error', (error) => unpacked.destroy(error));
  try {
    for await (const { text } of boundedLines(source.pipe(unpacked), Number.POSITIVE_INFINITY)) yield text;
  } finally {
    source.destroy();
    unpacked.destroy();
  }
}

const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException | undefined)?.code);
const isOfCompression = (error: unknown): boolean => codeOf(error).startsWith('Z_') || codeOf(error) === 'ERR_STREAM_PREMATURE_CLOSE';
const isOfFiles = (error: unknown): boolean => error instanceof Error && 'syscall' in error && 'errno' in error;

const unusable = (file: string, error: unknown): StartError =>
  new StartError(`The file ${file} cannot be used (${codeOf(error)}): check its name, its rights and the space on the disk.`);
