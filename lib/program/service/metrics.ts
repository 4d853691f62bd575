import type { Cache } from '../../cache';
import type { Connection, RetryReason, Watch } from '../../database';
import type { Log, Metrics } from '../../http';
import { currentWaits } from '../../waits';

/** Watches the database for the metrics, and for the log of slow requests. */
export const createDatabaseMetrics = (
  metrics: Metrics,
  log: Pick<Log, 'warn'>,
): Watch & { show(connection: Pick<Connection, 'state'>): void } => {
  const answered = metrics.durations('database_command_duration_seconds', 'How long commands to the database took, with their network');
  const waited = metrics.durations('database_pool_wait_seconds', 'How long commands waited for a connection to the database');
  const again: Record<RetryReason, number> = { conflict: 0, taken: 0, held: 0 };
  return {
    command(milliseconds, wait) {
      answered(milliseconds);
      waited(wait);
      const waits = currentWaits();
      if (waits === undefined) return;
      waits.commands += 1;
      waits.database += milliseconds;
      waits.connection += wait;
    },
    waitedInVain(wait) {
      waited(wait);
      const waits = currentWaits();
      if (waits !== undefined) waits.connection += wait;
    },
    again(reason, wait) {
      again[reason] += 1;
      const waits = currentWaits();
      if (waits !== undefined) waits.others += wait;
    },
    unheard(error) {
      log.warn(
        { err: error },
        'What other processes write cannot be heard: until it can, nothing is answered from what is kept (CACHE_MB).',
      );
    },
    show(connection) {
      metrics.gauge(
        'database_connections',
        'Connections to the database: those in use, those that are not, and how many commands wait for one',
        () => {
          const { open, used, waiting } = connection.state();
          return { used, idle: open - used, waited_for: waiting };
        },
        'state',
      );
      metrics.gauge(
        'database_transactions',
        'Transactions of this process: those that work, and those that wait for others that change the same records',
        () => {
          const { transactions, waitingTransactions: waiting } = connection.state();
          return { working: transactions - waiting, waiting };
        },
        'state',
      );
      metrics.total(
        'database_transaction_retries_total',
        'Transactions that were run again, by reason: conflict (the database says so), taken (a name or ID), held (by another one of this process)',
        () => again,
        'reason',
      );
    },
  };
};

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
