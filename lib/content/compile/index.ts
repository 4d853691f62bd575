/** The compiler of content types. It turns declarations into frozen types with args, indexes, schemas and routes. */

// Compiles all declarations at once.
export { compileTypes, type Declarations } from './compile-types';
// Completes the declarations of plugins.
export { declaredPostLike } from './declared-post-like';
export { declaredTermLike } from './declared-term-like';
// Declarations as plugins write them, checked at compile time.
export type { DeclaredRecord, PluginPostLike } from './plugin-post-like';
export type { AddedTo, CheckedAddition, DeclaredTerm, PluginTermLike } from './plugin-term-like';
// Args of a type's filters, for other routes that list its records.
export { filterArgs } from './post-args';
// Declares the routes of a compiled type.
export { declareTypeRoutes } from './routes/declare-type';
