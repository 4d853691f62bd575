import { contentKey } from '../../records/change-log';
import { type AskedBy, isToldKept } from '../kept-reads';
import type { Services } from '../services';

/** What a list's filter makes of the terms that it names: IDs, and slugs. */
type Naming = readonly (number | string)[];

/** Works out what a filter makes of terms, once until a term of the kind changes, but for its counts; what throws is not kept: nobody fills what is kept with what does not exist. */
export async function keptNaming<N extends Naming>(
  { cache }: Pick<Services, 'cache'>,
  plural: string,
  by: AskedBy,
  asked: Naming,
  work: () => Promise<N>,
): Promise<N> {
  const begun = isToldKept(by) ? cache.begin() : undefined;
  if (begun === undefined) return work();
  const key = `naming ${plural} ${JSON.stringify(asked)}`;
  const known = cache.find<N>(key);
  if (known !== undefined) return known;
  const found = await work();
  cache.keep(key, found, Buffer.byteLength(JSON.stringify(found)), begun, [contentKey(plural)]);
  return found;
}
