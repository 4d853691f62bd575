import type { Text } from '../../language';

export const PAGE_WORDS = {
  pages: { en: 'Pages', fr: 'Pages de la liste' },
  previousPage: { en: 'Previous page', fr: 'Page précédente' },
  nextPage: { en: 'Next page', fr: 'Page suivante' },
  empty: { en: 'There are none.', fr: 'Il n’y en a pas.' },
  yes: { en: 'Yes', fr: 'Oui' },
  no: { en: 'No', fr: 'Non' },
  unpublished: { en: 'Not published', fr: 'Non publié' },
  narrower: { en: 'More precisely', fr: 'Plus précisément' },
  programs: { en: 'For programs', fr: 'Pour les programmes' },
  documentation: { en: 'Documentation of the API', fr: 'Documentation de l’API' },
  errors: { en: 'Error codes', fr: 'Codes d’erreur' },
  index: { en: 'Index of the API', fr: 'Index de l’API' },
  asData: { en: 'This page as JSON', fr: 'Cette page en JSON' },
  moved: { en: 'This page is elsewhere', fr: 'Cette page est ailleurs' },
  toIt: { en: 'Go there', fr: 'Y aller' },
  lost: { en: 'There is no such page', fr: 'Cette page n’existe pas' },
  isLost: {
    en: 'The address may be old, or misspelt. Look for what you mean:',
    fr: 'L’adresse est peut-être ancienne ou mal écrite. Cherchez ce dont il s’agit\u00a0:',
  },
  refused: { en: 'This page cannot be shown', fr: 'Cette page ne peut pas être affichée' },
} as const satisfies Record<string, Text>;
