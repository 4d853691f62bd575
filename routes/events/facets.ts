import type { Facet, LinkedFacet } from '../../lib/content';
import type { Text } from '../../lib/language';
import { EVENT_LINKS } from '../shared/about';
import { EVENT_STATUSES } from './fields/states';
import { WEEKDAYS } from './keys';

const linked = (arg: keyof typeof EVENT_LINKS, description: Text): LinkedFacet => {
  const link = EVENT_LINKS[arg];
  return { arg, link, field: link, description };
};

/** The facets of event lists: the fields by whose values the matching events are counted. */
export const eventFacets: Readonly<Record<string, Facet>> = {
  categories: linked('categories', {
    en: 'By category, those below it included',
    fr: 'Par catégorie, celles d’en dessous comprises',
  }),
  tags: linked('tags', { en: 'By tag', fr: 'Par étiquette' }),
  venue: linked('venue', { en: 'By venue', fr: 'Par lieu' }),
  organizer: linked('organizer', { en: 'By organizer', fr: 'Par organisateur' }),
  month: {
    field: 'keys.month',
    value: String,
    description: { en: 'By the month of the start, YYYY-MM', fr: 'Par mois de début, AAAA-MM' },
  },
  weekday: {
    arg: 'weekdays',
    field: 'keys.weekday',
    value: (day) => WEEKDAYS[Number(day) - 1] ?? '',
    description: { en: 'By the day of the week of the start', fr: 'Par jour de la semaine du début' },
  },
  free: {
    arg: 'free',
    field: 'keys.free',
    value: (free) => free === true,
    unknown: false,
    description: { en: 'By whether it is said to be free', fr: 'Selon que la gratuité est annoncée ou non' },
  },
  event_status: {
    arg: 'event_status',
    field: 'eventStatus',
    value: (status) => String(status ?? EVENT_STATUSES[0]),
    unknown: EVENT_STATUSES[0],
    description: { en: 'By state', fr: 'Par état' },
  },
};
