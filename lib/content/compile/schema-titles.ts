import { capitalized } from '../../language';
import { type Answers, DOCUMENT_SCHEMAS, partsOf, type Schema } from '../../registry';
import { LIST_TITLE, type TypeField } from '../types';

/** What every service answers or takes beside records, and what the OpenAPI document calls so. */
const COMMON: readonly string[] = [
  ...DOCUMENT_SCHEMAS,
  ...['Term', 'TermUrls', 'TermLinks', 'Image', 'Translation', 'Suggestion', 'Suggestions', 'FacetCount', 'FeatureCollection'],
  ...['DateText', 'TimeZoneName', 'WebAddress'],
  ...['NamespaceIndex', 'Route', 'Endpoint', 'OpenApiDocument'],
];

const titlesIn = (schema: Schema): string[] => [
  ...(schema.title === undefined ? [] : [schema.title]),
  ...partsOf(schema).flatMap(titlesIn),
];

/**
 * Makes the function that titles the schema of a kind's records, alike in every language: `Event`, and of `food-stall` `FoodStall`; with `Record`
 * at the end where that is what something is called that the service itself answers.
 */
export function schemaTitles(fields: readonly TypeField[]): (kind: string) => string {
  // What other kinds' records are called is not known yet, and asked of no field.
  const other = (): Answers => ({ type: 'object' });
  const taken = new Set([
    ...COMMON,
    ...fields.flatMap(({ plugin, answer }) => (plugin === undefined && answer ? titlesIn(answer(other)) : [])),
  ]);
  return (kind) => {
    const title = kind
      .split(/[^a-z0-9]+/)
      .map(capitalized)
      .join('');
    return taken.has(title) || title.endsWith(LIST_TITLE) ? `${title}Record` : title;
  };
}
