import { type Services, type TermDeclaration, termName, termParent, termSlug, termText, USUAL_TEXTS } from '../lib/content';

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
  fields: {
    name: termName(USUAL_TEXTS.termName),
    description: termText(USUAL_TEXTS.termText),
    slug: termSlug(USUAL_TEXTS.termSlug),
    parent: termParent(services, 'categories', {
      en: 'The ID of the parent category. 0, the default for new categories, means the top level',
      fr: 'L’identifiant de la catégorie parente. 0, par défaut pour une nouvelle catégorie, désigne le premier niveau',
    }),
  },
});
