import { FREE_TEXT, isCost, type PresentedCost, presentCost, readCost } from '../../lib/calendar';
import { COST_FORM, money, type OwnField, type PostRecord, type Services } from '../../lib/content';
import { invalidParam } from '../../lib/errors';
import { costAnswers } from './cost-answers';

/** The stored value without a cost. */
const NONE: readonly string[] = [];

/** The fields of an event's cost, shown in the format of the site. */
export const cost = ({ site }: Services) => {
  const showCost = (prices: unknown, { language }: Pick<PostRecord, 'language'>): PresentedCost =>
    presentCost(prices as readonly string[], { symbol: site.currencySymbol, position: site.currencyPosition, free: FREE_TEXT[language] });
  return {
    cost: {
      ...money,
      empty: NONE,
      shared: true,
      cleared: '',
      hidden: '',
      write(sent: unknown, { language }: Pick<PostRecord, 'language'>, name: string): readonly string[] {
        const prices = readCost(sent);
        // Numbers of a list are no texts until they are shown among texts.
        if (!isCost(showCost(prices, { language }).cost)) throw invalidParam(name, COST_FORM);
        return prices;
      },
      show: (stored: unknown, event: PostRecord): string => showCost(stored, event).cost,
      answers: costAnswers.cost,
      description: {
        en: 'What it costs, as people read it: 15, 15 – 30, 10 €, Free; several prices in a list. 0 is free, and an empty text says nothing of it',
        fr: 'Ce qu’il coûte, tel qu’on le lit : 15, 15 – 30, 10 €, Gratuit ; plusieurs prix dans une liste. 0 signifie gratuit, et un texte vide n’en dit rien',
      },
    },
    cost_details: {
      as: 'cost',
      stored: false,
      hidden: { currency_symbol: '', currency_code: '', currency_position: '', values: [] },
      show: (stored: unknown, event: PostRecord): object => showCost(stored, event).cost_details,
      answers: costAnswers.cost_details,
      description: costAnswers.cost_details.description,
    },
  } as const satisfies Record<string, OwnField>;
};
