import type { Services } from '../lib/kinds/services';
import type { TermDeclaration } from '../lib/kinds/term-like';
import { termName, termParent, termSlug, termText } from '../lib/kinds/terms/term-fields';

/** The event categories: a tree. */
export const categories = (services: Services): TermDeclaration => ({
  kind: 'category',
  plural: 'categories',
  taxonomy: 'tribe_events_cat',
  segment: 'events/category',
  hierarchical: true,
  name: { en: 'category', fr: 'catégorie' },
  names: { en: 'categories', fr: 'catégories' },
  one: { en: 'a category', fr: 'une catégorie' },
  capability: 'manage_categories',
  fields: {
    name: termName({ en: 'The category name', fr: 'Le nom de la catégorie' }),
    description: termText({ en: 'The category description', fr: 'La description de la catégorie' }),
    slug: termSlug({ en: 'The category slug', fr: 'Le slug de la catégorie' }),
    parent: termParent(services, 'categories', {
      en: 'The ID of the parent category',
      fr: 'L’identifiant de la catégorie parente',
    }),
  },
});
