import { inspect } from 'node:util';

/** Says in one line what was thrown, which may be anything, and, of an Error, in which file and line. */
export function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return inspect(thrown, { depth: 1, breakLength: Number.POSITIVE_INFINITY }).replace(/\s+/g, ' ');
  const [said = ''] = String(thrown.message).split('\n');
  const place = placeOf(String(thrown.stack));
  return `${thrown.name}: ${said}${place === undefined ? '' : ` (${place})`}`;
}

/** Where the code of a plugin is wrong: what does not parse names its file first, what throws is the first frame that is not Node's own. */
function placeOf(stack: string): string | undefined {
  const [first = '', ...rest] = stack.split('\n');
  if (/^\S+:\d+$/.test(first)) return first;
  const frame = rest.find((line) => /^\s+at .*:\d+:\d+\)?$/.test(line) && !line.includes('node:'));
  return frame && /(?:file:\/\/)?\/[^()]*:\d+:\d+/.exec(frame)?.[0];
}
