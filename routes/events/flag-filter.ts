import { filterBy, hidesNothing, hidesProtected, type ListFilter, protectedFrom } from '../../lib/content';
import type { Text } from '../../lib/language';
import { bit } from '../shared/bit';

/**
 * A filter by a yes or no that a password hides: of a protected event nobody knows that it holds. `field` is where it is stored, `publicly` where what
 * everybody may know of it is.
 */
export const flagFilter = (name: string, field: string, publicly: string, description: Text): ListFilter =>
  filterBy<boolean>(
    name,
    { type: 'boolean', description },
    {
      where: (wanted) => {
        if (wanted) return { condition: { [field]: true }, byHidden: true };
        return {
          condition: (open) => {
            if (hidesNothing(open)) return { [field]: false };
            if (hidesProtected(open)) return { [publicly]: false };
            return { $or: [{ [field]: false }, protectedFrom(open)] };
          },
        };
      },
      inLinks: bit,
      last: true,
    },
  );
