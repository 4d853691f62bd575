import { isCost, LONGEST_COST, LONGEST_PRICE, MOST_PRICES } from '../../calendar';
import { errors } from '../../errors';
import type { Text } from '../../language';
import type { Schema } from '../../registry';

const ONE: Schema = { type: ['string', 'number', 'boolean', 'null'], maxLength: LONGEST_PRICE };

/** The refusal of a wrong cost. */
export const COST_FORM: Text = {
  en: `Send a price as a number or a text, or a list of at most ${MOST_PRICES} of these. A text has at most ${LONGEST_PRICE} characters, all together ${LONGEST_COST}.`,
  fr: `Envoyez un prix, en nombre ou en texte, ou une liste d’au plus ${MOST_PRICES} de ceux-ci. Un texte a au plus ${LONGEST_PRICE} caractères, et tous ensemble ${LONGEST_COST}.`,
};

/** A price as number or text, or a flat list of prices. It stays as it was sent, since that is shown again. */
export const money = {
  validate(value: unknown): true {
    if (isCost(value)) return true;
    throw errors.invalidValue(COST_FORM);
  },
  sanitize: (value: unknown): unknown => value,
  accepts: {
    type: ['string', 'number', 'boolean', 'null', 'array'],
    items: ONE,
    maxLength: LONGEST_PRICE,
    maxItems: MOST_PRICES,
  } as Schema,
} as const;
