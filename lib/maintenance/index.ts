/** Maintenance of a database: backup and restore, the check of its records, and migrations of their layout. */

// Writing a backup.
export { type BackupEnd, backupLines, isMomentLost } from './backup';
// Checking and mending records.
export { checkRecords } from './check';
export type { Finding } from './check/context';
// Migrating the layout of records, and preparing a database for the service or a command.
export { assertUsable, prepareDatabase, updateLayout } from './layout';
// Reading a backup.
export { checkBackup, RestoreError, restoreBackup } from './restore';
