import { flag } from './flag';

/** How an event stands out, and where it is shown. */
export const flags = {
  show_map: flag(
    'showMap',
    { en: 'Whether the event shows a map', fr: 'Indique si l’évènement affiche une carte' },
    { en: 'Whether to show a map', fr: 'Indique s’il faut montrer une carte' },
  ),
  show_map_link: flag(
    'showMapLink',
    { en: 'Whether the event shows a map link', fr: 'Indique si l’évènement affiche un lien vers une carte' },
    { en: 'Whether to link a map', fr: 'Indique s’il faut un lien vers une carte' },
  ),
  hide_from_listings: flag(
    'hidden',
    { en: 'Whether lists leave the event out', fr: 'Indique si les listes omettent l’évènement' },
    { en: 'Whether lists leave it out', fr: 'Indique si les listes l’omettent' },
  ),
  sticky: flag(
    'sticky',
    { en: 'Whether the event is sticky in the calendar', fr: 'Indique si l’évènement est épinglé dans le calendrier' },
    { en: 'Whether it is pinned', fr: 'Indique s’il est épinglé' },
  ),
  featured: flag(
    'featured',
    { en: 'Whether the event is featured', fr: 'Indique si l’évènement est mis en avant' },
    { en: 'Whether it is featured', fr: 'Indique s’il est mis en avant' },
  ),
} as const;
