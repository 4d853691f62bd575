import { isCost, LONGEST_COST, LONGEST_PRICE, MOST_PRICES, type PresentedCost, presentCost, readCost } from '../../../lib/calendar';
import type { OwnField, PostRecord, Services } from '../../../lib/content';
import { errors, invalidParam } from '../../../lib/errors';
import type { Text } from '../../../lib/language';
import type { Answers, Schema } from '../../../lib/registry';

const text = (description: Text) => ({ type: 'string', required: true, description }) as const;

const costDetailsAnswer = {
  type: 'object',
  title: 'CostDetails',
  properties: {
    currency_symbol: text({
      en: 'The currency symbol as it was sent. Empty without one',
      fr: 'Le symbole de la devise tel qu’envoyé. Vide s’il n’y en a pas',
    }),
    currency_code: text({
      en: 'The ISO 4217 code of the currency. Empty if it is not known',
      fr: 'Le code ISO 4217 de la devise. Vide s’il n’est pas connu',
    }),
    currency_position: {
      type: 'string',
      enum: ['prefix', 'postfix', ''],
      required: true,
      description: { en: 'The position of the symbol as it was sent', fr: 'La position du symbole tel qu’envoyé' },
    },
    values: {
      type: 'array',
      items: { type: 'string' },
      required: true,
      description: {
        en: 'The numbers in ascending order, without thousands separators. A text without a number gives its slug',
        fr: 'Les nombres en ordre croissant, sans séparateur de milliers. Un texte sans nombre donne son slug',
      },
    },
  },
  required: true,
  description: { en: 'The parts of the cost', fr: 'Le détail du prix' },
} as const satisfies Answers;

const COST_FORM: Text = {
  en: `Send a price as a number or a text, or a list of at most ${MOST_PRICES} prices. A text may have at most ${LONGEST_PRICE} characters, and all texts together ${LONGEST_COST}.`,
  fr: `Envoyez un prix, en nombre ou en texte, ou une liste d’au plus ${MOST_PRICES} prix. Un texte peut avoir au plus ${LONGEST_PRICE} caractères, et tous les textes ensemble ${LONGEST_COST}.`,
};

/** The arg of a price as number or text, or of a list of prices. */
const price = {
  validate(value: unknown): true {
    if (isCost(value)) return true;
    throw errors.invalidValue(COST_FORM);
  },
  sanitize: (value: unknown): unknown => value,
  accepts: {
    type: ['string', 'number', 'boolean', 'null', 'array'],
    items: { type: ['string', 'number', 'boolean', 'null'], maxLength: LONGEST_PRICE },
    maxLength: LONGEST_PRICE,
    maxItems: MOST_PRICES,
  } as Schema,
} as const;

/** Makes the fields of an event's cost, shown in the site's price format. */
export const cost = ({ site }: Services) => {
  const showCost = (prices: unknown, { language }: Pick<PostRecord, 'language'>): PresentedCost =>
    presentCost(prices as readonly string[], site, language);
  return {
    cost: {
      ...price,
      empty: [] as readonly string[],
      shared: true,
      cleared: '',
      hidden: '',
      write(sent: unknown, { language }: Pick<PostRecord, 'language'>, name: string): readonly string[] {
        const prices = readCost(sent);
        // Numbers of a list are checked in the form in which they are shown.
        if (!isCost(showCost(prices, { language }).cost)) throw invalidParam(name, COST_FORM);
        return prices;
      },
      show: (stored: unknown, event: PostRecord): string => showCost(stored, event).cost,
      answers: text({ en: 'The cost as people read it', fr: 'Le prix tel qu’on le lit' }),
      description: {
        en: 'The cost as people read it: 15, 15 – 30, 10 €, Free; several prices in a list. 0 is free, and an empty text removes the cost',
        fr: 'Le prix tel qu’on le lit : 15, 15 – 30, 10 €, Gratuit ; plusieurs prix dans une liste. 0 signifie gratuit, et un texte vide enlève le prix',
      },
    },
    cost_details: {
      as: 'cost',
      stored: false,
      hidden: { currency_symbol: '', currency_code: '', currency_position: '', values: [] },
      show: (stored: unknown, event: PostRecord): object => showCost(stored, event).cost_details,
      answers: costDetailsAnswer,
      description: costDetailsAnswer.description,
    },
  } as const satisfies Record<string, OwnField>;
};
