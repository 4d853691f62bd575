import { errors } from '../../errors';
import { toNumber } from '../../registry';
import { listOf } from './lists';
import { readOnce } from './read-once';

const within = (most: 90 | 180) => ({ type: 'number', minimum: -most, maximum: most }) as const;
const DEGREES = [within(180), within(90), within(180), within(90)] as const;

/** A box in the order in which it is sent, in degrees. */
export type BoundingBox = readonly [west: number, south: number, east: number, north: number];

const isBox = (box: readonly unknown[]): box is BoundingBox => {
  const [, south, , north] = box;
  const isInside = DEGREES.every(({ minimum, maximum }, at) => typeof box[at] === 'number' && box[at] >= minimum && box[at] <= maximum);
  return box.length === DEGREES.length && isInside && (south as number) <= (north as number);
};

/** A box in degrees (WGS 84): `west,south,east,north`, as in GeoJSON (RFC 7946, section 5). */
export const boundingBox = {
  type: 'array',
  items: { type: 'number' },
  ...readOnce<BoundingBox | undefined>({
    read(sent) {
      const box = listOf(sent).map(toNumber);
      return isBox(box) ? box : undefined;
    },
    none: undefined,
    refuse: () =>
      errors.invalidValue({
        en: 'Send west,south,east,north in degrees: longitudes between -180 and 180, latitudes between -90 and 90, the south not beyond the north.',
        fr: 'Envoyez ouest,sud,est,nord en degrés : des longitudes entre -180 et 180, des latitudes entre -90 et 90, le sud ne dépassant pas le nord.',
      }),
  }),
  accepts: { type: 'array', minItems: 4, maxItems: 4, items: within(180) },
} as const;
