/** The compiler of content types. Turns declarations into frozen types with args, indexes, schemas and routes. */

// Args of a type's filters, for other routes that list its records.
export { filterArgs } from './args';
// Compiles all declarations at once.
export type { DeclaredCheck } from './builders';
export { compileTypes } from './compile-types';
// Declarations of plugins, checked at compile time.
export type { AddedTo, CheckedAddition, DeclaredRecord, DeclaredTerm, PluginPostLike, PluginTermLike } from './plugin-types';
// Completes the declarations of plugins.
export { completePostLike, completeTermLike } from './plugin-types';
// Declares the routes of a compiled type.
export { declareTypeRoutes } from './routes/type-routes';
