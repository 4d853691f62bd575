import { errors } from '../errors';
import type { Text } from '../language';
import { readPositiveInteger } from './ids';
import { judged } from './value';

const NO_PAGE: Text = { en: 'Send a whole number, 1 or more.', fr: 'Envoyez un nombre entier, 1 ou plus.' };

/** A whole number from 1 on; a maximum would be rounded, and taken for that of lengths, which are clamped. */
const count = (most = Number.POSITIVE_INFINITY) =>
  ({
    type: 'integer',
    ...judged({
      read: readPositiveInteger,
      schema: { type: 'integer', format: 'int64', minimum: 1 },
      refuse: () => errors.invalidValue(NO_PAGE),
    }),
    sanitize: (value: unknown): number => Math.min(readPositiveInteger(value) ?? 1, most),
  }) as const;

/** How long a page is where nothing is asked for. */
export const defaultPerPage = (maxPerPage: number): number => Math.min(10, maxPerPage);

/** The args of every list's paging; more than the most is clamped, not refused. */
export const paging = (maxPerPage: number, of: Text) =>
  ({
    page: { ...count(), default: 1, description: { en: 'The page of results to return', fr: 'La page de résultats à renvoyer' } },
    per_page: {
      ...count(maxPerPage),
      default: defaultPerPage(maxPerPage),
      description: { en: `How many ${of.en} to return on a page`, fr: `Le nombre à renvoyer par page (${of.fr})` },
    },
  }) as const;
