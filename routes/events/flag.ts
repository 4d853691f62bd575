import type { OwnField } from '../../lib/content';
import type { Text } from '../../lib/language';

/** Makes a boolean field of events. Lists show null for protected events. */
export const flag = <const S extends string>(as: S, description: Text, shown: Text) =>
  ({
    type: 'boolean',
    as,
    empty: false,
    shared: true,
    nulled: 'refused',
    hidden: null,
    answers: {
      type: ['boolean', 'null'],
      required: true,
      description: {
        en: `${shown.en}; null in a list that hides it, since the event is protected`,
        fr: `${shown.fr} ; null dans une liste qui le cache, l’évènement étant protégé`,
      },
    },
    description,
  }) as const satisfies OwnField;
