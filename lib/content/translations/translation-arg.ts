import type { User } from '../../access';
import type { Stored } from '../../database';
import { errors } from '../../errors';
import type { Arg, ArgRequest, ReadValue } from '../../registry';
import type { Services } from '../types';
import { idOrNone } from '../values';
import { originalOf, TRANSLATION_OF, type TranslatedType, unknown } from './original';

/** The arg `translation_of`, which makes a record the translation of another one of its type. 0 removes it from its group. */
export const translationArg = (services: Services, type: TranslatedType) => {
  const id = idOrNone(unknown(type));
  return {
    [TRANSLATION_OF]: {
      ...id,
      async validate(value: unknown, request: ArgRequest, name: string): Promise<ReadValue<number>> {
        const read = id.validate(value, request, name);
        if (read.value === 0) return read;
        const record = request.record as Stored | undefined;
        const { language } = record ?? request;
        await originalOf(services, type, read.value, { record, language, user: request.user as User | undefined });
        return read;
      },
      sanitize(): number {
        throw errors.invalidType(TRANSLATION_OF, ['integer']);
      },
      description: {
        en: `The ID of what it translates, one of the ${type.names.en} in another language: what all translations share is taken from there. 0 for nothing`,
        fr: `L’identifiant de ce qu’il traduit, dans une autre langue (${type.names.fr}) : ce que toutes les traductions partagent en est repris. 0 pour rien`,
      },
    },
  } as const satisfies Record<string, Arg>;
};
