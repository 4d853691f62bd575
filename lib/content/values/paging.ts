import { errors } from '../../errors';
import type { Text } from '../../language';
import { type ArgRequest, type ReadValue, readAs } from '../../registry';
import { readPositiveInteger } from './read-id';
import { judged } from './value';

const NO_PAGE: Text = { en: 'Send a whole number, 1 or more.', fr: 'Envoyez un nombre entier, 1 ou plus.' };

/** A whole number from 1 on; a maximum would be rounded, and taken for that of lengths, which are clamped. */
const count = (most = Number.POSITIVE_INFINITY) =>
  ({
    type: 'integer',
    ...judged({
      read(sent) {
        const said = readPositiveInteger(sent);
        return said && Math.min(said, most);
      },
      none: 1,
      schema: { type: 'integer', format: 'int64', minimum: 1 },
      refuse: () => errors.invalidValue(NO_PAGE),
    }),
  }) as const;

/** How long a page is where nothing is asked for. */
export const defaultPerPage = (maxPerPage: number): number => Math.min(10, maxPerPage);

const NO_PAGE_BESIDE = (beside: string): Text => ({
  en: `Send a whole number, 1 or more; 0 together with ${beside}.`,
  fr: `Envoyez un nombre entier, 1 ou plus ; 0 avec ${beside}.`,
});

const isNought = (value: unknown): boolean => value === 0 || (typeof value === 'string' && /^\s*\+?0+\s*$/.test(value));

/** How many results a page has; none where another arg asks for something beside them. */
const pageLength = (most: number, beside: string | undefined) => {
  const some = count(most);
  if (beside === undefined) return some;
  return {
    ...some,
    validate(value: unknown, request: ArgRequest, name: string): ReadValue<number> {
      if (!isNought(value)) return some.validate(value, request, name);
      if (request.params[beside] === undefined) throw errors.invalidValue(NO_PAGE_BESIDE(beside));
      return readAs(0);
    },
  } as const;
};

/** The args of every list's paging; more than the most is clamped, not refused. Together with the arg `beside`, a page of none can be asked for. */
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
