import { createReadStream, createWriteStream } from 'node:fs';
import { access, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { type BackupEnd, backupLines } from '../records/backup';
import type { Connection } from '../records/connection';
import { checkBackup, RestoreError, restoreBackup } from '../records/restore';
import { withBar } from './progress-bar';
import { StartError } from './start-error';

/** Only whoever runs the service may read a backup: it holds digests of passwords, and the passwords of events. */
const MODE = 0o600;

/** SnapshotTooOld, SnapshotUnavailable */
const MOMENT_LOST: readonly unknown[] = [239, 246];

/** Writes all that a database holds at one moment into a new file. Throws a `StartError`, and leaves no file, where that cannot be done. */
export async function backUp(connection: Connection, file: string, at: Date): Promise<BackupEnd> {
  if (await exists(file)) throw new StartError(`The file ${file} is there already: name another one, or move it away.`);
  const partial = path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}.partial`);
  try {
    const end = await connection.patiently((db) =>
      withBar('Backing up', async (show) => {
        const lines = backupLines(db, at, show);
        let made: BackupEnd | undefined;
        const text = async function* () {
          made = yield* lines;
        };
        const output = createWriteStream(partial, { flags: 'wx', mode: MODE, flush: true });
        await pipeline(Readable.from(text(), { objectMode: true, highWaterMark: 4 }), createGzip(), output);
        return made;
      }),
    );
    if (end === undefined || Object.values(end.counts).every((count) => count === 0))
      throw new StartError('There is nothing to back up: the database is empty. Check MONGODB_URI, MONGODB_DB and DATA_DIR.');
    await rename(partial, file);
    return end;
  } catch (error) {
    await rm(partial, { force: true });
    if (MOMENT_LOST.includes((error as { code?: unknown }).code)) {
      throw new StartError(
        'The server did not keep the moment of the backup for as long as it took: raise minSnapshotHistoryWindowInSeconds (setParameter, 300 unless set), or back up when less is written. Nothing was kept.',
      );
    }
    throw isOfFiles(error) ? unusable(file, error) : error;
  }
}

/** Stores what a backup holds in an empty database. Throws a `StartError`, and leaves nothing behind, where that cannot be done. */
export async function restore(connection: Connection, file: string): Promise<BackupEnd> {
  const lines = () => linesOf(file);
  try {
    const end = await checkBackup(lines);
    await connection.patiently((db) => withBar('Restoring', (show) => restoreBackup(db, lines, end, show)));
    return end;
  } catch (error) {
    if (error instanceof RestoreError) throw new StartError(`${file} cannot be restored: ${error.message}`);
    if (isOfCompression(error)) throw new StartError(`${file} cannot be restored: it is damaged, cut off, or no backup of this program.`);
    throw isOfFiles(error) ? unusable(file, error) : error;
  }
}

/** The lines of a file: parted by line feeds alone, since other ends of lines may stand in texts. */
async function* linesOf(file: string): AsyncGenerator<string> {
  const source = createReadStream(file);
  const unpacked = createGunzip();
  source.on('error', (error) => unpacked.destroy(error));
  source.pipe(unpacked).setEncoding('utf8');
  let begun: string[] = [];
  try {
    for await (const chunk of unpacked as AsyncIterable<string>) {
      const [end = '', ...others] = chunk.split('\n');
      begun.push(end);
      const last = others.pop();
      if (last === undefined) continue;
      yield begun.join('');
      yield* others;
      begun = [last];
    }
    if (begun.some((piece) => piece !== '')) yield begun.join('');
  } finally {
    source.destroy();
    unpacked.destroy();
  }
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException | undefined)?.code);
const isOfCompression = (error: unknown): boolean => codeOf(error).startsWith('Z_') || codeOf(error) === 'ERR_STREAM_PREMATURE_CLOSE';
const isOfFiles = (error: unknown): boolean => error instanceof Error && 'syscall' in error && 'errno' in error;

const unusable = (file: string, error: unknown): StartError =>
  new StartError(`The file ${file} cannot be used (${codeOf(error)}): check its name, its rights and the space on the disk.`);
