export { type Embedded, startEmbedded } from './start-embedded';
export { syncNames } from './storage/folder';
