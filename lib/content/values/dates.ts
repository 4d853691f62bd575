import { DATE_PATTERN } from '../../calendar';
import { errors } from '../../errors';
import type { Text } from '../../language';
import { type ArgRequest, type ReadValue, readAs, type Schema } from '../../registry';

const DATE_FORMS: Text = {
  en: 'A date that exists, of the years 1 to 9999: 2030-05-06 07:08:09, ISO 8601, 20300506, 05/06/2030 (month first), 06.05.2030 (day first), Unix seconds, tomorrow 9am, +1 week … Rarer forms that PHP’s strtotime reads are understood too.',
  fr: 'Une date qui existe, des années 1 à 9999 : 2030-05-06 07:08:09, ISO 8601, 20300506, 05/06/2030 (le mois d’abord), 06.05.2030 (le jour d’abord), secondes Unix, tomorrow 9am, +1 week… Les formes plus rares que lit strtotime de PHP sont comprises aussi.',
};

/** The schema of a date in all forms that can be sent. */
export const DATE: Schema = { title: 'DateText', type: 'string', pattern: DATE_PATTERN, patternText: DATE_FORMS, description: DATE_FORMS };

const NO_DATE: Text = {
  en: 'Send a date that exists, in the years 1 to 9999, e.g. 2030-05-06 07:08:09.',
  fr: 'Envoyez une date qui existe, des années 1 à 9999, par exemple 2030-05-06 07:08:09.',
};

/** Makes the date of a record. `read` returns the stored value; undefined refuses the text. */
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
