/**
 * The cache of answers and of parts of them. It is the only room that knows that answers are cached. Work is recorded while
 * it runs: the functions that read records note their dependencies. A cached value is valid until one of them changes.
 */

// The cache itself. `lib/http` and `lib/content` look up values in it.
export { type Cache, createCache } from './cache';
// Notes of what the current work depends on.
export { isRecording, noteCommand, noteDependencies, noteMaxAge, noteSpan, noteUncacheable, readExactly, unrecorded } from './recording';
