import type { Services } from '../../types';

/** IDs and slugs of terms, as a filter names them. */
type TermNames = readonly (number | string)[];

/** Caches the terms that a filter resolves, until one of them changes. Errors are not cached. */
export const cachedTerms = <N extends TermNames>(
  { cache }: Pick<Services, 'cache'>,
  plural: string,
  names: TermNames,
  work: () => Promise<N>,
): Promise<N> => cache.cached<N>(`naming ${plural} ${JSON.stringify(names)}`, (found) => Buffer.byteLength(JSON.stringify(found)), work);
