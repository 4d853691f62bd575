import { capitalized } from '../../language';
import { type Answers, DOCUMENT_SCHEMAS, partsOf, type Schema } from '../../registry';
import { LIST_TITLE, type TypeField } from '../types';

/** Schema titles that every service uses beside those of records. */
const COMMON: readonly string[] = [
  ...DOCUMENT_SCHEMAS,
  ...'Term TermUrls TermLinks Image Translation Suggestion Suggestions FacetCount FeatureCollection FullCalendarEvents'.split(' '),
  ...'DateText TimeZoneName WebAddress NamespaceIndex Route Endpoint OpenApiDocument'.split(' '),
];

const titlesIn = (schema: Schema): string[] => [
  ...(schema.title === undefined ? [] : [schema.title]),
  ...partsOf(schema).flatMap(titlesIn),
];

/**
 * Makes the function that titles the record schema of a type: `food-stall` gives `FoodStall`. If another schema has that title, `Record` is
 * appended.
 */
export function schemaTitles(fields: readonly TypeField[]): (kind: string) => string {
  // The titles of other records are not known yet. None of these schemas uses them.
  const other = (): Answers => ({ type: 'object' });
  const reserved = new Set([
    ...COMMON,
    ...fields.flatMap(({ plugin, answer }) => (plugin === undefined && answer ? titlesIn(answer(other)) : [])),
  ]);
  return (kind) => {
    const title = kind
      .split(/[^a-z0-9]+/)
      .map(capitalized)
      .join('');
    return reserved.has(title) || title.endsWith(LIST_TITLE) ? `${title}Record` : title;
  };
}
