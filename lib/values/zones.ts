import { ZONE_PATTERN } from '../calendar/zone-names';
import { canonicalZone } from '../calendar/zones';
import { errors } from '../errors';
import type { Text } from '../language';
import type { ArgRequest } from '../registry/args';
import { isEmptyOtherwise } from './emptiness';

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
