/**
 * The embedded database, a small server in a worker thread that speaks MongoDB's protocol. It stores its data with lmdb
 * in a folder. Its README tells what it supports. The service uses it through MongoDB's driver, so little is exported.
 */

// Starting the server of a folder.
export { type Embedded, startEmbedded } from './start-embedded';
// Syncing new files of the data folder.
export { syncNames } from './storage/folder';
