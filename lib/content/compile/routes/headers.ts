import { isServed, type Language, type Served } from '../../../language';
import type { DeclaredHeaders, RequestHeaderArgs } from '../../../registry';
import { checkedArg } from '../../values';

/** The request header `If-Match`, which prevents lost updates. */
export const IF_MATCH_REQUEST_HEADER = {
  'If-Match': {
    type: 'string',
    description: {
      en: 'The ETag of the record that you read. If the record has changed since, the request changes nothing (412). Without this header the last write wins.',
      fr: 'L’ETag de l’enregistrement que vous avez lu. S’il a été modifié depuis, la requête ne change rien (412). Sans cet en-tête, la dernière écriture l’emporte.',
    },
  },
} as const satisfies RequestHeaderArgs;

/** The request header `Idempotency-Key`, which lets clients repeat a creation safely. Quotation marks are optional. */
export const IDEMPOTENCY_REQUEST_HEADER = {
  'Idempotency-Key': {
    type: 'string',
    ...checkedArg({
      schema: {
        type: 'string',
        pattern: '^(?:[!-~]{1,255}|"[!-~]{1,255}")$',
        patternText: {
          en: 'from 1 to 255 visible ASCII characters without spaces, with or without quotation marks',
          fr: 'de 1 à 255 caractères ASCII visibles sans espaces, avec ou sans guillemets droits',
        },
      },
      refuse: {
        en: 'Send a key of 1 to 255 visible ASCII characters, without spaces.',
        fr: 'Envoyez une clé de 1 à 255 caractères ASCII visibles, sans espaces.',
      },
    }),
    description: {
      en: 'A key of your choice, such as a UUID, of 1 to 255 visible characters. If you send the same request again within 24 hours, it gets the same answer and creates nothing.',
      fr: 'Une clé de votre choix, par exemple un UUID, de 1 à 255 caractères visibles. La même requête renvoyée dans les 24 heures reçoit la même réponse et ne crée rien.',
    },
  },
} as const satisfies RequestHeaderArgs;

export const ETAG_RESPONSE_HEADER: DeclaredHeaders = {
  ETag: {
    type: 'string',
    description: {
      en: 'The current ETag of the record, for If-Match.',
      fr: 'L’ETag actuel de l’enregistrement, pour If-Match.',
    },
  },
};

const CHANGED_TRANSLATIONS = 'Changed-Translations';

export const UPDATE_RESPONSE_HEADERS: DeclaredHeaders = {
  ...ETAG_RESPONSE_HEADER,
  [CHANGED_TRANSLATIONS]: {
    type: 'string',
    description: {
      en: 'The languages of the translations that changed with the record, since they share the sent values. Published translations show the change at once.',
      fr: 'Les langues des traductions modifiées avec l’enregistrement, car elles partagent les valeurs envoyées. Les traductions publiées montrent aussitôt le changement.',
    },
  },
};

/** Makes the response header with the served languages of changed translations. */
export const changedTranslations = (languages: readonly Language[], served: Served): Record<string, string> => {
  const named = languages.filter((language) => isServed(language, served));
  return named.length === 0 ? {} : { [CHANGED_TRANSLATIONS]: named.join(', ') };
};

export const CREATION_RESPONSE_HEADERS: DeclaredHeaders = {
  ...UPDATE_RESPONSE_HEADERS,
  'Idempotency-Replayed': {
    type: 'string',
    enum: ['true'],
    description: {
      en: 'Present if this is the answer of an earlier request with the same Idempotency-Key.',
      fr: 'Présent si cette réponse est celle d’une requête antérieure portant la même Idempotency-Key.',
    },
  },
  Location: {
    type: 'string',
    required: true,
    description: { en: 'The address of the new record.', fr: 'L’adresse du nouvel enregistrement.' },
  },
};
