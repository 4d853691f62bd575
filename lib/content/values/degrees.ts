import { errors } from '../../errors';
import { type Schema, toNumber } from '../../registry';
import { judged } from './value';

/** The limit of degrees (WGS 84): 90 for latitudes, 180 for longitudes. */
type Most = 90 | 180;

const within = (most: Most): Schema => ({ type: 'number', minimum: -most, maximum: most });

const refusing = (most: Most) => () =>
  errors.invalidValue({ en: `Send degrees between -${most} and ${most}.`, fr: `Envoyez des degrés entre -${most} et ${most}.` });

/** Degrees from -`most` to `most`, as a number or text. */
export const degrees = (most: Most) =>
  ({ type: 'number', ...judged({ read: toNumber, none: 0, schema: within(most), refuse: refusing(most) }) }) as const;

/** Degrees, or nothing: an empty text and null mean none. */
export const degreesOrNone = (most: Most) => {
  const whole = most === 90 ? '[0-8]?[0-9]' : '(?:[0-9]{1,2}|1[0-7][0-9])';
  const value = judged<number | null>({
    read: (sent) => (sent === '' ? null : toNumber(sent)),
    none: null,
    schema: { ...within(most), type: ['number', 'null'] },
    sent: {
      type: ['number', 'string', 'null'],
      minimum: -most,
      maximum: most,
      pattern: `^(?:|\\s*[+-]?0*(?:${most}(?:\\.0*)?|${whole}(?:\\.[0-9]*)?|\\.[0-9]+)\\s*)$`,
      patternText: {
        en: `degrees from -${most} to ${most}, as a number or its digits; an empty text for none`,
        fr: `des degrés de -${most} à ${most}, en nombre ou en chiffres ; un texte vide pour aucun`,
      },
    },
    refuse: refusing(most),
  });
  return { type: 'number', ...value } as const;
};
