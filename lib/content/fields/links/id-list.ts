import { linkedIds } from '../../../database';
import type { Arg } from '../../../registry';
import type { TypeField } from '../../types';

/** Links are declared as lists of IDs and take more: `sanitize` hands on what was checked, null included. */
export const ID_LIST = {
  type: 'array',
  items: { type: 'integer' },
  default: null,
  sanitize: (value: unknown): unknown => value,
} as const satisfies Partial<Arg>;

/** Makes the `newLinks` of a link to a kind that is stored at a path, by what tells the IDs that a checked value names by themselves, and the names beside them. */
export const linksAnew =
  (
    to: string,
    path: string,
    named: (value: unknown) => readonly number[],
    names?: (value: unknown) => readonly string[],
  ): NonNullable<TypeField['newLinks']> =>
  (value, current) => {
    const before = linkedIds(current, path);
    return { to, ids: named(value).filter((id) => !before.includes(id)), ...(names && { names: names(value) }) };
  };
