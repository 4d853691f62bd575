/** Maintenance of a database: backup and restore, the check of its records, and migrations of their layout. */

// Backups and restores.
export { type BackupEnd, backupLines, checkBackup, isMomentLost, type Progress, RestoreError, restoreBackup } from './backup';
// Checks and repairs of records.
export { checkRecords } from './check';
export type { Finding } from './check/context';
// Migrations of the layout of records, and preparing a database for the service or a command.
export { assertUsable, prepareDatabase, updateLayout } from './layout';
