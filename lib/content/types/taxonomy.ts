/** The names of a taxonomy in answers. */
export interface Taxonomy {
  readonly namespace: string;
  readonly plural: string;
  /** The name in the CMS: `tribe_events_cat`, `post_tag`. */
  readonly taxonomy: string;
  /** The folder of the terms' pages. */
  readonly segment: string;
  readonly hierarchical: boolean;
}
