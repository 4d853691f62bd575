import { keyOf } from '../../records/connection';
import { linkedIds } from '../../records/links';
import type { Arg } from '../../registry/args';
import type { KindField } from '../field';

/** Links are declared as lists of IDs and take more: `sanitize` hands on what was checked, null included. */
export const ID_LIST = {
  type: 'array',
  items: { type: 'integer' },
  default: null,
  sanitize: (value: unknown): unknown => value,
} as const satisfies Partial<Arg>;

/** Makes the `touches` of a link to a kind that is stored at a path, by what tells the IDs that a checked value names by themselves. */
export const touchesNew =
  (to: string, path: string, named: (value: unknown) => readonly number[]): NonNullable<KindField['touches']> =>
  (value, current) => {
    const before = linkedIds(current, path);
    return named(value).flatMap((id) => (before.includes(id) ? [] : [keyOf(to, id)]));
  };
