import { memoize } from '../../lib/html';
import { formOf, inEach, type Language, type Noun, type Text } from '../../lib/language';
import { PAGE_WORDS as GENERAL } from '../../lib/site';
import { MOVED_ONLINE, ONLINE } from '../events/fields/states';

/** A text in all languages, or a function that makes such a text from values. */
type Said = Text | ((...values: never[]) => Text);

const EVENT: Noun = { en: ['event', 'events'], fr: ['évènement', 'évènements'] };

const countedEvents = (count: number, language: Language): string =>
  `${new Intl.NumberFormat(language).format(count)} ${formOf(EVENT, count, language)}`;

const lengthFormat = memoize(
  (locale: string, digits: '0' | '1') =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: 'kilometer', maximumFractionDigits: Number(digits) }),
);

export const WORDS = {
  ...GENERAL,
  events: { en: 'Events', fr: 'Évènements' },
  coming: { en: 'Upcoming events', fr: 'Évènements à venir' },
  past: { en: 'Past events', fr: 'Évènements passés' },
  noneComing: { en: 'There are no upcoming events.', fr: 'Aucun évènement à venir.' },
  nonePast: { en: 'There are no past events.', fr: 'Aucun évènement passé.' },
  noneInMonth: { en: 'There are no events in this month.', fr: 'Aucun évènement ce mois-ci.' },
  noneFound: { en: 'No matching events.', fr: 'Aucun évènement ne correspond.' },
  noneOnDay: { en: 'There are no events on this day.', fr: 'Aucun évènement ce jour-là.' },
  found: { en: 'Found', fr: 'Résultats' },
  running: { en: 'Already on', fr: 'Déjà en cours' },
  allRunning: (count: number): Text => ({ en: `All ${count} events already on`, fr: `Les ${count} évènements déjà en cours` }),
  lasting: { en: 'Ongoing', fr: 'Sur une plus longue durée' },
  today: { en: 'Today', fr: 'Aujourd’hui' },
  tomorrow: { en: 'Tomorrow', fr: 'Demain' },
  named: {
    today: { en: 'Today', fr: 'Aujourd’hui' },
    tomorrow: { en: 'Tomorrow', fr: 'Demain' },
    weekend: { en: 'This weekend', fr: 'Ce week-end' },
    week: { en: 'The next seven days', fr: 'Les sept prochains jours' },
  },
  views: { en: 'Views', fr: 'Affichages' },
  list: { en: 'List', fr: 'Liste' },
  month: { en: 'Month', fr: 'Mois' },
  day: { en: 'Day', fr: 'Jour' },
  search: { en: 'Search', fr: 'Recherche' },
  find: { en: 'Find', fr: 'Chercher' },
  filters: { en: 'More filters', fr: 'Plus de filtres' },
  anyTime: { en: 'Any time', fr: 'N’importe quand' },
  fromLabel: { en: 'From', fr: 'Du' },
  toLabel: { en: 'To', fr: 'Au' },
  category: { en: 'Category', fr: 'Catégorie' },
  anyCategory: { en: 'All categories', fr: 'Toutes les catégories' },
  place: { en: 'Place', fr: 'Lieu' },
  anyPlace: { en: 'All places', fr: 'Tous les lieux' },
  free: { yes: { en: 'Free', fr: 'Gratuit' }, no: { en: 'Except free ones', fr: 'Sauf gratuits' } },
  onSite: { en: 'On site', fr: 'Sur place' },
  mixed: { en: 'On site and online', fr: 'Sur place et en ligne' },
  nearMe: { en: 'Near me', fr: 'Près de moi' },
  nowhere: { en: 'Your browser does not share your location.', fr: 'Votre navigateur ne communique pas votre position.' },
  near: (kilometres: number | undefined): Text =>
    kilometres === undefined
      ? { en: 'Near a point', fr: 'Près d’un point' }
      : { en: `Within ${kilometres} km`, fr: `À moins de ${kilometres} km` },
  away: (kilometres: number, locale: string): Text => {
    const length = lengthFormat(locale, kilometres < 10 ? '1' : '0').format(kilometres);
    return { en: `${length} away`, fr: `à ${length}` };
  },
  fallback: { en: 'Also events that are not in English', fr: 'Aussi les évènements qui ne sont pas en français' },
  radius: { en: 'Distance', fr: 'Rayon' },
  corrected: (word: string): Text => ({
    en: `No events contain “${word}”. These contain a word with a similar spelling.`,
    fr: `Aucun évènement ne contient «\u00a0${word}\u00a0». Ceux-ci contiennent un mot d’orthographe voisine.`,
  }),
  quoted: (words: string): Text => ({ en: `“${words}”`, fr: `«\u00a0${words}\u00a0»` }),
  fromDay: (day: string): Text => ({ en: `From ${day}`, fr: `Du ${day}` }),
  toDay: (day: string): Text => ({ en: `To ${day}`, fr: `Au ${day}` }),
  chosen: { en: 'Chosen filters', fr: 'Filtres choisis' },
  takeOff: { en: 'Remove:', fr: 'Retirer\u00a0:' },
  takeOffAll: { en: 'Clear all', fr: 'Tout retirer' },
  count: (count: number): Text => inEach((language) => countedEvents(count, language)),
  more: (count: number): Text => ({ en: `${count} more`, fr: `${count} de plus` }),
  days: { en: 'Days', fr: 'Jours' },
  over: { en: 'Over', fr: 'Terminé' },
  onNow: { en: 'On now', fr: 'En ce moment' },
  appleAndOthers: { en: 'Apple and others (.ics)', fr: 'Apple et autres (.ics)' },
  moreAt: { en: 'More at', fr: 'Aussi à cet endroit\u00a0:' },
  moreBy: { en: 'More by', fr: 'Aussi de cet organisateur\u00a0:' },
  moreOnDay: { en: 'On the same day', fr: 'Le même jour' },
  allOfThem: { en: 'Show all', fr: 'Tout voir' },
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
  cancelled: { en: 'Cancelled', fr: 'Annulé' },
  postponed: { en: 'Postponed', fr: 'Reporté' },
  movedOnline: MOVED_ONLINE,
  online: ONLINE,
  takePart: { en: 'Take part online', fr: 'Participer en ligne' },
  reason: { en: 'Why', fr: 'Motif' },
  protected: { en: 'Protected', fr: 'Protégé' },
  isProtected: {
    en: 'This event is protected by a password. With the password, programs can read the event through the API. This page does not show it.',
    fr: 'Cet évènement est protégé par un mot de passe. Avec ce mot de passe, des programmes peuvent le lire par l’API. Cette page ne le montre pas.',
  },
  calendar: { en: 'Calendar', fr: 'Agenda' },
  subscribe: { en: 'Subscribe', fr: 'S’abonner' },
  addToCalendar: { en: 'Add to my calendar', fr: 'Ajouter à mon agenda' },
  feed: { en: 'New events (Atom)', fr: 'Nouveautés (Atom)' },
  download: { en: 'Download (.ics)', fr: 'Télécharger (.ics)' },
  toStart: { en: 'Show upcoming events', fr: 'Voir les évènements à venir' },
  elsewhere: {
    en: 'This address is for programs. The pages of the calendar are on this site:',
    fr: 'Cette adresse est destinée aux programmes. Les pages du calendrier sont sur ce site\u00a0:',
  },
} as const satisfies Record<string, Said | Readonly<Record<string, Said>>>;
