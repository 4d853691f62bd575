import { type PostLike, type Records, recordsOf, type Services } from '../../content';
import { DeclarationError } from '../../registry';

/** An object of asynchronous functions. */
type AsyncFunctions<T> = { readonly [K in keyof T]: (...args: never[]) => Promise<unknown> };

/** Guards the records that a plugin gets before the database is open. */
export interface EarlyRecords {
  /** Throws a `DeclarationError` that names `what` while plugins run. */
  assertOpen(what: string): void;
  /**
   * Wraps functions that need the database. A call while plugins run makes the start fail, and its promise never settles. A call after a
   * failed start rejects.
   */
  guarded<T extends AsyncFunctions<T>>(what: string, functions: T): T;
  /** The records of a post-like type, which may be registered later. */
  posts(plural: string): Records;
}

/** The state of the start: plugins run, all types are compiled, or the start has failed. */
export type StartState = 'running' | 'compiled' | 'failed';

/** The start, as the guard sees it. */
interface StartProgress {
  state(): StartState;
  /** Reports a call that came too early. */
  report(fault: DeclarationError): void;
}

export const createEarlyRecords = (services: Services, { state, report }: StartProgress): EarlyRecords => {
  const tooEarly = (what: string) =>
    new DeclarationError(`${what} cannot be asked while plugins run, before the database is open: ask in handlers and listeners.`);
  const guarded = <T extends AsyncFunctions<T>>(what: string, functions: T): T => {
    const entries: readonly (readonly [string, (...args: unknown[]) => unknown])[] = Object.entries(functions as object);
    const guardedEntries = entries.map(([name, call]) => {
      const guardedCall = (...args: unknown[]) => {
        if (state() === 'compiled') return call(...args);
        if (state() === 'failed') return Promise.reject(tooEarly(what));
        report(tooEarly(what));
        // The start fails anyway. A rejection here would be unhandled.
        return new Promise(() => undefined);
      };
      return [name, guardedCall];
    });
    return Object.fromEntries(guardedEntries);
  };
  return {
    assertOpen(what) {
      if (state() !== 'compiled') throw tooEarly(what);
    },
    guarded,
    posts: (plural) =>
      guarded(
        `the records of ${plural}`,
        recordsOf(() => services.postLikes.get(plural) as PostLike, services),
      ),
  };
};
