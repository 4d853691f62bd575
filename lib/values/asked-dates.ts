import { type DateContext, readInstant } from '../calendar/dates';
import { errors } from '../errors';
import type { Text } from '../language';
import { DATE } from './dates';
import { readOnce } from './read-once';

/** Unix seconds may be sent as a number. */
const textOf = (sent: unknown): string => (typeof sent === 'number' || typeof sent === 'string' ? String(sent) : '');

const NO_DAY: Text = {
  en: 'Send a date, e.g. 2030-05-06, or 0 for today.',
  fr: 'Envoyez une date, par exemple 2030-05-06, ou 0 pour aujourd’hui.',
};

/** A date in a query, in the site's zone unless it names another; 0 is today. */
export const dateIn = (reading: () => Omit<DateContext, 'zone'>) =>
  ({
    type: 'string',
    format: 'date',
    ...readOnce({
      read(sent) {
        const text = textOf(sent);
        return text.trim() === '0' || readInstant(text, reading()) !== undefined ? text : undefined;
      },
      none: '',
      refuse: () => errors.invalidValue(NO_DAY),
    }),
    accepts: DATE,
  }) as const;

const NO_MOMENT: Text = {
  en: 'Send a moment, e.g. 2030-05-06T07:08:09Z, 2030-05-06 or -10 minutes.',
  fr: 'Envoyez un moment, par exemple 2030-05-06T07:08:09Z, 2030-05-06 ou -10 minutes.',
};

/** A moment as it was asked for, and the instant that it was when it was read. */
export interface AskedMoment {
  readonly text: string;
  readonly instant: Date;
}

/** A moment in a query, in the site's zone unless it names another. */
export const momentAsked = (reading: () => Omit<DateContext, 'zone'>) =>
  ({
    type: 'string',
    format: 'date-time',
    ...readOnce<AskedMoment | undefined>({
      read(sent) {
        const text = textOf(sent);
        const instant = readInstant(text, reading());
        return instant && { text, instant };
      },
      none: undefined,
      refuse: () => errors.invalidValue(NO_MOMENT),
    }),
    accepts: DATE,
  }) as const;
