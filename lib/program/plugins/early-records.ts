import { type PostLike, type Records, recordsOf, type Services } from '../../content';
import { DeclarationError } from '../../registry';

/** Functions that answer with promises. */
type Asked<T> = { readonly [K in keyof T]: (...args: never[]) => Promise<unknown> };

/** What a plugin holds of records from the start on, though it answers only once there are kinds and a database. */
export interface EarlyRecords {
  /** Throws a `DeclarationError` while plugins run; `what` cannot be asked. */
  assertOpen(what: string): void;
  /** The same functions; what is asked while plugins run is noted and never answered, and refused once the start has failed. */
  guarded<T extends Asked<T>>(what: string, functions: T): T;
  /** The records of a post-like kind, made or not. */
  posts(plural: string): Records;
}

/** Where a start stands: plugins run, all kinds are made, or it will never come to that. */
export type StartState = 'running' | 'made' | 'failed';

/** What of a start asks for records. */
interface Opening {
  state(): StartState;
  /** Hears of what is asked while they do. */
  note(fault: DeclarationError): void;
}

/** Makes what a plugin holds of records. */
export const createEarlyRecords = (services: Services, { state, note }: Opening): EarlyRecords => {
  const tooEarly = (what: string) =>
    new DeclarationError(`${what} cannot be asked while plugins run, before the database is open: ask in handlers and listeners.`);
  const guarded = <T extends Asked<T>>(what: string, functions: T): T => {
    const each: readonly (readonly [string, (...args: unknown[]) => unknown])[] = Object.entries(functions as object);
    const asking = each.map(([name, ask]) => {
      const asked = (...args: unknown[]) => {
        if (state() === 'made') return ask(...args);
        if (state() === 'failed') return Promise.reject(tooEarly(what));
        note(tooEarly(what));
        // The start fails by it: what hangs on the answer could only reject where nobody waits for it.
        return new Promise(() => undefined);
      };
      return [name, asked];
    });
    return Object.fromEntries(asking);
  };
  return {
    assertOpen(what) {
      if (state() !== 'made') throw tooEarly(what);
    },
    guarded,
    posts: (plural) =>
      guarded(
        `the records of ${plural}`,
        recordsOf(() => services.postLikes.get(plural) as PostLike, services),
      ),
  };
};
