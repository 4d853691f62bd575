import { PAGE_SIZE } from '../../../lib/embedded/storage/store';
import type { FileTrace } from './file-trace';
import { markOf, marksIn } from './record';

/** The two pages of which each transaction writes one, last. */
const HEAD = 2 * PAGE_SIZE;

/**
 * The marks of what was acknowledged too early: before a sync of the bytes that hold it, and then one of the state that leads to these.
 * It tells of every acknowledgement, without opening anything.
 */
export const earlyOf = ({ writes, acknowledgements }: FileTrace): string[] => {
  const held = new Map<string, number>();
  const seen = new Set<string>();
  let waiting: { readonly mark: string; readonly durable: number }[] = [];
  for (const { at, bytes, after, durable = Number.POSITIVE_INFINITY } of writes) {
    if (at < HEAD) {
      const rest: typeof waiting = [];
      for (const one of waiting) {
        if (one.durable <= after) held.set(one.mark, durable);
        else rest.push(one);
      }
      waiting = rest;
      continue;
    }
    for (const [n, state] of marksIn(bytes.toString('latin1'))) {
      const mark = markOf(n, state);
      if (!seen.has(mark)) waiting.push({ mark, durable });
      seen.add(mark);
    }
  }
  return acknowledgements
    .filter(({ n, state, syncs }) => n > 0 && (held.get(markOf(n, state)) ?? Number.POSITIVE_INFINITY) > syncs)
    .map(({ n, state }) => `${n}:${state}`);
};
