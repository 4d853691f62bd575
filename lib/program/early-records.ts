import type { PostLike } from '../kinds/post-like';
import type { Services } from '../kinds/services';
import { type Records, recordsOf } from '../kinds/writing/records';
import { DeclarationError } from '../registry/declaration-error';

/** What plugins hold of records from the start on, though it answers only once there are kinds and a database. */
export interface EarlyRecords {
  /** Throws a `DeclarationError` while plugins run; `what` cannot be asked. */
  assertOpen(what: string): void;
  /** The records of a post-like kind, made or not. */
  posts(plural: string): Records;
}

/** Makes what plugins hold of records; `isOpening` tells whether plugins still run. */
export const createEarlyRecords = (services: Services, isOpening: () => boolean): EarlyRecords => {
  const assertOpen = (what: string): void => {
    if (isOpening())
      throw new DeclarationError(`${what} cannot be asked while plugins run, before the database is open: ask in handlers and listeners.`);
  };
  return {
    assertOpen,
    posts: (plural) =>
      recordsOf(() => {
        assertOpen(`the records of ${plural}`);
        return services.postLikes.get(plural) as PostLike;
      }, services),
  };
};
