import type { PostRecord, Services } from '../types';

/** The store of a content type, post-like or term-like. */
export const recordsOfType = ({ kinds, postLikes }: Pick<Services, 'kinds' | 'postLikes'>, plural: string) =>
  postLikes.has(plural) ? kinds.posts<PostRecord>(plural) : kinds.terms(plural);
