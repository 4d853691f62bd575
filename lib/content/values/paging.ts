import { errors } from '../../errors';
import type { Text } from '../../language';
import { type ArgRequest, type ReadValue, readAs } from '../../registry';
import { readPositiveInteger } from './ids';
import { judged } from './value';

/** A whole number of at least 1. Greater numbers than `most` are reduced to it, so the schema has no maximum. */
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

/** Returns the default page length. */
export const defaultPerPage = (maxPerPage: number): number => Math.min(10, maxPerPage);

/** The page length. With `beside`, 0 is accepted if that arg is sent. */
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

/** Makes the paging args of a list. With `beside`, a page without records can be asked for together with that arg. */
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
