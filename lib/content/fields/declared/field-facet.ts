import type { Arg, Type } from '../../../registry';
import type { StoredFacet } from '../../types';

/** The types of values that are few enough to be told apart. */
const COUNTED: readonly (Type | readonly Type[] | undefined)[] = ['string', 'integer', 'boolean'];

/** A field that lists are counted by: where it is stored, how it is sent, what a record has that was never given it, and whether lists are narrowed by its values. */
interface CountedField {
  readonly name: string;
  readonly path: string;
  readonly arg: Arg;
  readonly empty: unknown;
  readonly isFilter: boolean;
}

/**
 * How lists are counted by a field: as they are narrowed by it, where they are. Without a value a boolean is what it is by default, or false; any
 * other is none, unless there is a default. Throws an Error with one sentence for what has too many values, or several.
 */
export const facetOf = ({ name, path, arg: { type, description }, empty, isFilter }: CountedField): StoredFacet => {
  if (!COUNTED.includes(type)) throw new Error('"facet" needs the type string, integer or boolean: name one, or leave it out.');
  const usual = (isFilter && type === 'boolean' ? empty === true : (empty ?? undefined)) as string | number | boolean | undefined;
  return {
    ...(isFilter && { arg: name }),
    field: path,
    value: (stored) => (stored ?? usual) as typeof usual,
    // A filter finds what is hidden as if nothing had been said.
    ...(isFilter && usual !== undefined ? { unknown: usual } : { closed: true }),
    description,
  };
};
