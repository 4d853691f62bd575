import { noteMaxAge, noteUncacheable } from '../../../cache';
import type { FieldFilter } from '../../types';

/** The functions of a field that produce answers. */
interface AnsweringField {
  readonly cache?: false;
  readonly maxAge?: number;
  readonly read?: unknown;
  readonly show?: unknown;
  readonly filter?: true | FieldFilter;
}

type AnyFunction = (...given: never[]) => unknown;

/** Wraps the functions of a field so that they record `cache` and `maxAge`. */
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
