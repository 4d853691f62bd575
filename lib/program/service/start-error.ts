/** Something outside the program keeps it from starting: the message is one sentence that says what to do. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** What a command says of records that cannot be read. */
export const unreadableRecord = (error: unknown): StartError =>
  new StartError(
    `A record cannot be read (${(error as Error).message}): the data file is damaged, or something else wrote it. Move it away, or name another database, and run "calendar-events restore FILE" with a backup that was made before.`,
  );

/** What a command says of a file that cannot be read. */
export const unreadableFile = (file: string, error: unknown): StartError =>
  new StartError(`The file ${file} cannot be read (${(error as NodeJS.ErrnoException).code}): check its name and rights.`);
