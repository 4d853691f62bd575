import path from 'node:path';
import { inspect } from 'node:util';

const OWN = path.resolve(__dirname, '../..') + path.sep;

/** One line about anything that was thrown; for an Error, with file and line. */
export function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return inspect(thrown, { depth: 1, breakLength: Number.POSITIVE_INFINITY }).replace(/\s+/g, ' ');
  const [said = ''] = String(thrown.message).split('\n');
  const place = placeOf(String(thrown.stack));
  return `${thrown.name}: ${said.replace(/\.$/, '')}${place === undefined ? '' : ` (${place})`}`;
}

/**
 * The place of an error in a plugin's code. A syntax error names its file first; otherwise it is the first frame outside of Node and this
 * program.
 */
function placeOf(stack: string): string | undefined {
  const [first = '', ...rest] = stack.split('\n');
  if (/^\S+:\d+$/.test(first)) return first;
  const frames = rest.filter((line) => /^\s+at .*:\d+:\d+\)?$/.test(line) && !line.includes('node:'));
  const frame = frames.find((line) => !line.includes(OWN)) ?? frames[0];
  return frame && /(?:file:\/\/)?\/[^()]*:\d+:\d+/.exec(frame)?.[0];
}
