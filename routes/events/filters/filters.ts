import { canRead } from '../../../lib/access';
import {
  ALL_VISIBLE,
  byTermsArg,
  cachedReads,
  changedFilters,
  filterBy,
  groupMembers,
  idIn,
  idsIn,
  includeFilter,
  type ListFilter,
  matchingTerms,
  ownedBy,
  type PostRecord,
  readableTo,
  repeatedTerms,
  type Services,
  searchFilter,
  servedRecords,
  type User,
  visiblePost,
} from '../../../lib/content';
import type { Text } from '../../../lib/language';
import type { ArgRequest } from '../../../lib/registry';
import { boxFilter, EVENT_LOCATIONS, locatedFilter, nearFilter } from '../../places/place-filters';
import { EVENT_LINKS } from '../../shared/about';
import { dateFilters } from './date-filters';
import {
  attendanceFilter,
  eventStatusFilter,
  featuredFilter,
  freeFilter,
  pricesFilter,
  timesFilter,
  weekdaysFilter,
} from './value-filters';

/** Makes the filters of event lists, in the order in which links repeat them. */
export const eventFilters = (services: Services): readonly ListFilter[] => {
  const dates = dateFilters(services);
  return [
    dates.window,
    searchFilter(
      {
        en: 'Events whose title, description or excerpt contain the words',
        fr: 'Évènements dont le titre, la description ou l’extrait contiennent les mots',
      },
      'keys.title',
    ),
    dates.strict,
    ofTerms(services, 'categories', {
      en: 'Events in one of these categories, as IDs, names or slugs',
      fr: 'Évènements dans l’une de ces catégories : identifiants, noms ou slugs',
    }),
    ofTerms(services, 'tags', {
      en: 'Events with one of these tags, as IDs, names or slugs',
      fr: 'Évènements portant l’une de ces étiquettes : identifiants, noms ou slugs',
    }),
    locatedFilter(services),
    nearFilter(services, EVENT_LOCATIONS),
    filterBy<number>(
      'post_parent',
      {
        ...idIn(visiblePost(services, [{ collection: 'events' }])),
        description: {
          en: 'Events whose parent is the event of this ID',
          fr: 'Évènements dont le parent est l’évènement de cet identifiant',
        },
      },
      {
        where: async (parent) => ({
          condition: { parent: { $in: await groupMembers(services.stores.posts('events'), [parent], ALL_VISIBLE) } },
          index: 'children',
          ifProtected: 'exclude',
        }),
        last: true,
      },
    ),
    includeFilter(services, 'events', {
      en: 'Events with one of these post IDs, or a translation of one. The date filters are then ignored',
      fr: 'Évènements portant l’un de ces identifiants, ou leurs traductions. Les filtres de date sont alors ignorés',
    }),
    dates.relative,
    filterBy<boolean>(
      'ticketed',
      {
        type: 'boolean',
        description: {
          en: 'True to list only events with tickets, which plugins add. False has no effect',
          fr: 'Vrai pour ne lister que les évènements qui ont des billets, que des extensions ajoutent. La valeur false est sans effet',
        },
      },
      {
        where: (ticketed) => (ticketed ? { condition: { _id: { $in: [] } } } : undefined),
        inLinks: (ticketed) => (ticketed ? 1 : undefined),
        last: true,
      },
    ),
    ofPosts(services, 'venue', { en: 'Events at one of these venues', fr: 'Évènements dans l’un de ces lieux' }),
    ofPosts(services, 'organizer', { en: 'Events of one of these organizers', fr: 'Évènements de l’un de ces organisateurs' }),
    featuredFilter,
    dates.running,
    weekdaysFilter,
    timesFilter,
    boxFilter(services, EVENT_LOCATIONS),
    freeFilter,
    pricesFilter,
    eventStatusFilter,
    attendanceFilter,
    ...changedFilters(services),
  ];
};

/** Makes a filter by terms and their descendants. */
const ofTerms = (services: Services, plural: 'categories' | 'tags', description: Text): ListFilter =>
  filterBy<number[]>(
    plural,
    { ...byTermsArg(services, plural), description },
    {
      async where(ids) {
        const found = await matchingTerms(services, plural, ids);
        return { condition: { [plural]: { $in: found } }, ifProtected: 'exclude', index: plural };
      },
      inLinks: (ids, view) => repeatedTerms(services, plural, ids, view),
    },
  );

/** Makes a filter by linked records. A record in the trash is accepted, and matches only events that show it. */
const ofPosts = (services: Services, name: 'venue' | 'organizer', description: Text): ListFilter => {
  const plural = EVENT_LINKS[name];
  const reads = () => cachedReads(services.cache, plural, services.stores.posts<PostRecord>(plural));
  const exist = async (ids: readonly number[], request: ArgRequest) => {
    const found = await servedRecords(reads(), ids, services.site);
    return ids.every((id) => {
      const record = found.get(id);
      return record !== undefined && (record.status === 'trash' || canRead(request.user as User | undefined, plural, ownedBy(record)));
    });
  };
  return filterBy<number[]>(
    name,
    { ...idsIn(exist), description },
    {
      async where(ids, view) {
        const members = await groupMembers(reads(), ids, readableTo(view.user, plural));
        return { condition: { [plural]: { $in: members } }, ifProtected: 'exclude', index: plural };
      },
      last: true,
    },
  );
};
