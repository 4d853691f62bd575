import { degreesOrNone, TRUE_WORDS, textSwitch } from '../../lib/content';
import type { Text } from '../../lib/language';

/** Makes a coordinate field, in degrees (WGS 84); null if unknown. */
export const coordinate = <const S extends string>(as: S, most: 90 | 180, description: Text) =>
  ({
    ...degreesOrNone(most),
    as,
    empty: null,
    shared: true,
    answers: { type: 'number', minimum: -most, maximum: most, description },
    description,
  }) as const;

/** Makes a switch that is on by default. Clients send a text, and answers show a boolean. */
const mapSwitch = <const S extends string>(as: S, shown: Text) =>
  ({
    ...textSwitch,
    default: null,
    as,
    empty: true,
    shared: true,
    nulled: 'refused',
    omitted: false,
    answers: { type: 'boolean', required: true, description: shown },
    description: {
      en: `${shown.en}: ${TRUE_WORDS.en} for yes, and any other text for no; yes unless given`,
      fr: `${shown.fr} : ${TRUE_WORDS.fr} pour oui, et tout autre texte pour non ; oui à défaut`,
    },
  }) as const;

/** The switches that show maps. */
export const mapSwitches = {
  show_map: mapSwitch('showMap', {
    en: 'Whether clients that show maps are to show one of it',
    fr: 'Indique si les clients qui montrent des cartes doivent en montrer une',
  }),
  show_map_link: mapSwitch('showMapLink', {
    en: 'Whether its page links its address to a map',
    fr: 'Indique si sa page mène de son adresse à une carte',
  }),
} as const;
