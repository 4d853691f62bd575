import type { Services } from '../../types';

/** What a list's filter makes of the terms that it names: IDs, and slugs. */
type Naming = readonly (number | string)[];

/** Works out what a filter makes of terms, once until one of the terms that it read changes. An error is not kept. */
export const cachedNaming = <N extends Naming>(
  { cache }: Pick<Services, 'cache'>,
  plural: string,
  asked: Naming,
  work: () => Promise<N>,
): Promise<N> => cache.cached<N>(`naming ${plural} ${JSON.stringify(asked)}`, (found) => Buffer.byteLength(JSON.stringify(found)), work);
