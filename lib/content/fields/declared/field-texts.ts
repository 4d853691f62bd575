import type { Schema } from '../../../registry';

/** What lists can be searched by. */
export const SEARCHED: readonly unknown[] = ['string', 'integer', 'number'];

/** What lists can be narrowed to, and sorted by. */
export const SCALARS: readonly unknown[] = [...SEARCHED, 'boolean'];

/** The schema of a value, or of the items of a list. */
export const itemOf = (schema: Schema): Schema | undefined => (schema.type === 'array' ? schema.items : schema);

/** The texts that a stored value is found by. */
export const textsIn = (value: unknown): string[] =>
  [value]
    .flat()
    // Of a date that is none nothing is found.
    .map((one) => (one instanceof Date ? one.toJSON() : one))
    .filter((one) => typeof one === 'string' || typeof one === 'number')
    .map(String);
