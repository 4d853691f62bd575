import type { FilteredName } from '../events/calendars';

/** The name of a calendar or feed. It is loaded with the first of them, since it needs the words of pages. */
export const filteredName: FilteredName = (params, language, services) => {
  const { calendarName } = require('../site/subscriptions/calendar-name') as typeof import('../site/subscriptions/calendar-name');
  return calendarName(params, language, services);
};
