import { errors } from '../../errors';
import { MOST_ITEMS, type Schema } from '../../registry';
import { judged } from './value';

/** The most records that one field may link to, so that they can be written in time. */
export const MOST_LINKS = 200;

/** Splits a list as the CMS does: an array, or a text with commas. A single value is a list of one. */
export function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value === 'string') return value.split(',').map((part) => part.trim());
  if (typeof value === 'object' && value !== null && Object.keys(value).every((key) => /^\d+$/.test(key))) return Object.values(value);
  return [value];
}

/** Splits a list in a query. Unlike in bodies, its keys may have any names. */
export const requestedList = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : listOf(value);

/** Returns the items that are not empty texts: `1,,2` means `1,2`. */
export const named = (items: readonly unknown[]): unknown[] => items.filter((item) => item !== '');

const SLUG = '\\s*(?:[^\\s,0]|0\\s*[^\\s,])[^,]*';

/** One or several slugs with commas between them, none empty or `0`. */
export const slugList = {
  type: 'string',
  ...judged({
    read: (sent) => requestedList(sent).map((slug) => (slug === '0' ? '' : slug)),
    schema: { type: 'array', minItems: 1, maxItems: MOST_ITEMS, items: { type: 'string', minLength: 1 } },
    sent: {
      type: 'string',
      pattern: `^${SLUG}(?:,${SLUG})*$`,
      patternText: {
        en: 'a slug, or several with commas between them, none of them empty or 0',
        fr: 'un slug, ou plusieurs séparés par des virgules, aucun n’étant vide ou 0',
      },
    },
    refuse: () =>
      errors.invalidValue({
        en: `Send one slug, or several with commas between them, at most ${MOST_ITEMS}.`,
        fr: `Envoyez un slug, ou plusieurs séparés par des virgules, ${MOST_ITEMS} au plus.`,
      }),
  }),
} as const;

/** The schema of IDs or slugs in a query, with commas between them. */
export const IDS_OR_SLUGS: Schema = {
  type: 'array',
  items: {
    type: ['integer', 'string'],
    minimum: 1,
    pattern: '^(?:[^0,]|0[^,])',
    patternText: { en: 'an ID of at least 1, or a slug', fr: 'un identifiant d’au moins 1, ou un slug' },
  },
  minItems: 1,
};
