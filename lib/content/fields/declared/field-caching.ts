import { noteMaxAge, noteUncacheable } from '../../../cache';
import type { FieldFilter } from '../../types';

/** The functions of a field that answers are made of. */
interface AnsweringField {
  readonly cache?: false;
  readonly maxAge?: number;
  readonly read?: unknown;
  readonly show?: unknown;
  readonly filter?: true | FieldFilter;
}

type AnyFunction = (...given: never[]) => unknown;

/** Has the functions of a field note how long their answers may be cached, where the field says so with `cache` or `maxAge`. */
export const notingField = <D extends AnsweringField>(declared: D): D => {
  const { cache, maxAge, read, show, filter } = declared;
  if (cache === undefined && maxAge === undefined) return declared;
  const noting =
    (work: unknown) =>
    (...given: never[]): unknown => {
      if (cache === false) noteUncacheable();
      if (maxAge !== undefined) noteMaxAge(maxAge);
      return (work as AnyFunction)(...given);
    };
  return {
    ...declared,
    ...(read !== undefined && { read: noting(read) }),
    ...(show !== undefined && { show: noting(show) }),
    ...(typeof filter === 'object' && { filter: { ...filter, where: noting(filter.where) } }),
  };
};
