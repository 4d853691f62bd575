import { changedFilters, type ListFilter, lineSearch, type Services } from '../../lib/content';
import { boxFilter, nearFilter, VENUE_LOCATIONS } from '../places/place-filters';
import { filtersByEvents } from '../shared/filters-by-events';

export const venueFilters = (services: Services): readonly ListFilter[] => [
  lineSearch({
    en: 'Venues whose title, description or custom fields contain the text',
    fr: 'Lieux dont le nom, la description ou les autres champs contiennent le texte',
  }),
  ...filtersByEvents(services, 'venues', {
    event: { en: 'Venues related to the event of this ID', fr: 'Lieux liés à l’évènement de cet identifiant' },
    hasEvents: { en: 'Venues that have events, or that have none', fr: 'Lieux qui ont des évènements, ou qui n’en ont pas' },
    upcoming: { en: 'Only venues that have upcoming events', fr: 'Uniquement les lieux qui ont des évènements à venir' },
  }),
  ...changedFilters(services),
  nearFilter(services, VENUE_LOCATIONS),
  boxFilter(services, VENUE_LOCATIONS),
];
