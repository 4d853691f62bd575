import { errors } from '../../../errors';
import type { RequestHeaderArgs } from '../../../registry';
import { judged } from '../../values';

/** The request header `If-Match`, which prevents lost updates. */
export const CHANGE_REQUEST_HEADERS = {
  'If-Match': {
    type: 'string',
    description: {
      en: 'The ETag of the record as it was read: where somebody has written it since, nothing is changed (412). Without it the last write wins.',
      fr: 'L’ETag de l’enregistrement tel qu’il a été lu : si quelqu’un l’a modifié depuis, rien n’est changé (412). Sans lui, la dernière écriture l’emporte.',
    },
  },
} as const satisfies RequestHeaderArgs;

/** The request header `Idempotency-Key`, by which a repeated creation runs once. Quotation marks are optional. */
export const CREATION_REQUEST_HEADERS = {
  'Idempotency-Key': {
    type: 'string',
    ...judged({
      schema: {
        type: 'string',
        pattern: '^(?:[!-~]{1,255}|"[!-~]{1,255}")$',
        patternText: {
          en: 'from 1 to 255 visible characters of ASCII without blanks, in quotation marks or not',
          fr: 'de 1 à 255 caractères ASCII visibles sans espaces, entre guillemets droits ou non',
        },
      },
      refuse: () =>
        errors.invalidValue({
          en: 'Send a key of 1 to 255 visible characters of ASCII, without blanks.',
          fr: 'Envoyez une clé de 1 à 255 caractères ASCII visibles, sans espaces.',
        }),
    }),
    description: {
      en: 'A key of your own, 1 to 255 visible characters, such as a UUID: sent again within 24 hours, the same request gets the same answer and creates nothing.',
      fr: 'Une clé de votre choix, de 1 à 255 caractères visibles, par exemple un UUID : renvoyée dans les 24 heures, la même requête reçoit la même réponse et ne crée rien.',
    },
  },
} as const satisfies RequestHeaderArgs;
