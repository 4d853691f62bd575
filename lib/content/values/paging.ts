import { errors } from '../../errors';
import type { Text } from '../../language';
import { readPositiveInteger } from './ids';
import { convertingArg } from './value';

/** Makes the arg of an integer of at least 1. Reduces greater numbers to `most`. Accepts 0 if the client also sends the arg `beside`. */
const count = (most = Number.POSITIVE_INFINITY, beside?: string) =>
  ({
    type: 'integer',
    ...convertingArg<number>({
      read(sent, { params }) {
        const number = readPositiveInteger(sent);
        if (number !== undefined) return Math.min(number, most);
        if (beside === undefined || !(sent === 0 || (typeof sent === 'string' && /^\s*\+?0+\s*$/.test(sent)))) return undefined;
        if (params[beside] !== undefined) return 0;
        throw errors.invalidValue({
          en: `Send a whole number, 1 or more. 0 is allowed together with ${beside}.`,
          fr: `Envoyez un nombre entier, 1 ou plus. 0 est permis avec ${beside}.`,
        });
      },
      none: 1,
      refuse: { en: 'Send a whole number, 1 or more.', fr: 'Envoyez un nombre entier, 1 ou plus.' },
    }),
    // A number above `most` is valid, so the schema has no maximum.
    accepts: { type: 'integer', format: 'int64', minimum: 1 },
  }) as const;

export const defaultPerPage = (maxPerPage: number): number => Math.min(10, maxPerPage);

/** Makes the paging args of a list. If the client sends the arg `beside`, `per_page` may be 0. */
export const paging = (maxPerPage: number, of: Text, beside?: string) =>
  ({
    page: {
      ...count(),
      default: 1,
      description: { en: 'The page of the list, counted from 1', fr: 'La page de la liste, comptée à partir de 1' },
    },
    per_page: {
      ...count(maxPerPage, beside),
      default: defaultPerPage(maxPerPage),
      description: {
        en: `The number of ${of.en} on a page. More than ${maxPerPage} counts as ${maxPerPage}${beside ? `. With ${beside}, 0 is allowed` : ''}`,
        fr: `Le nombre d’éléments par page (${of.fr}). Un nombre supérieur à ${maxPerPage} est ramené à ${maxPerPage}${beside ? `. Avec ${beside}, 0 est permis` : ''}`,
      },
    },
  }) as const;
