import { isCost, MOST_PRICES } from '../calendar/read-cost';
import { errors } from '../errors';
import type { Schema } from '../registry/args';

const ONE: Schema = { type: ['string', 'number', 'boolean', 'null'] };

/** A price or a text, or a flat list of these. It is handed on as it was sent, since what is shown and sent back is known by that. */
export const money = {
  validate(value: unknown): true {
    if (isCost(value)) return true;
    throw errors.invalidValue({
      en: `Send a price, a text, or a list of at most ${MOST_PRICES} of these.`,
      fr: `Envoyez un prix, un texte, ou une liste d’au plus ${MOST_PRICES} de ceux-ci.`,
    });
  },
  sanitize: (value: unknown): unknown => value,
  accepts: {
    type: ['string', 'number', 'boolean', 'null', 'array'],
    items: ONE,
    maxItems: MOST_PRICES,
  } as Schema,
} as const;
