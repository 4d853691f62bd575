import { errors, type Kind } from '../../errors';

/** The arg that unlocks a protected record. */
export const unlockingArg = ({ name }: Kind) =>
  ({
    type: 'string',
    validate: isPassword,
    accepts: { type: 'string', minLength: 1, maxLength: 255 },
    description: { en: `The password of the ${name.en}`, fr: `Le mot de passe (${name.fr})` },
  }) as const;

/** The arg that gives a record a password; the empty text is none (DIFFERENCES 10 and 45). */
export const passwordArg = (kind: Kind) =>
  ({
    ...unlockingArg(kind),
    validate: (value: unknown): true => value === '' || isPassword(value),
    accepts: { type: 'string', maxLength: 255 },
  }) as const;

function isPassword(value: unknown): true {
  if (typeof value === 'string' && value !== '' && value.length <= 255) return true;
  throw errors.invalidValue({ en: 'Send a password of 1 to 255 characters.', fr: 'Envoyez un mot de passe de 1 à 255 caractères.' });
}
