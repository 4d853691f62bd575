import path from 'node:path';
import { inspect } from 'node:util';

/** An error that the operator can correct, e.g. a wrong setting. The message is a sentence with the remedy. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

export const unreadableRecord = (error: unknown): StartError =>
  new StartError(
    `A record cannot be read (${(error as Error).message}): the data file is damaged, or another program has written to it. Move it away or choose another database, then run "calendar-events restore FILE" with an earlier backup.`,
  );

export const unreadableFile = (file: string, error: unknown): StartError =>
  new StartError(`The file ${file} cannot be read (${(error as NodeJS.ErrnoException).code}): check its name and rights.`);

const OWN = path.resolve(__dirname, '../..') + path.sep;

/** Describes a thrown value in one line; an Error with its file and line. */
export function describeThrown(thrown: unknown): string {
  if (!(thrown instanceof Error)) return inspect(thrown, { depth: 1, breakLength: Number.POSITIVE_INFINITY }).replace(/\s+/g, ' ');
  const [message = ''] = String(thrown.message).split('\n');
  const place = placeInPlugin(String(thrown.stack));
  return `${thrown.name}: ${message.replace(/\.$/, '')}${place === undefined ? '' : ` (${place})`}`;
}

/**
 * Returns the file and line of a plugin's code in the stack of an error. A syntax error names its file first; else the first frame outside
 * of Node and of this program is returned.
 */
function placeInPlugin(stack: string): string | undefined {
  const [first = '', ...rest] = stack.split('\n');
  if (/^\S+:\d+$/.test(first)) return first;
  const frames = rest.filter((line) => /^\s+at .*:\d+:\d+\)?$/.test(line) && !line.includes('node:'));
  const frame = frames.find((line) => !line.includes(OWN)) ?? frames[0];
  return frame && /(?:file:\/\/)?\/[^()]*:\d+:\d+/.exec(frame)?.[0];
}
