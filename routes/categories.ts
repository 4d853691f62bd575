import type { TermDeclaration } from '../lib/content';

export const categories: TermDeclaration = {
  kind: 'category',
  plural: 'categories',
  taxonomy: 'tribe_events_cat',
  segment: 'events/category',
  hierarchical: true,
  name: { en: 'category', fr: 'catégorie' },
  names: { en: 'categories', fr: 'catégories' },
  one: { en: 'a category', fr: 'une catégorie' },
  capability: 'manage_categories',
  parentDescription: {
    en: 'The ID of the parent category. 0, the default for new categories, means the top level',
    fr: 'L’identifiant de la catégorie parente. 0, par défaut pour une nouvelle catégorie, désigne le premier niveau',
  },
};
