import { errors } from '../../lib/errors';

/** What takes long, done a few at a time; whoever asks for the same meanwhile gets the same. */
export interface Limiter<T> {
  /** Throws 503 `rest_overloaded` at once where too many wait already. */
  take(key: string, work: () => Promise<T>): Promise<T>;
}

/** Makes an account of turns: `most` are taken at a time, `waiting` more wait for theirs, all others are to ask again after `again` seconds. */
export function createLimiter<T>({ most, waiting, again }: Readonly<Record<'most' | 'waiting' | 'again', number>>): Limiter<T> {
  const asked = new Map<string, Promise<T>>();
  const queue: (() => void)[] = [];
  let taken = 0;

  const inTurn = async (work: () => Promise<T>): Promise<T> => {
    if (taken >= most) await new Promise<void>((resolve) => queue.push(resolve));
    else taken += 1;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      // The turn is handed on.
      if (next) next();
      else taken -= 1;
    }
  };

  return {
    take(key, work) {
      const same = asked.get(key);
      if (same !== undefined) return same;
      if (taken >= most && queue.length >= waiting) throw errors.overloaded(again);
      const made = inTurn(work).finally(() => asked.delete(key));
      asked.set(key, made);
      return made;
    },
  };
}
