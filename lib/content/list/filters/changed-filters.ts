import { isAbsolute, type RequestedMoment, toWall } from '../../../calendar';
import type { Text } from '../../../language';
import type { ListFilter, Services } from '../../types';
import { requestedMoment } from '../../values';
import { filterBy } from './filter-by';

/** The filters `modified_after` and `created_after`, for clients that poll for changes. */
export const changedFilters = (services: Services): readonly ListFilter[] => {
  const context = () => ({ siteZone: services.site.timezone, now: services.clock.peek() });
  const after = (name: string, field: string, description: Text): ListFilter =>
    filterBy<RequestedMoment>(
      name,
      { ...requestedMoment(context), description },
      {
        where(moment) {
          if (!isAbsolute(moment)) services.clock.holds('second');
          return { condition: { [field]: { $gte: moment.instant } }, index: null };
        },
        // A relative time must mean the same moment on every page.
        inLinks: (moment) => (isAbsolute(moment) ? moment.text : `${toWall(moment.instant, 'UTC').replace(' ', 'T')}Z`),
        last: true,
      },
    );
  return [
    after('modified_after', 'modified', {
      en: 'What was changed at this moment or later, in the zone of the site unless it names another',
      fr: 'Ce qui a été modifié à ce moment ou plus tard, dans le fuseau du site à moins qu’un autre ne soit nommé',
    }),
    after('created_after', 'created', {
      en: 'What was made at this moment or later, whatever its publication date',
      fr: 'Ce qui a été créé à ce moment ou plus tard, quelle que soit sa date de publication',
    }),
  ];
};
