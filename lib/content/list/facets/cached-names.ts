import { contentKey } from '../../../database';
import type { Services } from '../../types';
import { type NamedRecords, type ShownName, shownNames } from '../../visibility';

/** Estimated bytes of a cached name, without its text. */
const NAME_BYTES = 150;

/** Public names of records in one language, by ID. Null: no name is public. */
type CachedNames = ReadonlyMap<number, ShownName | null>;

const bytesOf = (names: CachedNames): number => [...names.values()].reduce((sum, one) => sum + NAME_BYTES + 2 * (one?.name.length ?? 0), 0);

/**
 * Reads the public names of records, like `shownNames` without a user, by way of the cache. Names that are cached since the last change of
 * the type are not read again.
 */
export async function cachedShownNames(services: Services, plural: string, named: NamedRecords): Promise<ReadonlyMap<number, ShownName>> {
  const { cache } = services;
  const begun = cache.begin();
  const key = `shown names ${plural} ${named.language} ${named.whole === true}`;
  const cached = cache.find<CachedNames>(key) ?? new Map<number, ShownName | null>();
  const missing = named.ids.filter((id) => !cached.has(id));
  const names = missing.length === 0 ? undefined : await shownNames(services, plural, { ...named, ids: missing }, undefined);
  const all = names === undefined ? cached : new Map([...cached, ...missing.map((id) => [id, names.get(id) ?? null] as const)]);
  if (names !== undefined) cache.keep(key, all, bytesOf(all), begun, [contentKey(plural)]);
  return new Map(named.ids.flatMap((id) => (all.get(id) ? [[id, all.get(id) as ShownName] as const] : [])));
}
