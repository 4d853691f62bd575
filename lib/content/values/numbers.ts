import { isCost, LONGEST_COST, LONGEST_PRICE, MOST_PRICES } from '../../calendar';
import { errors } from '../../errors';
import type { Text } from '../../language';
import { type Schema, toNumber } from '../../registry';
import { listOf } from './lists';
import { judged, readOnce } from './value';

/** The largest absolute degrees (WGS 84): 90 for latitudes, 180 for longitudes. */
type Most = 90 | 180;

const within = (most: Most) => ({ type: 'number', minimum: -most, maximum: most }) as const;

const refusalOf = (most: Most): Text => ({
  en: `Send degrees between -${most} and ${most}.`,
  fr: `Envoyez des degrés entre -${most} et ${most}.`,
});

/** Makes the arg of degrees from -`most` to `most`, as a number or text. */
export const degrees = (most: Most) =>
  ({ type: 'number', ...judged({ read: toNumber, none: 0, schema: within(most), refuse: refusalOf(most) }) }) as const;

/** Makes the arg of optional degrees. An empty text and null mean no value. */
export const degreesOrNone = (most: Most) => {
  const whole = most === 90 ? '[0-8]?[0-9]' : '(?:[0-9]{1,2}|1[0-7][0-9])';
  const value = judged<number | null>({
    read: (sent) => (sent === '' ? null : toNumber(sent)),
    none: null,
    schema: { ...within(most), type: ['number', 'null'] },
    sent: {
      ...within(most),
      type: ['number', 'string', 'null'],
      pattern: `^(?:|\\s*[+-]?0*(?:${most}(?:\\.0*)?|${whole}(?:\\.[0-9]*)?|\\.[0-9]+)\\s*)$`,
      patternText: {
        en: `degrees from -${most} to ${most}, as a number or its digits; an empty text for none`,
        fr: `des degrés de -${most} à ${most}, en nombre ou en chiffres ; un texte vide pour aucun`,
      },
    },
    refuse: refusalOf(most),
  });
  return { type: 'number', ...value } as const;
};

/** A bounding box in degrees (WGS 84), in the order of GeoJSON. */
export type BoundingBox = readonly [west: number, south: number, east: number, north: number];

const isBox = (box: readonly unknown[]): box is BoundingBox => {
  const [, south, , north] = box;
  const isInside = ([180, 90, 180, 90] as const).every((most, at) => Math.abs(typeof box[at] === 'number' ? box[at] : Number.NaN) <= most);
  return box.length === 4 && isInside && (south as number) <= (north as number);
};

/** The arg of a bounding box in degrees (WGS 84): `west,south,east,north`, as in GeoJSON (RFC 7946, section 5). */
export const boundingBox = {
  type: 'array',
  items: { type: 'number' },
  ...readOnce<BoundingBox | undefined>({
    read(sent) {
      const box = listOf(sent).map(toNumber);
      return isBox(box) ? box : undefined;
    },
    none: undefined,
    refuse: {
      en: 'Send west,south,east,north in degrees: longitudes between -180 and 180, latitudes between -90 and 90, the south not beyond the north.',
      fr: 'Envoyez ouest,sud,est,nord en degrés : des longitudes entre -180 et 180, des latitudes entre -90 et 90, le sud ne dépassant pas le nord.',
    },
  }),
  accepts: { type: 'array', minItems: 4, maxItems: 4, items: within(180) },
} as const;

export const COST_FORM: Text = {
  en: `Send a price as a number or a text, or a list of at most ${MOST_PRICES} of these. A text has at most ${LONGEST_PRICE} characters, all together ${LONGEST_COST}.`,
  fr: `Envoyez un prix, en nombre ou en texte, ou une liste d’au plus ${MOST_PRICES} de ceux-ci. Un texte a au plus ${LONGEST_PRICE} caractères, et tous ensemble ${LONGEST_COST}.`,
};

/** The arg of a price as number or text, or an array of prices. Stored and shown as sent. */
export const money = {
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
