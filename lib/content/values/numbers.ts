import { isCost, LONGEST_COST, LONGEST_PRICE, MOST_PRICES } from '../../calendar';
import { errors } from '../../errors';
import type { Text } from '../../language';
import { type Schema, toNumber } from '../../registry';
import { listOf, readPositiveInteger } from './ids';
import { convertingArg } from './value';

/** The largest absolute degrees (WGS 84): 90 for latitudes, 180 for longitudes. */
type Most = 90 | 180;

const within = (most: Most) => ({ type: 'number', minimum: -most, maximum: most }) as const;

const refusalOf = (most: Most): Text => ({
  en: `Send degrees between -${most} and ${most}.`,
  fr: `Envoyez des degrés entre -${most} et ${most}.`,
});

const isWithin = (most: Most, degrees: unknown): degrees is number => typeof degrees === 'number' && Math.abs(degrees) <= most;

const readDegrees = (most: Most, sent: unknown): number | undefined => {
  const number = toNumber(sent);
  return isWithin(most, number) ? number : undefined;
};

/** Makes the arg of degrees from -`most` to `most`, as a number or text. */
export const degrees = (most: Most) =>
  ({
    type: 'number',
    ...convertingArg<number>({ read: (sent) => readDegrees(most, sent), none: 0, refuse: refusalOf(most) }),
    accepts: within(most),
  }) as const;

/** Makes the arg of optional degrees. An empty text and null mean no value. */
export const degreesOrNone = (most: Most) => {
  const whole = most === 90 ? '[0-8]?[0-9]' : '(?:[0-9]{1,2}|1[0-7][0-9])';
  return {
    type: 'number',
    ...convertingArg<number | null>({
      read: (sent) => (sent === '' ? null : readDegrees(most, sent)),
      none: null,
      refuse: refusalOf(most),
    }),
    accepts: {
      ...within(most),
      type: ['number', 'string', 'null'],
      pattern: `^(?:|\\s*[+-]?0*(?:${most}(?:\\.0*)?|${whole}(?:\\.[0-9]*)?|\\.[0-9]+)\\s*)$`,
      patternText: {
        en: `degrees from -${most} to ${most}, also as text; an empty text for none`,
        fr: `des degrés de -${most} à ${most}, aussi sous forme de texte ; un texte vide pour aucun`,
      },
    },
  } as const;
};

/** A bounding box in degrees (WGS 84), in the order of GeoJSON. */
export type BoundingBox = readonly [west: number, south: number, east: number, north: number];

const isBox = (box: readonly unknown[]): box is BoundingBox => {
  const [, south, , north] = box;
  const isInside = ([180, 90, 180, 90] as const).every((most, side) => isWithin(most, box[side]));
  return box.length === 4 && isInside && (south as number) <= (north as number);
};

/** The arg of a bounding box in degrees (WGS 84): `west,south,east,north`, as in GeoJSON (RFC 7946, section 5). */
export const boundingBox = {
  type: 'array',
  items: { type: 'number' },
  ...convertingArg<BoundingBox | undefined>({
    read(sent) {
      const box = listOf(sent).map(toNumber);
      return isBox(box) ? box : undefined;
    },
    none: undefined,
    refuse: {
      en: 'Send west,south,east,north in degrees: longitudes between -180 and 180, latitudes between -90 and 90, and south not greater than north.',
      fr: 'Envoyez ouest,sud,est,nord en degrés : des longitudes entre -180 et 180, des latitudes entre -90 et 90, et sud au plus égal à nord.',
    },
  }),
  accepts: { type: 'array', minItems: 4, maxItems: 4, items: within(180) },
} as const;

export const COST_FORM: Text = {
  en: `Send a price as a number or a text, or a list of at most ${MOST_PRICES} prices. A text may have at most ${LONGEST_PRICE} characters, and all texts together ${LONGEST_COST}.`,
  fr: `Envoyez un prix, en nombre ou en texte, ou une liste d’au plus ${MOST_PRICES} prix. Un texte peut avoir au plus ${LONGEST_PRICE} caractères, et tous les textes ensemble ${LONGEST_COST}.`,
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

/** Makes the arg of an integer of at least 1. Reduces greater numbers to `most`. Accepts 0 if the client also sends the arg `beside`. */
const count = (most = Number.POSITIVE_INFINITY, beside?: string) =>
  ({
    type: 'integer',
    ...convertingArg<number>({
      read(sent, { params }) {
        const number = readPositiveInteger(sent);
        if (number !== undefined) return Math.min(number, most);
        if (beside === undefined || !(sent === 0 || (typeof sent === 'string' && /^\s*\+?0+\s*$/.test(sent)))) return undefined;
        if (params[beside] !== undefined) return 0;
        throw errors.invalidValue({
          en: `Send a whole number, 1 or more. 0 is allowed together with ${beside}.`,
          fr: `Envoyez un nombre entier, 1 ou plus. 0 est permis avec ${beside}.`,
        });
      },
      none: 1,
      refuse: { en: 'Send a whole number, 1 or more.', fr: 'Envoyez un nombre entier, 1 ou plus.' },
    }),
    // A number above `most` is valid, so the schema has no maximum.
    accepts: { type: 'integer', format: 'int64', minimum: 1 },
  }) as const;

export const defaultPerPage = (maxPerPage: number): number => Math.min(10, maxPerPage);

/** Makes the paging args of a list. If the client sends the arg `beside`, `per_page` may be 0. */
export const paging = (maxPerPage: number, of: Text, beside?: string) =>
  ({
    page: {
      ...count(),
      default: 1,
      description: { en: 'The page of the list, counted from 1', fr: 'La page de la liste, comptée à partir de 1' },
    },
    per_page: {
      ...count(maxPerPage, beside),
      default: defaultPerPage(maxPerPage),
      description: {
        en: `The number of ${of.en} on a page. More than ${maxPerPage} counts as ${maxPerPage}${beside ? `. With ${beside}, 0 is allowed` : ''}`,
        fr: `Le nombre d’éléments par page (${of.fr}). Un nombre supérieur à ${maxPerPage} est ramené à ${maxPerPage}${beside ? `. Avec ${beside}, 0 est permis` : ''}`,
      },
    },
  }) as const;
