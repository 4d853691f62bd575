import type { Cache } from '../../cache';
import type { Metrics } from '../../http';

/** Adds the use of the cache to the metrics. */
export const showCache = (metrics: Pick<Metrics, 'gauge' | 'total'>, cache: Pick<Cache, 'use'>): void => {
  metrics.gauge('cache_bytes', 'Bytes of what is kept of answers, and of fields of records (CACHE_MB)', () => cache.use().bytes);
  metrics.gauge('cache_entries', 'How many answers, pages of lists and fields of records are kept', () => cache.use().entries);
  metrics.total(
    'cache_lookups_total',
    'How often something kept was asked for: found, or missed as it was not there, or something was written since',
    () => {
      const { found, missed } = cache.use();
      return { found, missed };
    },
    'outcome',
  );
};
