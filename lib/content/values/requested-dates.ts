import { type DateContext, type RequestedDate, type RequestedMoment, readRequestedMoment } from '../../calendar';
import { errors } from '../../errors';
import type { Text } from '../../language';
import type { ArgRequest } from '../../registry';
import { DATE } from './dates';
import { readOnce } from './read-once';

/** Converts Unix seconds, which may be sent as a number. */
const textOf = (sent: unknown): string => (typeof sent === 'number' || typeof sent === 'string' ? String(sent) : '');

const NO_DAY: Text = {
  en: 'Send a date, e.g. 2030-05-06, or 0 for today.',
  fr: 'Envoyez une date, par exemple 2030-05-06, ou 0 pour aujourd’hui.',
};

/** The value of null, which sets no bound. */
const NONE: RequestedDate = { text: '' };

/** Makes a date in a query. `read` converts texts, defaults included. */
export const dateIn = (read: (text: string, request: ArgRequest) => RequestedDate) =>
  ({
    type: 'string',
    format: 'date',
    ...readOnce<RequestedDate>({
      read(sent, request) {
        const date = read(textOf(sent), request);
        return date.instant && date;
      },
      none: NONE,
      refuse: () => errors.invalidValue(NO_DAY),
    }),
    sanitize(value: unknown, request: ArgRequest): RequestedDate | undefined {
      if (value === null) return NONE;
      return typeof value === 'string' ? read(value, request) : undefined;
    },
    accepts: DATE,
  }) as const;

const NO_MOMENT: Text = {
  en: 'Send a moment, e.g. 2030-05-06T07:08:09Z, 2030-05-06 or -10 minutes.',
  fr: 'Envoyez un moment, par exemple 2030-05-06T07:08:09Z, 2030-05-06 ou -10 minutes.',
};

/** Makes a moment in a query. Without a zone of its own, it lies in that of the site. */
export const requestedMoment = (reading: () => Omit<DateContext, 'zone'>) =>
  ({
    type: 'string',
    format: 'date-time',
    ...readOnce<RequestedMoment | undefined>({
      read: (sent) => readRequestedMoment(textOf(sent), reading()),
      none: undefined,
      refuse: () => errors.invalidValue(NO_MOMENT),
    }),
    accepts: DATE,
  }) as const;
