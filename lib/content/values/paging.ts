import { errors } from '../../errors';
import type { Text } from '../../language';
import { type ArgRequest, type ReadValue, readAs } from '../../registry';
import { readPositiveInteger } from './ids';
import { judged } from './value';

/** Makes the arg of an integer of at least 1. Reduces greater numbers to `most`, so the schema has no maximum. */
const count = (most = Number.POSITIVE_INFINITY) =>
  ({
    type: 'integer',
    ...judged({
      read(sent) {
        const number = readPositiveInteger(sent);
        return number && Math.min(number, most);
      },
      none: 1,
      schema: { type: 'integer', format: 'int64', minimum: 1 },
      refuse: { en: 'Send a whole number, 1 or more.', fr: 'Envoyez un nombre entier, 1 ou plus.' },
    }),
  }) as const;

/** Returns the default number of records on a page. */
export const defaultPerPage = (maxPerPage: number): number => Math.min(10, maxPerPage);

/** Makes the arg `per_page`. Accepts 0 if the client also sends the arg `beside`. */
const pageLength = (most: number, beside: string | undefined) => {
  const some = count(most);
  if (beside === undefined) return some;
  return {
    ...some,
    validate(value: unknown, request: ArgRequest, name: string): ReadValue<number> {
      if (value !== 0 && !(typeof value === 'string' && /^\s*\+?0+\s*$/.test(value))) return some.validate(value, request, name);
      if (request.params[beside] !== undefined) return readAs(0);
      throw errors.invalidValue({
        en: `Send a whole number, 1 or more; 0 together with ${beside}.`,
        fr: `Envoyez un nombre entier, 1 ou plus ; 0 avec ${beside}.`,
      });
    },
  } as const;
};

/** Makes the paging args of a list. If the client sends the arg `beside`, `per_page` may be 0. */
export const paging = (maxPerPage: number, of: Text, beside?: string) =>
  ({
    page: {
      ...count(),
      default: 1,
      description: { en: 'Which page of the list, counted from 1', fr: 'La page de la liste, comptée à partir de 1' },
    },
    per_page: {
      ...pageLength(maxPerPage, beside),
      default: defaultPerPage(maxPerPage),
      description: {
        en: `How many ${of.en} a page has; more than ${maxPerPage} is taken as ${maxPerPage}${beside ? `, and 0, with ${beside}, is none` : ''}`,
        fr: `Combien d’éléments par page (${of.fr}) ; plus de ${maxPerPage} vaut ${maxPerPage}${beside ? `, et 0, avec ${beside}, aucun` : ''}`,
      },
    },
  }) as const;
