/** A taxonomy as answers name it, by the names that clients know. */
export interface Taxonomy {
  readonly namespace: string;
  readonly plural: string;
  /** `tribe_events_cat`, `post_tag`. */
  readonly taxonomy: string;
  /** The folder of the terms' own pages. */
  readonly segment: string;
  readonly hierarchical: boolean;
}
