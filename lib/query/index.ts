export { allowed, type Condition, compileFilter, EVERYTHING, type Filter } from './filter';
export { ALL, descending, type Interval, isWithin } from './interval';
export { bsonType, EMPTY_ARRAY, encodeValue, equalValues, inverted, isDocument, skipValue, successor, TYPE, typeByte } from './key';
export { pathParts, someAt } from './path';
export { refuse, toRefusal } from './refusal';
export { type Sort, sortKey, toSort } from './sort';
