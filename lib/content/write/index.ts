/**
 * Writing: creates, changes and deletes records and terms from validated params, each within one transaction. `createRecord` and
 * `updateRecord` are the core.
 */

// Changes of one record in a transaction of its own, creations in shared transactions, and creations with an idempotency key.
export { CREATION_ERRORS, changeOne, createTogether, deleteOne, idempotentCreation, type ReadVersion, updateOne } from './changes';
// Values of fields.
export { pluginFieldValues } from './fields';
// Links to records, by ID or by data.
export { type CheckedLink, hasData, type Inline, linkedIdsIn, resolveLink, validateLink } from './linking';
// Records for plugins.
export { type Records, recordsOf, type TermRecords, termRecordsOf } from './plugin-records';
// Sent values and their nulls, and values that cannot be stored.
export { replaceNulls } from './sent-values';
export { unstorableIn } from './storable';
// Terms: assignment to records, creation and change.
export { resolveTerms, termsIn, validateTerms } from './term-assignment';
export { draftTerm, newTerm, type SentTerm, termNameOf, updateTerm, withoutParent } from './terms';
// Creations and updates within a given transaction.
export { createRecord, draftRecord, updateRecord } from './writing';
