export { compileTypes, type Declarations } from './compile-types';
export { declaredPostLike } from './declared-post-like';
export { declaredTermLike } from './declared-term-like';
export type { DeclaredRecord, PluginPostLike } from './plugin-post-like';
export type { AddedTo, CheckedAddition, DeclaredTerm, PluginTermLike } from './plugin-term-like';
export { filterArgs } from './post-args';
export { declareTypeRoutes } from './routes/declare-type';
