import type { Text } from '../../lib/language';
import { textSwitch } from '../../lib/values/booleans';
import { degreesOrNone } from '../../lib/values/degrees';

/** A coordinate of a place, in degrees (WGS 84); null where nobody knows it. */
export const coordinate = <const S extends string>(as: S, most: 90 | 180, description: Text) =>
  ({
    ...degreesOrNone(most),
    as,
    empty: null,
    shared: true,
    answers: { type: 'number', minimum: -most, maximum: most, description },
    description,
  }) as const;

/** A switch that is on unless it is turned off. */
const mapSwitch = <const S extends string>(as: S, description: Text) =>
  ({
    ...textSwitch,
    default: null,
    as,
    empty: true,
    shared: true,
    nulled: 'refused',
    omitted: false,
    answers: { type: 'boolean', required: true, description },
    description,
  }) as const;

/** The switches of maps, each a field. */
export const mapSwitches = {
  show_map: mapSwitch('showMap', {
    en: 'Whether events at the venue show a map',
    fr: 'Indique si les évènements du lieu affichent une carte',
  }),
  show_map_link: mapSwitch('showMapLink', {
    en: 'Whether events at the venue show a map link',
    fr: 'Indique si les évènements du lieu affichent un lien vers une carte',
  }),
} as const;
