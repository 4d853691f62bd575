import { isCost } from '../calendar/read-cost';
import { errors } from '../errors';
import type { Schema } from '../registry/args';

const ONE: Schema = { type: ['string', 'number', 'boolean', 'null'] };

/** A price or a text, or a flat list or object of these; handed on as it was sent, since what is shown and sent back is known by that. */
export const money = {
  validate(value: unknown): true {
    if (isCost(value)) return true;
    throw errors.invalidValue({
      en: 'Send a price, a text, or a list of these.',
      fr: 'Envoyez un prix, un texte, ou une liste de ceux-ci.',
    });
  },
  sanitize: (value: unknown): unknown => value,
  accepts: { type: ['string', 'number', 'boolean', 'null', 'array', 'object'], items: ONE, additionalProperties: ONE } as Schema,
} as const;
