import { errors } from '../../errors';
import type { Text } from '../../language';
import { type Schema, sentForms } from '../../registry';
import { readId } from './read-id';
import { judged } from './value';

/** The schema of a record's ID, as a number or digits. */
export const ID: Schema = {
  type: ['integer', 'string'],
  minimum: 1,
  pattern: '^\\s*[1-9][0-9]*\\s*$',
  patternText: {
    en: 'an ID: a whole number of at least 1, or its digits',
    fr: 'un identifiant : un nombre entier d’au moins 1, ou ses chiffres',
  },
};
/** The schema of a user's ID, in all forms of positive integers of the CMS. */
export const POSITIVE: Schema = sentForms({ type: 'integer', minimum: 1 });

/** The schema of a record's ID, or 0 for none. */
export const NONE_OR_ID: Schema = {
  type: ['integer', 'string'],
  minimum: 0,
  pattern: '^(?:0|\\s*[1-9][0-9]*\\s*)$',
  patternText: {
    en: 'an ID, which is a whole number of at least 1, or its digits; or 0',
    fr: 'un identifiant, qui est un nombre entier d’au moins 1, ou ses chiffres ; ou 0',
  },
};

/** Makes the ID of a record, or 0 for none. `why` is the refusal of anything else. */
export const idOrNone = (why: Text) => {
  // The type refuses null.
  const { sanitize: _, ...value } = judged<number>({
    read: (sent) => (sent === 0 || sent === '0' ? 0 : readId(sent)),
    none: 0,
    schema: { type: 'integer' },
    sent: NONE_OR_ID,
    refuse: () => errors.invalidValue(why),
  });
  return { type: 'integer', ...value } as const;
};
