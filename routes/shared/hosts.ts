import {
  changedFilters,
  filterBy,
  hasFallback,
  isTrue,
  type ListFilter,
  line,
  lineSearchFilter,
  linkedFromFilter,
  repeatedBoolean,
  type Sent,
  type Services,
  type View,
  websiteLine,
} from '../../lib/content';
import { capitalized, type Text } from '../../lib/language';

export const contactFields = {
  phone: line(
    {
      en: 'A phone number for visitors, as it should be shown',
      fr: 'Un numéro de téléphone pour les visiteurs, tel qu’il doit être affiché',
    },
    { shared: true },
  ),
  website: websiteLine({
    en: 'Its own site: an address with its scheme, such as https://example.org',
    fr: 'Son propre site : une adresse avec son protocole, comme https://example.org',
  }),
} as const;

/** Makes a condition on a record's events. If records replace missing translations, events in the list's language match too. */
const ofEither = (own: object, abroad: string, holds: object, sent: Sent, { language }: View): object =>
  hasFallback(sent) ? { $or: [own, { [`${abroad}.${language}`]: holds }] } : own;

/** Makes the filters of venues or organizers, most of them by their events. `plural` is also the event field with their IDs. */
export const hostFilters = (services: Services, plural: string, names: Text): readonly ListFilter[] => [
  lineSearchFilter({
    en: `${capitalized(names.en)} whose title, description or custom fields contain the text`,
    fr: `${capitalized(names.fr)} dont le nom, la description ou les autres champs contiennent le texte`,
  }),
  linkedFromFilter(services, {
    name: 'event',
    plural,
    links: [{ collection: 'events', field: plural }],
    description: {
      en: `${capitalized(names.en)} related to the event of this ID`,
      fr: `${capitalized(names.fr)} liés à l’évènement de cet identifiant`,
    },
  }),
  filterBy(
    'has_events',
    {
      ...repeatedBoolean,
      description: {
        en: `${capitalized(names.en)} that have events or, with false, that have none`,
        fr: `${capitalized(names.fr)} qui ont des évènements ou, avec false, qui n’en ont pas`,
      },
    },
    {
      where(value, view, sent) {
        const some = ofEither({ used: true }, 'abroad', { $gt: 0 }, sent, view);
        return { condition: isTrue(value) ? some : hasFallback(sent) ? { $nor: [some] } : { used: false } };
      },
    },
  ),
  filterBy(
    'only_with_upcoming',
    {
      ...repeatedBoolean,
      default: false,
      description: { en: `Only ${names.en} that have upcoming events`, fr: `Uniquement les ${names.fr} qui ont des évènements à venir` },
    },
    {
      where(value, view, sent) {
        if (!isTrue(value)) return undefined;
        const upcoming = { $gte: services.clock.now() };
        return { condition: ofEither({ until: upcoming }, 'abroadUntil', upcoming, sent, view) };
      },
      inLinks: (sent) => (isTrue(sent) ? sent : undefined),
    },
  ),
  ...changedFilters(services),
];
