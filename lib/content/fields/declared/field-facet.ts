import type { Arg, Type } from '../../../registry';
import type { StoredFacet } from '../../types';

/** Types with few enough values to count each. */
const COUNTED: readonly (Type | readonly Type[] | undefined)[] = ['string', 'integer', 'boolean'];

/** A field to count by: its path, arg and empty value. `isFilter` is true if the field is also a filter by its values. */
interface CountedField {
  readonly name: string;
  readonly path: string;
  readonly arg: Arg;
  readonly empty: unknown;
  readonly isFilter: boolean;
}

/**
 * Makes the facet of a field. Without a stored value, the default counts; a boolean counts as false. Throws an Error if the type has too
 * many values.
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
