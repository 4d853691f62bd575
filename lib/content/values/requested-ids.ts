import { errors } from '../../errors';
import type { Text } from '../../language';
import type { ArgRequest } from '../../registry';
import { named, requestedList } from './lists';
import { readId, readPositiveInteger } from './read-id';
import { readOnce } from './read-once';

const NO_ID: Text = {
  en: 'Send the ID of one that exists and that you may read.',
  fr: 'Envoyez l’identifiant d’un élément existant que vous pouvez lire.',
};

/** Makes the ID of an existing record in a query. */
export const idIn = (exists: (id: number, request: ArgRequest) => Promise<boolean>) =>
  ({
    type: 'integer',
    ...readOnce({
      async read(sent, request) {
        const id = readId(sent);
        return id !== undefined && (await exists(id, request)) ? id : undefined;
      },
      none: 0,
      refuse: () => errors.invalidValue(NO_ID),
    }),
    accepts: { type: 'integer', minimum: 1 },
  }) as const;

const NO_IDS: Text = {
  en: 'Send IDs that exist: one, a list, or several with commas between them.',
  fr: 'Envoyez des identifiants existants : un seul, une liste, ou plusieurs séparés par des virgules.',
};

/** Makes IDs in a query, with commas between them. With `exist`, unknown ones are refused. */
export const idsIn = (exist?: (ids: readonly number[], request: ArgRequest) => Promise<boolean>) => {
  return {
    type: 'array',
    items: { type: 'integer' },
    ...readOnce<number[]>({
      async read(sent, request) {
        const ids = named(requestedList(sent)).map(readPositiveInteger);
        const isList = (some: typeof ids): some is number[] => some.length > 0 && !some.includes(undefined);
        return isList(ids) && (await (exist?.(ids, request) ?? true)) ? [...new Set(ids)] : undefined;
      },
      none: [],
      refuse: () => errors.invalidValue(NO_IDS),
    }),
    accepts: { type: 'array', items: { type: 'integer', format: 'int64', minimum: 1 }, minItems: 1 },
  } as const;
};
