import { ZONE_PATTERN } from '../../calendar';
import { errors } from '../../errors';
import type { Text } from '../../language';
import { type ArgRequest, type ReadValue, readAs } from '../../registry';
import { isEmptyOtherwise } from './value';

const NO_ZONE: Text = {
  en: 'Send a time zone, e.g. Europe/Paris or UTC+2; an empty text means that of the site.',
  fr: 'Envoyez un fuseau horaire, par exemple Europe/Paris ou UTC+2 ; un texte vide signifie celui du site.',
};

const ZONE_FORMS: Text = {
  en: 'A time zone of the IANA database, in any case, an abbreviation or an offset; an empty text means that of the site.',
  fr: 'Un fuseau horaire de la base de l’IANA, quelle que soit la casse, une abréviation ou un décalage ; un texte vide signifie celui du site.',
};

/** Makes a time zone. `read` returns its name, and undefined refuses it. An empty text means the zone of the site. */
export const zone = (read: (request: ArgRequest) => string | undefined) =>
  ({
    type: 'string',
    validate(value: unknown, request: ArgRequest, name: string): ReadValue<string> {
      if (isEmptyOtherwise(value)) throw errors.invalidType(name, ['string']);
      const zoneName = read(request);
      if (zoneName === undefined) throw errors.invalidValue(NO_ZONE);
      return readAs(zoneName);
    },
    accepts: {
      title: 'TimeZoneName',
      type: 'string',
      pattern: ZONE_PATTERN,
      patternText: ZONE_FORMS,
      description: ZONE_FORMS,
    },
  }) as const;
