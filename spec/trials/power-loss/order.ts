import { PAGE_SIZE } from '../../../lib/embedded/storage/store';
import type { FileTrace } from './file-trace';
import { markOf, marksIn } from './record';

/** The two head pages. Each transaction ends with a write to one of them. */
const HEAD = 2 * PAGE_SIZE;

/**
 * Lists the states that were acknowledged too early.
 * A state is durable after a sync of its bytes and a later sync of the head page.
 */
export const earlyOf = ({ writes, acknowledgements }: FileTrace): string[] => {
  const durableSince = new Map<string, number>();
  const written = new Set<string>();
  let waiting: { readonly mark: string; readonly durable: number }[] = [];
  for (const { at, bytes, after, durable = Number.POSITIVE_INFINITY } of writes) {
    if (at < HEAD) {
      const rest: typeof waiting = [];
      for (const one of waiting) {
        if (one.durable <= after) durableSince.set(one.mark, durable);
        else rest.push(one);
      }
      waiting = rest;
      continue;
    }
    for (const [n, state] of marksIn(bytes.toString('latin1'))) {
      const mark = markOf(n, state);
      if (!written.has(mark)) waiting.push({ mark, durable });
      written.add(mark);
    }
  }
  return acknowledgements
    .filter(({ n, state, syncs }) => n > 0 && (durableSince.get(markOf(n, state)) ?? Number.POSITIVE_INFINITY) > syncs)
    .map(({ n, state }) => `${n}:${state}`);
};
