/**
 * The memory cache of HTTP responses and of parts of them. Work is tracked while it runs: the functions that read records note their
 * dependencies. A cached value is valid until one of its dependencies changes.
 */

// The cache itself. `lib/http` and `lib/content` look up values in it.
export { type Cache, createCache } from './cache';
// Notes of the dependencies of the current work.
export { isTracking, noteCommand, noteDependencies, noteMaxAge, noteSpan, noteUncacheable, readExactly, untracked } from './tracking';
