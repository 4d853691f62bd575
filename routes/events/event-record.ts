import type { PostRecord } from '../../lib/kinds/post-like/post-record';

/** A stored event: walls `YYYY-MM-DD HH:MM:SS` in `timezone`, the instants that they mean, links as IDs. */
export interface EventRecord extends PostRecord {
  readonly title: string;
  readonly startDate: string;
  readonly endDate: string;
  readonly timezone: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly allDay: boolean;
  /** What was said of the cost; empty where nothing was. */
  readonly cost: readonly string[];
  /** Empty where it was taken away; absent where there never was one. */
  readonly website?: string;
  readonly showMap: boolean;
  readonly showMapLink: boolean;
  /** `hide_from_listings`: no list shows it. */
  readonly hidden: boolean;
  readonly sticky: boolean;
  readonly featured: boolean;
  readonly categories: readonly number[];
  readonly tags: readonly number[];
  readonly venues: readonly number[];
  readonly organizers: readonly number[];
  /** ID of the parent event; 0 without. */
  readonly parent: number;
}

/** A stored venue or organizer: a record that events link to. */
export interface LinkedRecord extends PostRecord {
  readonly name: string;
  /** How many published, unprotected events link to it. */
  readonly count: number;
  /** When the last of these ends; null without any. */
  readonly until: Date | null;
}
