import type { Text } from '../../language';

export const PAGE_WORDS = {
  pages: { en: 'Pages', fr: 'Pages de la liste' },
  previousPage: { en: 'Previous page', fr: 'Page précédente' },
  nextPage: { en: 'Next page', fr: 'Page suivante' },
  empty: { en: 'The list is empty.', fr: 'La liste est vide.' },
  yes: { en: 'Yes', fr: 'Oui' },
  no: { en: 'No', fr: 'Non' },
  unpublished: { en: 'Not published', fr: 'Non publié' },
  narrower: { en: 'More precisely', fr: 'Plus précisément' },
  programs: { en: 'For programs', fr: 'Pour les programmes' },
  documentation: { en: 'Documentation of the API', fr: 'Documentation de l’API' },
  errors: { en: 'Error codes', fr: 'Codes d’erreur' },
  index: { en: 'Index of the API', fr: 'Index de l’API' },
  asData: { en: 'This page as JSON', fr: 'Cette page en JSON' },
  moved: { en: 'This page has moved', fr: 'Cette page a changé d’adresse' },
  toIt: { en: 'Open the page', fr: 'Ouvrir la page' },
  lost: { en: 'Page not found', fr: 'Page introuvable' },
  isLost: {
    en: 'The address may be old or misspelt. Search for the page:',
    fr: 'L’adresse est peut-être ancienne ou mal écrite. Recherchez la page\u00a0:',
  },
  refused: { en: 'This page cannot be shown', fr: 'Cette page ne peut pas être affichée' },
} as const satisfies Record<string, Text>;
