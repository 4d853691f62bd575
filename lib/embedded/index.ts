/**
 * The embedded database: a small server in a worker thread that speaks MongoDB's protocol and stores data with lmdb. README.md lists its
 * features. The service connects with MongoDB's driver.
 */

// Starting the server of a folder.
export { type Embedded, startEmbedded } from './start-embedded';
// Syncing new files of the data folder.
export { syncNames } from './storage/folder';
