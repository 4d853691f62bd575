import type { FilteredName } from '../events/calendar/calendars';

/** Makes the name of a calendar or feed. The module is loaded late, since it needs the words of pages. */
export const filteredName: FilteredName = (params, language, services) => {
  const { calendarName } = require('../site/subscriptions/calendar-name') as typeof import('../site/subscriptions/calendar-name');
  return calendarName(params, language, services);
};
