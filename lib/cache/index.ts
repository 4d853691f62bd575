export { type Cache, createCache } from './cache';
export { isRecording, noteCommand, noteDependencies, noteMaxAge, noteSpan, noteUncacheable, readExactly, unrecorded } from './recording';
