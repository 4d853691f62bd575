/**
 * MongoDB's queries in memory: filters, sorts and the comparison order of values. The embedded database uses this module, and the database
 * layer for short lists.
 */

// Filters, compiled to a test of documents and to conditions for indexes.
export { type Condition, compileFilter, EVERYTHING, type Filter, isOperators, remaining } from './filter';
// Ranges of encoded values.
export { ALL, descending, type Interval, intersection, isWithin } from './interval';
// Values encoded as bytes that sort as MongoDB sorts values.
export { EMPTY_ARRAY, encodeValue, equalValues, inverted, isDocument, skipValue, successor, TYPE, typeByte } from './key';
// Values at dotted paths, and sorts by them.
export { type Sort, someAt, sortKey, toSort } from './path';
// MongoDB's errors.
export { refuse, toRefusal } from './refusal';
