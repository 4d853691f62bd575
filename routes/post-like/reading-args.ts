import { errors, type Kind } from '../../lib/errors';
import type { Text } from '../../lib/language';
import { FILLED } from '../accepted';

/** The args of what reads one record by ID. */
export const singleArgs = ({ name }: Kind) =>
  ({
    id: {
      type: 'integer',
      required: true,
      description: { en: `The ID of the ${name.en}`, fr: `L’identifiant (${name.fr})` },
    },
    password: {
      type: 'string',
      validate(value: unknown): true {
        if (typeof value === 'string' && value !== '' && value.length <= 255) return true;
        throw errors.invalidValue({ en: 'Send a password of 1 to 255 characters.', fr: 'Envoyez un mot de passe de 1 à 255 caractères.' });
      },
      accepts: { type: 'string', minLength: 1, maxLength: 255 },
      description: { en: `The password of the ${name.en}`, fr: `Le mot de passe (${name.fr})` },
    },
  }) as const;

/** The arg that searches the records of a list; `search` says what it searches. */
export const searchArg = ({ search }: { readonly search: Text }) =>
  ({
    type: 'string',
    validate(value: unknown): true {
      if (typeof value === 'string' && value !== '' && value !== '0') return true;
      throw errors.invalidValue({ en: 'Send the words to look for.', fr: 'Envoyez les mots à chercher.' });
    },
    accepts: FILLED,
    description: search,
  }) as const;
