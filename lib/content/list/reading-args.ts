import type { ContentType } from '../../errors';
import type { Text } from '../../language';
import { searchedText } from '../values';
import { unlockingArg } from '../visibility';

/** The args of routes that read one record by ID. */
export const singleArgs = (type: ContentType) =>
  ({
    id: {
      type: 'integer',
      required: true,
      description: { en: `The ID of the ${type.name.en}`, fr: `L’identifiant (${type.name.fr})` },
    },
    password: unlockingArg(type),
  }) as const;

/** The arg `search` of a list. `description` names the searched texts. */
export const searchArg = (description: Text) => ({ ...words, description }) as const;

const words = searchedText({ en: 'Send the words to look for.', fr: 'Envoyez les mots à chercher.' });
