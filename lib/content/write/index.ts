/**
 * Writing: creates, changes and deletes records and terms from checked params, each within one transaction.
 * `createRecord` and `updateRecord` are the core; links, fields, terms and the functions for plugins have a folder each.
 */

// Single changes of posts, each in a transaction of its own.
export { deleteOne, updateOne } from './changes';
// Creations: several in one transaction, or repeated with an idempotency key.
export { createTogether } from './creating-together';
export { readNulls } from './fields/sent-fields';
// Values of fields.
export { unstorableIn } from './fields/stored-fields';
export { CREATION_ERRORS, idempotentCreation } from './idempotent-creation';
// Links to records, by ID or by data.
export type { Inline } from './links/link-items';
export { createLinking } from './links/linking';
// Records for plugins.
export { type Records, recordsOf, type TermRecords, termRecordsOf } from './plugin-records';
// Checks of the current version of a record.
export { type Precondition, readForUpdate, withPrecondition } from './precondition';
export { createTermAssignment } from './terms/term-assignment';
export { newTerm, type SentTerm, termNameOf, updateTerm, withoutParent } from './terms/term-changing';
// Terms: assignment to records, creation and change.
export { draftTerm, newTermFields } from './terms/term-writing';
// Creations and updates within a given transaction.
export { createRecord, draftRecord, updateRecord } from './writing';
