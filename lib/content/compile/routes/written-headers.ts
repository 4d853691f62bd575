import { isServed, type Language, type Served } from '../../../language';
import type { DeclaredHeaders } from '../../../registry';

/** The headers of answers that show a changed record. */
export const CHANGE_HEADERS: DeclaredHeaders = {
  ETag: {
    type: 'string',
    description: {
      en: 'The tag of the record as it is now, for If-Match.',
      fr: 'L’étiquette de l’enregistrement tel qu’il est désormais, pour If-Match.',
    },
  },
};

const CHANGED_TRANSLATIONS = 'Changed-Translations';

/** The headers of answers to creations and updates. */
export const UPDATE_HEADERS: DeclaredHeaders = {
  ...CHANGE_HEADERS,
  [CHANGED_TRANSLATIONS]: {
    type: 'string',
    description: {
      en: 'The languages of the translations that were changed with the record, since they share what was sent: what is published is seen at once.',
      fr: 'Les langues des traductions modifiées avec l’enregistrement, car elles partagent ce qui a été envoyé : ce qui est publié se voit aussitôt.',
    },
  },
};

/** Makes the header that names the languages of changed translations, if they are served. */
export const changedTranslations = (languages: readonly Language[], served: Served): Record<string, string> => {
  const named = languages.filter((language) => isServed(language, served));
  return named.length === 0 ? {} : { [CHANGED_TRANSLATIONS]: named.join(', ') };
};

/** The headers of answers to creations. */
export const CREATION_HEADERS: DeclaredHeaders = {
  ...UPDATE_HEADERS,
  'Idempotency-Replayed': {
    type: 'string',
    enum: ['true'],
    description: {
      en: 'That this is the answer of an earlier request with the same Idempotency-Key.',
      fr: 'Indique que cette réponse est celle d’une requête antérieure portant la même Idempotency-Key.',
    },
  },
  Location: {
    type: 'string',
    required: true,
    description: { en: 'The address of the new record.', fr: 'L’adresse du nouvel enregistrement.' },
  },
};
