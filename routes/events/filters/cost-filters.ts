import { filterBy, hidesNothing, hidesProtected, type ListFilter, protectedFrom } from '../../../lib/content';
import { invalidParam } from '../../../lib/errors';
import type { Text } from '../../../lib/language';

/**
 * Makes a filter by a boolean that a password hides: protected events count as false. `field` is the path of the stored value, and
 * `publicly` the path of the public value.
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

/** The filter `free`, by events that cost nothing. */
export const freeFilter: ListFilter = flagFilter('free', 'keys.free', 'keys.freely', {
  en: 'Events that are free or, with false, all others. An event without a cost does not count as free',
  fr: 'Évènements gratuits ou, avec false, tous les autres. Un évènement sans prix ne compte pas comme gratuit',
});

const price = { type: 'number', minimum: 0 } as const;

/** The filter by price: one of the event's prices must be in the range, in any currency. */
export const pricesFilter: ListFilter = {
  args: {
    cost_min: {
      ...price,
      description: { en: 'Events with a price of this or more', fr: 'Évènements dont un prix est d’au moins autant' },
    },
    cost_max: {
      ...price,
      description: {
        en: 'Events with a price of this or less, free ones too; with cost_min, between the two',
        fr: 'Évènements dont un prix est d’au plus autant, gratuits compris ; avec cost_min, entre les deux',
      },
    },
  },
  where(sent) {
    const { cost_min: least, cost_max: most } = sent as { readonly cost_min?: number; readonly cost_max?: number };
    if (least === undefined && most === undefined) return undefined;
    if (least !== undefined && most !== undefined && least > most)
      throw invalidParam('cost_max', {
        en: 'Send a cost_max that is not below cost_min.',
        fr: 'Envoyez un cost_max qui ne soit pas inférieur à cost_min.',
      });
    const condition = {
      ...(least !== undefined && { 'keys.dearest': { $gte: least } }),
      ...(most !== undefined && { 'keys.cheapest': { $lte: most } }),
      // `$elemMatch` finds one price within both bounds. The index of the list does not suffice: prices may be below and above only.
      ...(least !== undefined && most !== undefined && { 'keys.prices': { $elemMatch: { $gte: least, $lte: most } } }),
    };
    return { condition, byHidden: true };
  },
  links: ({ cost_min, cost_max }) => ({ last: { cost_min, cost_max } }),
};
