import type { Text } from '../../../lib/language';

export const EMBED_WORDS = {
  all: { en: 'All events', fr: 'Tous les évènements' },
  put: { en: 'Put this list on your site', fr: 'Mettre cette liste sur votre site' },
  code: { en: 'The code of this list', fr: 'Le code de cette liste' },
  anywhere: {
    en: 'Copy this code into a page of your site: the list there is always up to date.',
    fr: 'Copiez ce code dans une page de votre site\u00a0: la liste y reste toujours à jour.',
  },
  onSites: (sites: string): Text => ({
    en: `Copy this code into a page of your site: the list there is always up to date. It is shown on ${sites} and nowhere else.`,
    fr: `Copiez ce code dans une page de votre site\u00a0: la liste y reste toujours à jour. Elle s’affiche sur ${sites} et nulle part ailleurs.`,
  }),
  noLimit: { en: 'Send a number of events, from 1 to 50.', fr: 'Envoyez un nombre d’évènements, de 1 à 50.' },
  noTheme: { en: 'Send light or dark, or leave it out.', fr: 'Envoyez light ou dark, ou omettez-le.' },
  noEvent: { en: 'Send the ID of an event.', fr: 'Envoyez l’identifiant d’un évènement.' },
} as const;
