import { excerptHtml, isVisible, oneLine, paragraphs, plainText, sanitizeHtml, textOf } from '../../calendar';
import { errors, invalidParam } from '../../errors';
import type { Text } from '../../language';
import type { ArgRequest } from '../../registry';
import type { FieldFactory, OwnField, PostRecord, Shared, WriteContext } from '../types';
import {
  anyText,
  clearableText,
  EMPTY,
  either,
  filledText,
  LIMITS,
  type Limit,
  LONGEST,
  nameText,
  refuseOverLimit,
  website as websiteValue,
} from '../values';

// Fields of texts. A type declares each in one line.

/** The title of a record: plain text with something visible. `refuse` returns the error for a blank one. */
export const title = (description: Text, refuse: (name: string, isNew: boolean) => Error = blankTitle) =>
  ({
    ...nameText(LONGEST.title),
    required: true,
    nulled: 'refused',
    search: true,
    omitted: false,
    write(sent: unknown, { current }: WriteContext<PostRecord>, name: string): string {
      const written = plainText(String(sent));
      if (!isVisible(written)) throw refuse(name, current === undefined);
      return written;
    },
    answers: { type: 'string', required: true, description: { en: 'The title, as plain text', fr: 'Le titre, en texte brut' } },
    description,
  }) as const satisfies OwnField;

const blankTitle = (name: string) =>
  invalidParam(name, { en: 'Send a title that is not blank.', fr: 'Envoyez un titre qui ne soit pas vide.' });

const HTML = {
  empty: '',
  hidden: '',
  search: true,
} as const satisfies Partial<OwnField>;

/** Functions that store and show HTML within a limit. */
const storing = (limit: Limit, shown: (html: string) => string) => ({
  write(sent: unknown, _: unknown, name: string): string {
    const stored = sanitizeHtml(String(sent));
    refuseOverLimit(shown(stored), limit, name);
    return stored;
  },
  show: (stored: unknown): string => shown(String(stored)),
});

/** A field of HTML of at most 100,000 characters. With `optional`, an empty text is accepted on creation too. */
export const htmlText = (description: Text, { optional }: { readonly optional?: true } = {}) =>
  ({
    ...HTML,
    ...(optional ? { ...anyText(LIMITS.description), default: null } : clearableText(LIMITS.description)),
    ...storing(LIMITS.description, paragraphs),
    searched: (stored: unknown): string => textOf(paragraphs(String(stored))),
    answers: { type: 'string', required: true, description: { en: 'The description, as HTML', fr: 'La description, en HTML' } },
    description,
  }) satisfies OwnField;

/** A field of HTML of at most 64 KiB that summarizes a longer text. */
export const excerpt = (description: Text) =>
  ({
    ...HTML,
    ...clearableText(LIMITS.excerpt),
    ...storing(LIMITS.excerpt, excerptHtml),
    searched: (stored: unknown): string => textOf(paragraphs(String(stored))),
    answers: { type: 'string', required: true, description: { en: 'The excerpt, as HTML', fr: 'L’extrait, en HTML' } },
    description,
  }) satisfies OwnField;

const filled = filledText(LONGEST.slug);

/** The requested slug. `mayBeEmpty` accepts an empty one, which drafts without a slug show. */
export const slug = (description: Text, { mayBeEmpty }: { readonly mayBeEmpty?: true } = {}): FieldFactory => ({
  make: (_, name) => ({
    field: {
      name,
      empty: undefined,
      nulled: 'refused',
      arg: {
        ...filled,
        validate: (value: unknown, request: ArgRequest, wire: string): true =>
          mayBeEmpty && value === '' ? true : filled.validate(value, request, wire),
        ...(mayBeEmpty && { accepts: either(filled.accepts, EMPTY) }),
        description,
      },
    },
    extension: {},
  }),
});

/** A field of one line of at most 1,000 characters; empty means none. */
export const line = (description: Text, { shared }: { readonly shared?: Shared } = {}) =>
  ({
    ...anyText(LIMITS.line),
    default: null,
    empty: '',
    ...(shared && { shared }),
    search: true,
    write: (sent: unknown): string => oneLine(String(sent)),
    description,
  }) as const satisfies OwnField;

/** Keywords of a text that answers leave out if it is empty. */
export const shownWhereGiven = (description: Text) =>
  ({
    hidden: undefined,
    show: (stored: unknown): unknown => stored || undefined,
    answers: { type: 'string', minLength: 1, description },
  }) as const;

const ALT: Text = {
  en: 'What the image shows, in the language of the record, for those who do not see it',
  fr: 'Ce que montre l’image, dans la langue de l’élément, pour qui ne la voit pas',
};

const { search: _, ...unsearched } = line(ALT);

/** The alternative text of an image, as in HTML's `alt`. */
export const imageAlt = {
  ...unsearched,
  ...shownWhereGiven(ALT),
  as: 'imageAlt',
} as const satisfies OwnField;

/** The address of a website, which translations share. Like the CMS, it accepts `0` for empty. */
export const websiteLine = (description: Text) =>
  ({ ...websiteValue, default: null, empty: '', shared: true, search: true, description }) as const satisfies OwnField;

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
