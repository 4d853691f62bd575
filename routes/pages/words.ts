import { PAGE_WORDS as GENERAL } from '../../lib/kinds/pages/words';
import type { Text } from '../../lib/language';

/** What the pages of the calendar say beside what records say themselves. */
export const WORDS = {
  ...GENERAL,
  events: { en: 'Events', fr: 'Évènements' },
  coming: { en: 'Coming events', fr: 'Évènements à venir' },
  past: { en: 'Past events', fr: 'Évènements passés' },
  noneComing: { en: 'No events are coming.', fr: 'Aucun évènement à venir.' },
  nonePast: { en: 'No events are over.', fr: 'Aucun évènement passé.' },
  noneThen: { en: 'No events in this month.', fr: 'Aucun évènement ce mois-ci.' },
  wholeMonth: { en: 'The whole month', fr: 'Le mois entier' },
  months: { en: 'Months', fr: 'Mois' },
  neighbours: { en: 'Previous and next event', fr: 'Évènements précédent et suivant' },
  when: { en: 'When', fr: 'Quand' },
  where: { en: 'Where', fr: 'Où' },
  who: { en: 'Organized by', fr: 'Organisation' },
  cost: { en: 'Cost', fr: 'Tarif' },
  website: { en: 'Website', fr: 'Site web' },
  phone: { en: 'Telephone', fr: 'Téléphone' },
  email: { en: 'E-mail', fr: 'Adresse électronique' },
  address: { en: 'Address', fr: 'Adresse' },
  map: { en: 'Show on OpenStreetMap', fr: 'Voir sur OpenStreetMap' },
  zone: { en: 'Time zone:', fr: 'Fuseau horaire\u00a0:' },
  utc: { en: 'In UTC:', fr: 'En UTC\u00a0:' },
  featured: { en: 'Featured', fr: 'À la une' },
  protected: { en: 'Protected', fr: 'Protégé' },
  isProtected: {
    en: 'This event is protected by a password. Those who know it can read the event through the API; this page does not show it.',
    fr: 'Cet évènement est protégé par un mot de passe. Ceux qui le connaissent peuvent lire l’évènement par l’API ; cette page ne le montre pas.',
  },
  calendar: { en: 'Calendar', fr: 'Agenda' },
  subscribe: { en: 'Subscribe', fr: 'S’abonner' },
  addToCalendar: { en: 'Add to my calendar', fr: 'Ajouter à mon agenda' },
  download: { en: 'Download (.ics)', fr: 'Télécharger (.ics)' },
  toStart: { en: 'To the coming events', fr: 'Vers les évènements à venir' },
  elsewhere: {
    en: 'The calendar of events answers programs here, in English. The pages for people are on the site:',
    fr: 'Le calendrier d’évènements répond ici aux programmes, en français. Les pages destinées aux lecteurs sont sur le site\u00a0:',
  },
} as const satisfies Record<string, Text>;
