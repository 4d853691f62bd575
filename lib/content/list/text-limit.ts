import type { Filter } from 'mongodb';
import { hasMore, type Store } from '../../database';
import { errors } from '../../errors';
import type { PostRecord } from '../types';

/** Highest number of records whose texts one search may read, since no index covers texts. */
const MOST_TEXTS = 100_000;

/** Throws 400 `rest_search_too_broad` if a search would read too many texts. `filter` is the list without the search. */
export async function assertFewTexts<R extends PostRecord>(
  { collection }: Pick<Store<R>, 'collection'>,
  filter: Filter<R>,
  hint: string | undefined,
  most = MOST_TEXTS,
): Promise<void> {
  // Most collections are smaller than that.
  if ((await collection().estimatedDocumentCount()) <= most) return;
  if (await hasMore(collection(), filter, { hint, most })) throw errors.searchTooBroad(most);
}
