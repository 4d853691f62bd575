import type { Stored } from '../../database';
import type { PostRecord, Services } from '../types';

/** The part of an entity tag that names the version of a record. Each write by a client changes it. */
export const revisionOf = (plural: string, record: Stored): string => `${plural}.${record._id}.${record.edition}`;

/** The changes that each write by a client makes to a record. */
export const editOf = (record: Stored, { clock }: Pick<Services, 'clock'>) => ({ modified: clock.now(), edition: record.edition + 1 });

/** The store of a content type, post-like or term-like. */
export const recordsOfType = ({ kinds, postLikes }: Pick<Services, 'kinds' | 'postLikes'>, plural: string) =>
  postLikes.has(plural) ? kinds.posts<PostRecord>(plural) : kinds.terms(plural);

/** Caches the result of a function for each object, as long as the object exists. */
export const oncePer = <K extends object, V>(work: (of: K) => V): ((of: K) => V) => {
  const cached = new WeakMap<K, { readonly made: V }>();
  return (of) => {
    const found = cached.get(of) ?? { made: work(of) };
    cached.set(of, found);
    return found.made;
  };
};
