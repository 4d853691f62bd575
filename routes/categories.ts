import type { TermLike } from '../lib/kinds/term-like';
import { NAMESPACE } from './namespace';

/** The event categories: a tree (SPECIFICATION 4.5). */
export const categories: TermLike = {
  namespace: NAMESPACE,
  plural: 'categories',
  taxonomy: 'tribe_events_cat',
  segment: 'events/category',
  hierarchical: true,
  kind: 'category',
  name: { en: 'category', fr: 'catégorie' },
  names: { en: 'categories', fr: 'catégories' },
  one: { en: 'a category', fr: 'une catégorie' },
  capability: 'manage_categories',
  fields: {
    name: { en: 'The category name', fr: 'Le nom de la catégorie' },
    description: { en: 'The category description', fr: 'La description de la catégorie' },
    slug: { en: 'The category slug', fr: 'Le slug de la catégorie' },
    parent: { en: 'The ID of the parent category', fr: 'L’identifiant de la catégorie parente' },
  },
};
