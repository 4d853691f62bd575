import type { Schema } from '../../../registry';

/** Schema types of fields that lists can search. */
export const SEARCHED: readonly unknown[] = ['string', 'integer', 'number'];

/** Schema types of fields that lists can filter and sort by. */
export const SCALARS: readonly unknown[] = [...SEARCHED, 'boolean'];

/** Returns the schema of a value, or of the items of an array. */
export const itemOf = (schema: Schema): Schema | undefined => (schema.type === 'array' ? schema.items : schema);

/** Returns the texts by which a stored value is found. */
export const textsIn = (value: unknown): string[] =>
  [value]
    .flat()
    // An invalid date has no text.
    .map((one) => (one instanceof Date ? one.toJSON() : one))
    .filter((one) => typeof one === 'string' || typeof one === 'number')
    .map(String);
