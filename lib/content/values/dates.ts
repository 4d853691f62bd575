import { DATE_PATTERN, type DateContext, type RequestedDate, type RequestedMoment, readRequestedMoment } from '../../calendar';
import { errors } from '../../errors';
import type { Text } from '../../language';
import { type ArgRequest, type ReadValue, readAs, type Schema } from '../../registry';
import { convertingArg } from './value';

const DATE_FORMS: Text = {
  en: 'A valid date in the years 1 to 9999: 2030-05-06 07:08:09, ISO 8601, 20300506, 05/06/2030 (month first), 06.05.2030 (day first), Unix seconds, tomorrow 9am, +1 week … The rarer forms of PHP’s strtotime are understood too.',
  fr: 'Une date valide, des années 1 à 9999 : 2030-05-06 07:08:09, ISO 8601, 20300506, 05/06/2030 (le mois d’abord), 06.05.2030 (le jour d’abord), secondes Unix, tomorrow 9am, +1 week… Les formes plus rares de strtotime de PHP sont comprises aussi.',
};

export const DATE: Schema = { title: 'DateText', type: 'string', pattern: DATE_PATTERN, patternText: DATE_FORMS, description: DATE_FORMS };

const NO_DATE: Text = {
  en: 'Send a valid date in the years 1 to 9999, e.g. 2030-05-06 07:08:09.',
  fr: 'Envoyez une date valide, des années 1 à 9999, par exemple 2030-05-06 07:08:09.',
};

/** Makes the arg of a record's date. `read` returns the stored value; undefined refuses the text. */
export const date = <V extends object>(read: (text: string, request: ArgRequest) => V | undefined, why: Text = NO_DATE) =>
  ({
    type: 'string',
    validate(value: unknown, request: ArgRequest, name: string): ReadValue<V> {
      if (typeof value === 'number') throw errors.invalidType(name, ['string']);
      const date = typeof value === 'string' ? read(value, request) : undefined;
      if (date === undefined) throw errors.invalidValue(why);
      return readAs(date);
    },
    accepts: DATE,
  }) as const;

// Clients may send Unix seconds as a number.
const textOf = (sent: unknown): string => (typeof sent === 'number' || typeof sent === 'string' ? String(sent) : '');

/** The requested date for null, which sets no limit. */
const NONE: RequestedDate = { text: '' };

/** Makes the arg of a date in a query. `read` converts texts, including defaults. */
export const dateIn = (read: (text: string, request: ArgRequest) => RequestedDate) =>
  ({
    type: 'string',
    format: 'date',
    ...convertingArg<RequestedDate>({
      read(sent, request) {
        const date = read(textOf(sent), request);
        return date.instant && date;
      },
      none: NONE,
      refuse: {
        en: 'Send a date, e.g. 2030-05-06, or 0 for today.',
        fr: 'Envoyez une date, par exemple 2030-05-06, ou 0 pour aujourd’hui.',
      },
    }),
    sanitize(value: unknown, request: ArgRequest): RequestedDate | undefined {
      if (value === null) return NONE;
      return typeof value === 'string' ? read(value, request) : undefined;
    },
    accepts: DATE,
  }) as const;

/** Makes the arg of a moment in a query. A date without a zone is in the site's time zone. */
export const requestedMoment = (reading: () => DateContext) =>
  ({
    type: 'string',
    format: 'date-time',
    ...convertingArg<RequestedMoment | undefined>({
      read: (sent) => readRequestedMoment(textOf(sent), reading()),
      none: undefined,
      refuse: {
        en: 'Send a moment, e.g. 2030-05-06T07:08:09Z, 2030-05-06 or -10 minutes.',
        fr: 'Envoyez un moment, par exemple 2030-05-06T07:08:09Z, 2030-05-06 ou -10 minutes.',
      },
    }),
    accepts: DATE,
  }) as const;
