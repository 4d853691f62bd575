import type { Cache } from '../../cache';
import type { Connection, RetryReason, Watch } from '../../database';
import { currentWaits, type Log, type Metrics } from '../../http';

/**
 * Makes the observer of database commands for the metrics and for the log of slow requests. `show` adds the state of the connection and of
 * the cache in memory to the metrics.
 */
export const createDatabaseMetrics = (
  metrics: Metrics,
  log: Pick<Log, 'warn'>,
): Watch & { show(connection: Pick<Connection, 'state'>, cache: Pick<Cache, 'usage'>): void } => {
  const answered = metrics.durations('database_command_duration_seconds', 'How long commands to the database took, network included');
  const waited = metrics.durations('database_pool_wait_seconds', 'How long commands waited for a connection to the database');
  const retries: Record<RetryReason, number> = { conflict: 0, taken: 0, held: 0 };
  return {
    onCommand(milliseconds, wait) {
      answered(milliseconds);
      waited(wait);
      const waits = currentWaits();
      if (!waits) return;
      waits.commands += 1;
      waits.database += milliseconds;
      waits.connection += wait;
    },
    onPoolTimeout(wait) {
      waited(wait);
      const waits = currentWaits();
      if (waits) waits.connection += wait;
    },
    onRetry(reason, wait) {
      retries[reason] += 1;
      const waits = currentWaits();
      if (waits) waits.others += wait;
    },
    onStreamBroken(error) {
      log.warn(
        { err: error },
        'The changes of other processes cannot be watched. Until they can, the service does not use its cache (CACHE_MB).',
      );
    },
    show(connection, cache) {
      metrics.gauge(
        'database_connections',
        'Connections to the database in use and idle, and commands that wait for one',
        () => {
          const { open, used, waiting } = connection.state();
          return { used, idle: open - used, waited_for: waiting };
        },
        'state',
      );
      metrics.gauge(
        'database_transactions',
        'Transactions of this process: working, or waiting for others that change the same records',
        () => {
          const { transactions, waitingTransactions: waiting } = connection.state();
          return { working: transactions - waiting, waiting };
        },
        'state',
      );
      metrics.total(
        'database_transaction_retries_total',
        'Transactions run again: conflict (found by the database), taken (a name or ID), held (by another transaction of this process)',
        () => retries,
        'reason',
      );
      metrics.gauge(
        'cache_bytes',
        'Bytes of cached answers and of the parts that they are made of; at most CACHE_MB',
        () => cache.usage().bytes,
      );
      metrics.gauge('cache_entries', 'Number of cached values: answers, pages of lists, shown records', () => cache.usage().entries);
      metrics.total(
        'cache_lookups_total',
        'Look-ups in the cache: found, or missed because nothing was cached or it was out of date',
        () => {
          const { found, missed } = cache.usage();
          return { found, missed };
        },
        'outcome',
      );
    },
  };
};
