import { capitalized } from '../language';

/** What answers hold beside records, and what the OpenAPI document calls so. */
const TAKEN = new Set(
  'Term TermUrls TermLinks Image Translation DateDetails CostDetails EventJsonLd Place Person Offer NamespaceIndex Route Endpoint Error Problem'.split(
    ' ',
  ),
);

/** The title of the schema of a kind's records, alike in every language: `Event`, and of `food-stall` `FoodStall`. */
export function schemaTitle(kind: string): string {
  const title = kind
    .split(/[^a-z0-9]+/)
    .map(capitalized)
    .join('');
  return TAKEN.has(title) ? `${title}Record` : title;
}
