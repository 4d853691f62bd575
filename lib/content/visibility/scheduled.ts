import type { Filter } from 'mongodb';
import { toWall } from '../../calendar';
import { DUE, keyOf } from '../../database';
import { ApiError } from '../../errors';
import type { PostRecord, Services } from '../types';
import { publishCompanions } from './companions';

/**
 * Publishes the records with status `future` whose date has come, and returns their number. Stops early if the signal aborts. After 4xx
 * errors of single records it continues, and throws the first at the end.
 */
export async function publishDue(services: Services, signal?: AbortSignal): Promise<number> {
  const now = services.clock.now();
  const due: Filter<PostRecord> = { status: 'future', dateUtc: { $lte: toWall(now, 'UTC') } };
  let published = 0;
  let refusal: ApiError | undefined;
  for (const type of services.postLikes.values()) {
    const { plural, posts } = type;
    const found = posts.collection().find(due, { projection: { _id: 1 }, hint: DUE.name });
    for (const { _id } of await found.toArray()) {
      if (signal?.aborted) return published;
      try {
        published += await services.connection.transact(async (session) => {
          services.connection.lock([keyOf(plural, _id)], session);
          const current = await posts.byId(_id, session);
          // Another process may have published the record, or a user may have changed its date.
          if (current?.status !== 'future' || current.dateUtc === null || current.dateUtc > toWall(now, 'UTC')) return 0;
          await publishCompanions(type, services, await posts.update(current, { status: 'publish' }, session), session);
          return 1;
        });
      } catch (error) {
        if (!(error instanceof ApiError) || error.status >= 500) throw error;
        refusal ??= error;
      }
    }
  }
  if (refusal) throw refusal;
  return published;
}
