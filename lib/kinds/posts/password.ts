import { errors, type Kind } from '../../errors';
import { judged } from '../../values/value';

const LONGEST = 255;

const password = (minLength: 0 | 1) =>
  ({
    type: 'string',
    ...judged({
      schema: { type: 'string', ...(minLength === 1 && { minLength }), maxLength: LONGEST },
      refuse: () =>
        errors.invalidValue({ en: 'Send a password of 1 to 255 characters.', fr: 'Envoyez un mot de passe de 1 à 255 caractères.' }),
    }),
  }) as const;

const descriptionOf = ({ name }: Kind) => ({ en: `The password of the ${name.en}`, fr: `Le mot de passe (${name.fr})` });

/** The arg that unlocks a protected record. */
export const unlockingArg = (kind: Kind) => ({ ...password(1), description: descriptionOf(kind) }) as const;

/** The arg that gives a record a password; the empty text is none. */
export const passwordArg = (kind: Kind) => ({ ...password(0), description: descriptionOf(kind) }) as const;
