/**
 * Writing: creates, changes and deletes records and terms from checked params, each within one transaction.
 * `createRecord` and `updateRecord` are the core; links, fields and terms have a folder each.
 */

// Single changes of posts, each in a transaction of its own.
export { deleteOne, updateOne } from './changes';
// Creations of several records in one transaction.
export { createTogether } from './creating-together';
// Values of fields.
export { readNulls } from './fields/sent-fields';
export { unstorableIn } from './fields/stored-fields';
// Creations that are repeated with an idempotency key.
export { CREATION_ERRORS, idempotentCreation } from './idempotent-creation';
// Links to records, by ID or by data.
export type { Inline } from './links/link-items';
export { createLinking } from './links/linking';
// Records for plugins.
export { type Records, recordsOf, type TermRecords, termRecordsOf } from './plugin-records';
// Checks of the current version of a record.
export { type Precondition, readForUpdate, withPrecondition } from './precondition';
// Terms: assignment to records, creation and change.
export { createTermAssignment } from './terms/term-assignment';
export { newTerm, type SentTerm, termNameOf, updateTerm, withoutParent } from './terms/term-changing';
export { draftTerm, newTermFields } from './terms/term-writing';
// Creations and updates within a given transaction.
export { createRecord, draftRecord, updateRecord } from './writing';
