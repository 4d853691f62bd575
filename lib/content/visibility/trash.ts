import { toInstant, toWall } from '../../calendar';
import { LONGEST_SLUG } from '../../database';
import type { PostRecord } from '../types';

const TRASHED = '__trashed';

/** Makes the slug of a record in the trash, within the length limit. */
export const trashedSlug = (slug: string): string => {
  const beginning = Array.from(slug).slice(0, LONGEST_SLUG - TRASHED.length);
  return `${beginning.join('').replace(/-+$/, '')}${TRASHED}`;
};

/** Returns the changes that move a record to the trash. Its slug becomes free; `trashed` stores the old status and slug. */
export const toTrash = (record: PostRecord, zone: string): Partial<PostRecord> => ({
  status: 'trash',
  edited: true,
  trashed: { status: record.status, slug: record.slug },
  slug: trashedSlug(record.slug),
  dateUtc: record.dateUtc ?? toWall(toInstant(record.date, zone), 'UTC'),
});
