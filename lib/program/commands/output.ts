/**
 * Writes a line on standard output, for the results of a command.
 * Other programs may read them, so nothing else is written there.
 */
export const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/**
 * Writes a line on standard error, for messages about the work.
 * They do not mix with results that are redirected into a file.
 */
export const say = (line: string): void => {
  process.stderr.write(`${line}\n`);
};
