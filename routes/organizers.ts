import { organizerJsonLd } from '../lib/calendar/json-ld';
import type { Services } from '../lib/kinds/services';
import { type AnswerValue, exactly } from '../lib/registry/answers';
import type { LinkedRecord } from './events/event-record';
import type { personAnswer } from './events/json-ld-answers';
import { filledIn, linkedKind, nameArg, textArg, websiteArg } from './events/linked-kind';
import { organizerAnswer } from './organizer-answer';

export interface OrganizerRecord extends LinkedRecord {
  readonly phone: string;
  readonly website: string;
  readonly email: string;
}

/** An organizer as it is shown. */
export type Organizer = AnswerValue<typeof organizerAnswer>;

/** The organizers of the calendar (SPECIFICATION 4.4). */
export const organizers = (services: Services) =>
  linkedKind<OrganizerRecord, Organizer>(services, {
    kind: 'organizer',
    plural: 'organizers',
    name: { en: 'organizer', fr: 'organisateur' },
    names: { en: 'organizers', fr: 'organisateurs' },
    one: { en: 'an organizer', fr: 'un organisateur' },
    filters: {
      search: {
        en: 'Organizers whose title, description or custom fields contain the text',
        fr: 'Organisateurs dont le nom, la description ou les autres champs contiennent le texte',
      },
      event: { en: 'Organizers related to the event of this ID', fr: 'Organisateurs liés à l’évènement de cet identifiant' },
      hasEvents: { en: 'Organizers that have events, or that have none', fr: 'Organisateurs qui ont des évènements, ou qui n’en ont pas' },
      upcoming: { en: 'Only organizers that have upcoming events', fr: 'Uniquement les organisateurs qui ont des évènements à venir' },
    },
    fields: {
      organizer: { ...nameArg({ en: 'The organizer name', fr: 'Le nom de l’organisateur' }), default: null },
      description: textArg('description', { en: 'The organizer description', fr: 'La description de l’organisateur' }),
      phone: textArg('phone', { en: 'The organizer phone number', fr: 'Le numéro de téléphone de l’organisateur' }),
      website: websiteArg('website', { en: 'The organizer website', fr: 'Le site web de l’organisateur' }),
      email: textArg('email', { en: 'The organizer e-mail address', fr: 'L’adresse électronique de l’organisateur' }),
    },
    nullable: ['author', 'date', 'date_utc', 'status', 'image'],
    texts: ['phone', 'website', 'email'],
    answer: () => organizerAnswer,
    present(record, { head, body, foot }, single) {
      const { phone, website, email } = record;
      const shown = { ...head, organizer: record.name, ...body, ...filledIn({ phone, website, email }) };
      return organizer({ ...shown, ...(single && { json_ld: person(organizerJsonLd(shown)) }), ...foot });
    },
  });

const person = exactly<typeof personAnswer>();
const organizer = exactly<typeof organizerAnswer>();
