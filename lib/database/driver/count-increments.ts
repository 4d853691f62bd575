import type { Document } from 'mongodb';

/** An increase of the number of records of a language that name a record. */
export interface CountIncrement {
  readonly language: string;
  /** True if it applies to targets of this language (`count`), false for targets of other languages (`abroad`). */
  readonly isOwn: boolean;
  readonly by: number;
}

/** The paths of the counts by language. */
const COUNTS = /^(?:count|abroad)(?:\.|$)/;

/** The raised counts of an update that `counting.ts` writes; undefined if they are unknown. */
export const incrementsOf = (condition: Document, update: Document, paths: readonly string[]): readonly CountIncrement[] | undefined => {
  const [path, ...others] = paths.filter((one) => COUNTS.test(one));
  if (path === undefined) return [];
  const { _id, language: filtered, ...more } = condition;
  const by: unknown = update['$inc']?.[path];
  if (typeof by !== 'number' || others.length > 0 || Object.keys(more).length > 0) return undefined;
  if (path === 'count' && typeof filtered === 'string') return [{ language: filtered, isOwn: true, by }];
  const language: unknown = filtered?.['$ne'];
  return typeof language === 'string' && Object.keys(filtered).length === 1 && path === `abroad.${language}`
    ? [{ language, isOwn: false, by }]
    : undefined;
};

/** The sum by which changes raise the count of a record. `own` is the record's language, `shown` the counted one. */
export const incrementIn = (increments: readonly CountIncrement[], own: string, shown: string): number =>
  increments.reduce((sum, { language, isOwn, by }) => {
    const isMeant = language === shown && isOwn === (language === own);
    return isMeant ? sum + by : sum;
  }, 0);
