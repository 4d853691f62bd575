import { errors } from '../../lib/errors';
import { createLimiter } from '../../lib/limiter';

/** What takes long, done a few at a time; whoever asks for the same meanwhile gets the same. */
export interface SharedWork<T> {
  /** Work without a key is done for who asks alone. Throws 503 `rest_overloaded` at once where too many wait already. */
  take(key: string | undefined, work: () => Promise<T>): Promise<T>;
}

/** Makes it: `most` pieces of work go on at a time, `waiting` more wait for their turn, all others are to ask again after `again` seconds. */
export function createSharedWork<T>({ most, waiting, again }: Readonly<Record<'most' | 'waiting' | 'again', number>>): SharedWork<T> {
  const asked = new Map<string, Promise<T>>();
  const turns = createLimiter(most);

  return {
    take(key, work) {
      const same = key === undefined ? undefined : asked.get(key);
      if (same !== undefined) return same;
      if (turns.taken() >= most && turns.waiting() >= waiting) throw errors.overloaded(again);
      if (key === undefined) return turns.run(work);
      const made = turns.run(work).finally(() => asked.delete(key));
      asked.set(key, made);
      return made;
    },
  };
}
