import { type Services, type TermDeclaration, termParent, usualTermFields } from '../lib/content';

/** The event categories, which form a tree. */
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
  fields: usualTermFields(
    termParent(services, 'categories', {
      en: 'The ID of the category that it is below; a new one is below none unless given, and 0 takes it to the top on updates',
      fr: 'L’identifiant de la catégorie dont elle dépend ; une nouvelle ne dépend d’aucune à défaut, et 0 la remet tout en haut lors des modifications',
    }),
  ),
});
