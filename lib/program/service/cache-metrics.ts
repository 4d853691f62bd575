import type { Cache } from '../../cache';
import type { Metrics } from '../../http';

/** Adds what is kept of answers to the metrics. */
export const showCache = (metrics: Pick<Metrics, 'gauge' | 'total'>, cache: Pick<Cache, 'use'>): void => {
  metrics.gauge('cache_bytes', 'Bytes of cached answers and of the parts that they are made of; at most CACHE_MB', () => cache.use().bytes);
  metrics.gauge('cache_entries', 'Number of cached values: answers, pages of lists, shown records', () => cache.use().entries);
  metrics.total(
    'cache_lookups_total',
    'Look-ups in the cache: found, or missed because nothing was cached or it was out of date',
    () => {
      const { found, missed } = cache.use();
      return { found, missed };
    },
    'outcome',
  );
};
