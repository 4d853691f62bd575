import type { PostRecord, Services } from '../types';

/** The stored records of a kind, whether post-like or term-like. */
export const recordsOfType = ({ kinds, postLikes }: Pick<Services, 'kinds' | 'postLikes'>, plural: string) =>
  postLikes.has(plural) ? kinds.posts<PostRecord>(plural) : kinds.terms(plural);
