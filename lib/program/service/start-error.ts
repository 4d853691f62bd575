/** An error outside of the program that stops its start. The message is a sentence with the remedy. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** The error of a command for records that cannot be read. */
export const unreadableRecord = (error: unknown): StartError =>
  new StartError(
    `A record cannot be read (${(error as Error).message}): the data file is damaged, or something else wrote it. Move it away, or name another database, and run "calendar-events restore FILE" with a backup that was made before.`,
  );

/** The error of a command for a file that cannot be read. */
export const unreadableFile = (file: string, error: unknown): StartError =>
  new StartError(`The file ${file} cannot be read (${(error as NodeJS.ErrnoException).code}): check its name and rights.`);
