import type { PostLike } from '../kinds/post-like';
import type { Services } from '../kinds/services';
import { type Records, recordsOf } from '../kinds/writing/records';
import { DeclarationError } from '../registry/declaration-error';

/** Functions that answer with promises. */
type Asked<T> = { readonly [K in keyof T]: (...args: never[]) => Promise<unknown> };

/** What a plugin holds of records from the start on, though it answers only once there are kinds and a database. */
export interface EarlyRecords {
  /** Throws a `DeclarationError` while plugins run; `what` cannot be asked. */
  assertOpen(what: string): void;
  /** The same functions; what is asked while plugins run is noted, and is never answered. */
  guarded<T extends Asked<T>>(what: string, functions: T): T;
  /** The records of a post-like kind, made or not. */
  posts(plural: string): Records;
}

/** Where the start of the service stands, as far as records are concerned. */
interface Opening {
  /** Whether plugins still run. */
  isOpening(): boolean;
  /** Hears of what is asked while they do. */
  note(fault: DeclarationError): void;
}

/** Makes what a plugin holds of records. */
export const createEarlyRecords = (services: Services, { isOpening, note }: Opening): EarlyRecords => {
  const tooEarly = (what: string) =>
    new DeclarationError(`${what} cannot be asked while plugins run, before the database is open: ask in handlers and listeners.`);
  const guarded = <T extends Asked<T>>(what: string, functions: T): T => {
    const each: readonly (readonly [string, (...args: unknown[]) => unknown])[] = Object.entries(functions as object);
    const asking = each.map(([name, ask]) => {
      const asked = (...args: unknown[]) => {
        if (!isOpening()) return ask(...args);
        note(tooEarly(what));
        // The start fails: what hangs on the answer could only reject where nobody waits for it.
        return new Promise(() => undefined);
      };
      return [name, asked];
    });
    return Object.fromEntries(asking);
  };
  return {
    assertOpen(what) {
      if (isOpening()) throw tooEarly(what);
    },
    guarded,
    posts: (plural) =>
      guarded(
        `the records of ${plural}`,
        recordsOf(() => services.postLikes.get(plural) as PostLike, services),
      ),
  };
};
