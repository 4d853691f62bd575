import type { Query } from '../../../lib/content';
import { invalidParam } from '../../../lib/errors';
import type { Text } from '../../../lib/language';
import type { PageRequest } from '../../../lib/site';
import { type Choice, readChoice, withDays } from './choice';
import { lastOfMonth, readDay, readMonth } from './days';

const NO_DAY: Text = { en: 'Send a day that exists, e.g. 2030-06-01.', fr: 'Envoyez un jour qui existe, par exemple 2030-06-01.' };
const NO_MONTH: Text = { en: 'Send a month, e.g. 2030-06.', fr: 'Envoyez un mois, par exemple 2030-06.' };

/** The view of a start page: chosen events, on a day, in a month, or as a list. */
export interface RequestedView {
  readonly choice: Choice;
  readonly day?: string | undefined;
  readonly month?: string | undefined;
}

/** Reads a parameter of the address. Undefined if it is missing. Throws `rest_invalid_param` if it is invalid. */
const readParam = ({ query }: PageRequest, name: string, read: (text: string) => string | undefined, why: Text): string | undefined => {
  const text = query[name];
  if (text === undefined || text === '') return undefined;
  const found = typeof text === 'string' ? read(text) : undefined;
  if (found === undefined) throw invalidParam(name, why);
  return found;
};

/** Reads the view from the address of a start page. Throws `rest_invalid_param`. */
export const readRequestedView = async (request: PageRequest): Promise<RequestedView> => {
  const day = readParam(request, 'day', readDay, NO_DAY);
  const month = readParam(request, 'month', readMonth, NO_MONTH);
  return { choice: await readChoice(request), day, month };
};

/** The view as a choice of days, with its other address parameters. */
export const choiceInPeriod = ({ choice, day, month }: RequestedView): { readonly choice: Choice; readonly period: Query } => {
  if (day !== undefined) return { choice: withDays(choice, day, day), period: { day } };
  return month === undefined ? { choice, period: {} } : { choice: withDays(choice, `${month}-01`, lastOfMonth(month)), period: { month } };
};
