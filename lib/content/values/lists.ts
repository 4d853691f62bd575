import { POST_STATUSES, type PostStatus } from '../../access';
import { errors } from '../../errors';
import { type ArgRequest, MOST_ITEMS, type Schema } from '../../registry';
import { isEmpty, judged, readOnce } from './value';

/** The most records that one field may link to, so that one transaction can write them in time. */
export const MOST_LINKS = 200;

/** Splits a list as WordPress does: an array, or a text with commas. A single value becomes a list of one item. */
export function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value === 'string') return value.split(',').map((part) => part.trim());
  if (typeof value === 'object' && value !== null && Object.keys(value).every((key) => /^\d+$/.test(key))) return Object.values(value);
  return [value];
}

/** Splits a list of a query. Also accepts an object with any keys, unlike lists in bodies. */
export const requestedList = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : listOf(value);

/** Returns the items that are not empty texts: `1,,2` means `1,2`. */
export const named = (items: readonly unknown[]): unknown[] => items.filter((item) => item !== '');

const SLUG = '\\s*(?:[^\\s,0]|0\\s*[^\\s,])[^,]*';

/** The arg of slugs with commas. Refuses empty slugs and `0`. */
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
    refuse: {
      en: `Send one slug, or several with commas between them, at most ${MOST_ITEMS}.`,
      fr: `Envoyez un slug, ou plusieurs séparés par des virgules, ${MOST_ITEMS} au plus.`,
    },
  }),
} as const;

/** The schema of IDs or slugs in a query, separated by commas. */
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

/** Makes the query arg of words from `choices`, separated by commas. */
export const choicesIn = <const C extends string>(choices: readonly C[]) => {
  const items = { type: 'string', enum: choices } as const;
  return {
    type: 'array',
    items,
    ...judged({
      read: (sent) => [...new Set(named(listOf(sent)) as C[])],
      none: [],
      schema: { type: 'array', items, minItems: 1 },
      refuse: {
        en: `Send one or several of: ${choices.join(', ')}.`,
        fr: `Envoyez une ou plusieurs de ces valeurs : ${choices.join(', ')}.`,
      },
    }),
  } as const;
};

/** The arg of a post status. */
export const status = {
  type: 'string',
  ...judged({
    schema: { type: 'string', enum: POST_STATUSES },
    refuse: (sent, name) =>
      sent === true
        ? errors.invalidType(name, ['string'])
        : errors.invalidValue({
            en: `Send one of ${POST_STATUSES.join(', ')}.`,
            fr: `Envoyez l’un de ces statuts : ${POST_STATUSES.join(', ')}.`,
          }),
  }),
} as const;

const ANY_STATUS = `(?:${POST_STATUSES.join('|')})`;

/** The statuses of a list without `status`, as in WordPress. Private records appear only for users who may read them. */
const USUAL: readonly PostStatus[] = ['publish', 'private'];

/** Makes the query arg of statuses with commas. Users without the right to edit may send only `publish`. */
export const statusesIn = (mayEdit: (request: ArgRequest) => boolean) => {
  const allowedTo = (request: ArgRequest): readonly PostStatus[] => (mayEdit(request) ? POST_STATUSES : ['publish']);
  return {
    type: 'string',
    ...readOnce<readonly PostStatus[]>({
      read(sent, request) {
        const requested = isEmpty(sent) ? [] : named(listOf(sent));
        const allowed = allowedTo(request);
        const statuses = requested.flatMap((one) => allowed.find((status) => status === one) ?? []);
        if (statuses.length < requested.length || (requested.length !== 1 && !mayEdit(request))) return undefined;
        return requested.length === 0 ? USUAL : statuses;
      },
      none: USUAL,
      refuse(request) {
        const allowed = allowedTo(request).join(', ');
        return { en: `Send one or several of: ${allowed}.`, fr: `Envoyez un ou plusieurs de ces statuts : ${allowed}.` };
      },
    }),
    accepts: {
      type: 'string',
      pattern: `^(?:0|\\s*(?:${ANY_STATUS}\\s*)?(?:,\\s*(?:${ANY_STATUS}\\s*)?)*)$`,
      patternText: {
        en: `one or several of ${POST_STATUSES.join(', ')}, with commas between them`,
        fr: `un ou plusieurs de ${POST_STATUSES.join(', ')}, séparés par des virgules`,
      },
    },
  } as const;
};
