export { buildKinds, type DeclaredKinds } from './compile-types';
export { describedKind } from './declared-posts';
export { describedTerms } from './declared-terms';
export type { DeclaredRecord, PluginPostLike } from './plugin-post-like';
export type { AddedTo, CheckedAddition, DeclaredTerm, PluginTermLike } from './plugin-term-like';
export { filterArgs } from './post-args';
export { declareKind } from './routes/declare-type';
