import { errors } from '../../errors';
import { judged } from './value';

/** A time of the day, `HH:MM`. */
export const timeOfDay = {
  type: 'string',
  ...judged({
    schema: {
      type: 'string',
      pattern: '^(?:[01][0-9]|2[0-3]):[0-5][0-9]$',
      patternText: { en: 'a time of the day, from 00:00 to 23:59', fr: 'une heure du jour, de 00:00 à 23:59' },
    },
    refuse: () =>
      errors.invalidValue({
        en: 'Send a time of the day between 00:00 and 23:59, e.g. 18:30.',
        fr: 'Envoyez une heure du jour entre 00:00 et 23:59, par exemple 18:30.',
      }),
  }),
} as const;

/** Returns the minutes after midnight of a time `HH:MM` or `HH:MM:SS`. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
