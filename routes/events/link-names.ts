/** The wire names of links of events, with the plurals of their targets. */
export const EVENT_LINKS = { categories: 'categories', tags: 'tags', venue: 'venues', organizer: 'organizers' } as const;
