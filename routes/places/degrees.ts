import { convertingArg, listOf } from '../../lib/content';
import type { Text } from '../../lib/language';
import { toNumber } from '../../lib/registry';

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
