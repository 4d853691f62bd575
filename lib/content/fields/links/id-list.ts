import { linkedIds } from '../../../database';
import type { Arg } from '../../../registry';
import type { TypeField } from '../../types';

/** The schema of link args: a list of IDs. `sanitize` passes the validated value, null included. */
export const ID_LIST = {
  type: 'array',
  items: { type: 'integer' },
  default: null,
  sanitize: (value: unknown): unknown => value,
} as const satisfies Partial<Arg>;

/** Makes the `newLinks` of a link at a path. `named` returns the IDs in a value, and `names` the names. */
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
