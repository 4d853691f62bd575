import type { PresentLayout } from './present-layout';
import type { Stored } from './record';

/** What a record whose `count` is kept notes beside it: whether that is more than none. It seldom changes, so that indexes hold it, and not the count. */
export const usedBy = (count: number): Required<Pick<Stored, 'used'>> => ({ used: count > 0 });

/** Tells the records that others link to from those that nothing links to. */
export interface Usage {
  /** What records meet that are used, or are not. */
  where(isUsed: boolean): object;
}

/** Makes what looks at counts until every record says whether it is used. */
export const createUsage = (layout: Pick<PresentLayout, 'isEverywhere'>): Usage => ({
  where: (used) => (layout.isEverywhere() ? { used } : { count: used ? { $gt: 0 } : 0 }),
});
