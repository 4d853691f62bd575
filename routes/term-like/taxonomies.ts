/** A taxonomy as answers name it: the reference's names are kept (DESIGN 3). */
export interface Taxonomy {
  readonly plural: string;
  /** `tribe_events_cat`, `post_tag`. */
  readonly taxonomy: string;
  /** The folder of the terms' own pages. */
  readonly segment: string;
  readonly hierarchical: boolean;
}

/** The two taxonomies of the calendar (REFERENCE 7). */
export const CATEGORIES: Taxonomy = { plural: 'categories', taxonomy: 'tribe_events_cat', segment: 'events/category', hierarchical: true };
export const TAGS: Taxonomy = { plural: 'tags', taxonomy: 'post_tag', segment: 'tag', hierarchical: false };
