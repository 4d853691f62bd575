import { searchTerms } from '../lib/calendar/fold';

/** Folded text as a regular expression that means itself. */
const literal = (folded: string) => folded.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

/** The condition that a folded field contains a folded text; none where the text is blank. */
export const containing = (folded: string, field: string): object[] =>
  folded === '' ? [] : [{ [field]: { $regex: literal(folded) } }];

/** The conditions that a field contains every word and phrase of a search and none of its excluded ones (REFERENCE 4.6). */
export function matching(search: string, field: string): object[] {
  const { all, none } = searchTerms(search);
  return [
    ...all.map((term) => ({ [field]: { $regex: literal(term) } })),
    ...none.map((term) => ({ [field]: { $not: { $regex: literal(term) } } })),
  ];
}
