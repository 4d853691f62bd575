import type { FilteredName } from '../events/calendar/calendars';

/** Returns the name of a calendar or feed. Its module is loaded on first use, since it needs the texts of pages. */
export const filteredName: FilteredName = (params, language, services) => {
  const { calendarName } = require('../site/subscriptions/calendar-name') as typeof import('../site/subscriptions/calendar-name');
  return calendarName(params, language, services);
};
