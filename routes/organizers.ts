import { organizerJsonLd } from '../lib/calendar';
import {
  changedFilters,
  excerpt,
  htmlText,
  imageAlt,
  inlineName,
  line,
  lineSearch,
  type OwnRecord,
  type PostLikeDeclaration,
  type Services,
} from '../lib/content';
import { contactFields, filtersByEvents } from './shared/filters-by-events';
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
  filters: [
    lineSearch({
      en: 'Organizers whose title, description or custom fields contain the text',
      fr: 'Organisateurs dont le nom, la description ou les autres champs contiennent le texte',
    }),
    ...filtersByEvents(services, 'organizers', {
      event: { en: 'Organizers related to the event of this ID', fr: 'Organisateurs liés à l’évènement de cet identifiant' },
      hasEvents: { en: 'Organizers that have events, or that have none', fr: 'Organisateurs qui ont des évènements, ou qui n’en ont pas' },
      upcoming: { en: 'Only organizers that have upcoming events', fr: 'Uniquement les organisateurs qui ont des évènements à venir' },
    }),
    ...changedFilters(services),
  ],
});
