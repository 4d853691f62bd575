export { type BackupEnd, backupLines, isMomentLost } from './backup';
export { checkRecords } from './check';
export type { Finding } from './check/checking';
export { updateLayout } from './layout';
export { assertUsable, prepareDatabase } from './preparation';
export { checkBackup, RestoreError, restoreBackup } from './restore';
