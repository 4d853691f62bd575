import { errors } from '../../lib/errors';
import { createTurns } from '../../lib/turns';

/** What takes long, done a few at a time; whoever asks for the same meanwhile gets the same. */
export interface Limiter<T> {
  /** Throws 503 `rest_overloaded` at once where too many wait already. */
  take(key: string, work: () => Promise<T>): Promise<T>;
}

/** Makes a limiter: `most` pieces of work go on at a time, `waiting` more wait for their turn, all others are to ask again after `again` seconds. */
export function createLimiter<T>({ most, waiting, again }: Readonly<Record<'most' | 'waiting' | 'again', number>>): Limiter<T> {
  const asked = new Map<string, Promise<T>>();
  const turns = createTurns(most);

  return {
    take(key, work) {
      const same = asked.get(key);
      if (same !== undefined) return same;
      if (turns.taken() >= most && turns.waiting() >= waiting) throw errors.overloaded(again);
      const made = turns.run(work).finally(() => asked.delete(key));
      asked.set(key, made);
      return made;
    },
  };
}
