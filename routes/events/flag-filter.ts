import { filterBy, hidesNothing, hidesProtected, type ListFilter, protectedFrom } from '../../lib/content';
import type { Text } from '../../lib/language';

/**
 * Makes a filter by a boolean that a password hides: protected events count as false. `field` is the stored value, and `publicly` the
 * public one.
 */
export const flagFilter = (name: string, field: string, publicly: string, description: Text): ListFilter =>
  filterBy<boolean>(
    name,
    { type: 'boolean', description },
    {
      where: (value) => {
        if (value) return { condition: { [field]: true }, byHidden: true };
        return {
          condition: (open) => {
            if (hidesNothing(open)) return { [field]: false };
            if (hidesProtected(open)) return { [publicly]: false };
            return { $or: [{ [field]: false }, protectedFrom(open)] };
          },
        };
      },
      inLinks: Number,
      last: true,
    },
  );
