/** The fields of events that name others, and the plurals of what they name: filters, facets and pages call them alike. */
export const EVENT_LINKS = { categories: 'categories', tags: 'tags', venue: 'venues', organizer: 'organizers' } as const;
