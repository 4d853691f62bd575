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
