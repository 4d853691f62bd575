import { errors } from '../../errors';
import type { Text } from '../../language';
import { type Schema, sentForms } from '../../registry';
import { readId } from './read-id';
import { judged } from './value';

/** The ID of a record, as a number or as digits. */
export const ID: Schema = {
  type: ['integer', 'string'],
  minimum: 1,
  pattern: '^\\s*[1-9][0-9]*\\s*$',
  patternText: {
    en: 'an ID: a whole number of at least 1, or its digits',
    fr: 'un identifiant : un nombre entier d’au moins 1, ou ses chiffres',
  },
};
/** The ID of a user, written as the CMS' positive integers can be. */
export const POSITIVE: Schema = sentForms({ type: 'integer', minimum: 1 });

/** The ID of a record, or 0 for none. */
export const NONE_OR_ID: Schema = {
  type: ['integer', 'string'],
  minimum: 0,
  pattern: '^(?:0|\\s*[1-9][0-9]*\\s*)$',
  patternText: {
    en: 'an ID, which is a whole number of at least 1, or its digits; or 0',
    fr: 'un identifiant, qui est un nombre entier d’au moins 1, ou ses chiffres ; ou 0',
  },
};

/** The ID of a record, or 0 for none; `why` says no to anything else. */
export const idOrNone = (why: Text) => {
  // A null is refused by the type.
  const { sanitize: _, ...value } = judged<number>({
    read: (sent) => (sent === 0 || sent === '0' ? 0 : readId(sent)),
    none: 0,
    schema: { type: 'integer' },
    sent: NONE_OR_ID,
    refuse: () => errors.invalidValue(why),
  });
  return { type: 'integer', ...value } as const;
};
