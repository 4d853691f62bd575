import { type PostRecord, type Records, recordsOf, type Services, type TermRecords, termRecordsOf } from '../../content';
import type { Term } from '../../database';
import { DeclarationError } from '../../registry';

type AsyncFunctions<T> = { readonly [K in keyof T]: (...args: never[]) => Promise<unknown> };

/** Wrappers of the records and functions that plugins get, which reject calls before the database is open. */
export interface EarlyRecords {
  /** Throws a `DeclarationError` that names `what` while plugins run. */
  assertOpen(what: string): void;
  /**
   * Wraps functions that need the database. A call while plugins run makes the start fail, and the promise of the call never settles. A
   * call after a failed start rejects.
   */
  guarded<T extends AsyncFunctions<T>>(what: string, functions: T): T;
  posts<R extends PostRecord>(plural: string): Records<R>;
  terms<R extends Term>(what: string, plural: string): TermRecords<R>;
}

/** The state of the service's start: `running` plugins, all types `compiled`, or `failed`. */
export interface StartState {
  readonly state: 'running' | 'compiled' | 'failed';
  /** Makes the start of the service fail, since `plugin` has called a function before the database is open. */
  fail(plugin: string, fault: DeclarationError): void;
}

export const createEarlyRecords = (services: Services, plugin: string, start: StartState): EarlyRecords => {
  const tooEarly = (what: string) =>
    new DeclarationError(`${what} cannot be asked while plugins run, before the database is open: ask in handlers and listeners.`);
  const guarded = <T extends AsyncFunctions<T>>(what: string, functions: T): T => {
    const entries: readonly (readonly [string, (...args: unknown[]) => unknown])[] = Object.entries(functions as object);
    const guardedEntries = entries.map(([name, call]) => {
      const guardedCall = (...args: unknown[]) => {
        if (start.state === 'compiled') return call(...args);
        if (start.state === 'failed') return Promise.reject(tooEarly(what));
        start.fail(plugin, tooEarly(what));
        // The start fails anyway. A rejection here would be unhandled.
        return new Promise(() => undefined);
      };
      return [name, guardedCall];
    });
    return Object.fromEntries(guardedEntries);
  };
  return {
    assertOpen(what) {
      if (start.state !== 'compiled') throw tooEarly(what);
    },
    guarded,
    posts: <R extends PostRecord>(plural: string) => guarded(`the records of ${plural}`, recordsOf(plural, services)) as Records<R>,
    terms: <R extends Term>(what: string, plural: string) => guarded(what, termRecordsOf(plural, services)) as TermRecords<R>,
  };
};
