import type { Document } from 'mongodb';

/** So many more records of a language name one. */
export interface Raise {
  readonly language: string;
  /** Whether that counts where the record that is named is of this language, too (`count`), or where it is of another one (`abroad`). */
  readonly isOwn: boolean;
  readonly by: number;
}

/** The fields that say how many records of each language name one. */
const COUNTS = /^(?:count|abroad)(?:\.|$)/;

/** How an update of records, which changes these paths, raises how many name them, as `counting.ts` writes it; undefined: that is not known. */
export const raisesOf = (condition: Document, update: Document, paths: readonly string[]): readonly Raise[] | undefined => {
  const [path, ...others] = paths.filter((one) => COUNTS.test(one));
  if (path === undefined) return [];
  const { _id, language: asked, ...more } = condition;
  const by: unknown = update['$inc']?.[path];
  if (typeof by !== 'number' || others.length > 0 || Object.keys(more).length > 0) return undefined;
  if (path === 'count' && typeof asked === 'string') return [{ language: asked, isOwn: true, by }];
  const language: unknown = asked?.['$ne'];
  return typeof language === 'string' && Object.keys(asked).length === 1 && path === `abroad.${language}`
    ? [{ language, isOwn: false, by }]
    : undefined;
};

/** By how much such changes raise the count of a record of language `own` in the language `shown`. */
export const raisedIn = (raises: readonly Raise[], own: string, shown: string): number =>
  raises.reduce((sum, { language, isOwn, by }) => {
    const isMeant = language === shown && isOwn === (language === own);
    return isMeant ? sum + by : sum;
  }, 0);
