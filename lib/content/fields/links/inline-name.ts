import { errors, invalidParam } from '../../../errors';
import type { Text } from '../../../language';
import { title } from '../lines';

const BLANK_NAME: Text = { en: 'Send a name that is not blank.', fr: 'Envoyez un nom qui ne soit pas vide.' };

/** The name of records that inline links can create. Its wire name is the singular of the type. */
export const inlineName = <const K extends string>(kind: K, description: Text) =>
  ({
    ...title(description, (arg, isNew) =>
      isNew ? errors.couldNotCreate({ kind, name: description }, BLANK_NAME) : invalidParam(arg, BLANK_NAME),
    ),
    as: 'name',
    answers: { type: 'string', required: true, description: { en: 'The name', fr: 'Le nom' } },
  }) as const;
