import type { Connection } from '../driver/connection';
import type { Stored } from './record';
import { createLoader, readsOf } from './store-reads';
import type { StoredType, StoreState } from './store-types';
import { writesOf } from './store-writes';

/** The reads and writes of any content type. Writes need the session of a transaction (`Connection.transact`). */
export type Store<R extends Stored> = ReturnType<typeof createStore<R>>;

export function createStore<R extends Stored>(
  connection: Connection,
  type: StoredType<R>,
  more: Pick<StoreState<R>, 'sequence' | 'linkedFrom'>,
) {
  const { plural, counted = [] } = type;
  const collection = () => connection.collection<R>(plural);
  const state = { ...more, connection, plural, type, counted, collection, loader: createLoader(collection) };
  return { collection, ...readsOf(state), ...writesOf(state) };
}
