import { CATEGORIES } from './term-like/taxonomies';
import type { TermLike } from './term-like/term-kind';

/** The event categories: a tree (SPECIFICATION 4.5). */
export const categories: TermLike = {
  ...CATEGORIES,
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
