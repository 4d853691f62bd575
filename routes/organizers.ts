import { organizerJsonLd } from '../lib/calendar';
import { excerpt, htmlText, imageAlt, inlineName, line, type OwnRecord, type PostLikeDeclaration, type Services } from '../lib/content';
import { contactFields, hostFilters } from './shared/hosts';
import { jsonLdField, organizationAnswer } from './shared/json-ld';

const fields = {
  organizer: { ...inlineName('organizer'), default: null },
  description: htmlText({ optional: true }),
  excerpt: { ...excerpt, accepted: false },
  ...contactFields,
  email: line(
    {
      en: 'An e-mail address for visitors, which everybody sees; it is not checked',
      fr: 'Une adresse électronique pour les visiteurs, que tout le monde voit ; elle n’est pas vérifiée',
    },
    { shared: true },
  ),
  image_alt: imageAlt,
  json_ld: jsonLdField(organizerJsonLd, organizationAnswer),
} as const;

export type OrganizerRecord = OwnRecord<typeof fields>;

export const organizers = (services: Services): PostLikeDeclaration<OrganizerRecord> => ({
  kind: 'organizer',
  plural: 'organizers',
  name: { en: 'organizer', fr: 'organisateur' },
  names: { en: 'organizers', fr: 'organisateurs' },
  one: { en: 'an organizer', fr: 'un organisateur' },
  fields,
  titled: 'name',
  sparse: true,
  nullable: ['author', 'date', 'date_utc', 'status'],
  filters: hostFilters(services, 'organizers', { en: 'organizers', fr: 'organisateurs' }),
});
