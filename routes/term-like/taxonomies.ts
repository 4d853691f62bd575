import type { Taxonomy } from './term-presenting';

/** The two taxonomies of the calendar (REFERENCE 7). */
export const CATEGORIES: Taxonomy = { plural: 'categories', taxonomy: 'tribe_events_cat', segment: 'events/category', hierarchical: true };
export const TAGS: Taxonomy = { plural: 'tags', taxonomy: 'post_tag', segment: 'tag', hierarchical: false };
