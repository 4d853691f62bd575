import { type ContentType, errors } from '../../errors';
import { judged } from '../values';

const LONGEST = 255;

const password = (minLength: 0 | 1) =>
  ({
    type: 'string',
    ...judged({
      schema: { type: 'string', ...(minLength === 1 && { minLength }), maxLength: LONGEST },
      refuse: () =>
        errors.invalidValue({
          en: `Send a password of 1 to ${LONGEST} characters.`,
          fr: `Envoyez un mot de passe de 1 à ${LONGEST} caractères.`,
        }),
    }),
  }) as const;

/** The arg `password` that unlocks a protected record. */
export const unlockingArg = (type: ContentType) =>
  ({
    ...password(1),
    description: {
      en: `The password of the ${type.name.en}, where it has one; who may edit it needs none`,
      fr: `Le mot de passe (${type.name.fr}), s’il y en a un ; qui peut modifier n’en a pas besoin`,
    },
  }) as const;

/** The arg `password` that protects a record. The empty text removes the protection. */
export const passwordArg = (type: ContentType) =>
  ({
    ...password(0),
    description: {
      en: `What must be sent to read the ${type.name.en}, of which lists then show others little more than title and dates; an empty text for none`,
      fr: `Ce qu’il faut envoyer pour lire l’élément (${type.name.fr}) ; les listes n’en montrent alors guère aux autres que le titre et les dates. Un texte vide pour aucun`,
    },
  }) as const;
