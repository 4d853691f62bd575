import { DATE_PATTERN } from '../calendar/date-pattern';
import { type DateContext, readInstant } from '../calendar/dates';
import { ZONE_PATTERN } from '../calendar/zone-names';
import { canonicalZone } from '../calendar/zones';
import { errors } from '../errors';
import type { Text } from '../language';
import type { ArgRequest, Schema } from '../registry/args';
import { type ReadValue, readAs } from '../registry/read-value';
import { isEmptyOtherwise } from './emptiness';
import { readOnce } from './value';

const DATE_FORMS: Text = {
  en: 'A date that exists, of the years 1 to 9999: 2030-05-06 07:08:09, ISO 8601, 20300506, 05/06/2030 (month first), 06.05.2030 (day first), Unix seconds, tomorrow 9am, +1 week … Rarer forms that PHP’s strtotime reads are understood too.',
  fr: 'Une date qui existe, des années 1 à 9999 : 2030-05-06 07:08:09, ISO 8601, 20300506, 05/06/2030 (le mois d’abord), 06.05.2030 (le jour d’abord), secondes Unix, tomorrow 9am, +1 week… Les formes plus rares que lit strtotime de PHP sont comprises aussi.',
};

const DATE: Schema = { title: 'DateText', type: 'string', pattern: DATE_PATTERN, patternText: DATE_FORMS, description: DATE_FORMS };

const NO_DATE: Text = {
  en: 'Send a date that exists, in the years 1 to 9999, e.g. 2030-05-06 07:08:09.',
  fr: 'Envoyez une date qui existe, des années 1 à 9999, par exemple 2030-05-06 07:08:09.',
};

/** A date as a record has it: what `read` answers is stored of it; undefined refuses. */
export const date = <V extends object>(read: (text: string, request: ArgRequest) => V | undefined, why: Text = NO_DATE) =>
  ({
    type: 'string',
    validate(value: unknown, request: ArgRequest, name: string): ReadValue<V> {
      if (typeof value === 'number') throw errors.invalidType(name, ['string']);
      const said = typeof value === 'string' ? read(value, request) : undefined;
      if (said === undefined) throw errors.invalidValue(why);
      return readAs(said);
    },
    accepts: DATE,
  }) as const;

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

const NO_ZONE: Text = {
  en: 'Send a time zone, e.g. Europe/Paris or UTC+2; an empty text means that of the site.',
  fr: 'Envoyez un fuseau horaire, par exemple Europe/Paris ou UTC+2 ; un texte vide signifie celui du site.',
};

const ZONE_FORMS: Text = {
  en: 'A time zone of the IANA database, in any case, an abbreviation or an offset; an empty text means that of the site.',
  fr: 'Un fuseau horaire de la base de l’IANA, quelle que soit la casse, une abréviation ou un décalage ; un texte vide signifie celui du site.',
};

/** A time zone; an empty text means that of the site. */
export const zone = {
  type: 'string',
  validate(value: unknown, _request: ArgRequest, name: string): true {
    if (isEmptyOtherwise(value)) throw errors.invalidType(name, ['string']);
    if (typeof value === 'string' && (value === '' || canonicalZone(value) !== undefined)) return true;
    throw errors.invalidValue(NO_ZONE);
  },
  accepts: {
    title: 'TimeZoneName',
    type: 'string',
    pattern: ZONE_PATTERN,
    patternText: ZONE_FORMS,
    description: ZONE_FORMS,
  },
} as const;
