import { excerptHtml, isVisible, oneLine, paragraphs, plainText, sanitizeHtml, textOf } from '../../calendar';
import { errors, invalidParam } from '../../errors';
import type { Text } from '../../language';
import type { ArgRequest } from '../../registry';
import type { CompiledField, OwnField, PostRecord, Shared, WriteContext } from '../types';
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

const TITLE: Text = {
  en: 'The name that people read, as plain text: tags are removed',
  fr: 'Le nom que l’on lit, en texte brut : les balises sont retirées',
};

const titleText = (refuse: (name: string, isNew: boolean) => Error) =>
  ({
    ...nameText(LONGEST.title),
    required: true,
    nulled: 'refused',
    search: true,
    omitted: false,
    write(sent: unknown, { current }: WriteContext, name: string): string {
      const written = plainText(String(sent));
      if (!isVisible(written)) throw refuse(name, current === undefined);
      return written;
    },
    description: TITLE,
  }) as const satisfies OwnField;

/** The field `title` of a record: plain text with visible content. */
export const title = {
  ...titleText((name) => invalidParam(name, { en: 'Send a title that is not blank.', fr: 'Envoyez un titre qui ne soit pas vide.' })),
  answers: { type: 'string', required: true, description: { en: 'The title, as plain text', fr: 'Le titre, en texte brut' } },
} as const satisfies OwnField;

const BLANK_NAME: Text = { en: 'Send a name that is not blank.', fr: 'Envoyez un nom qui ne soit pas vide.' };

/** Makes the name field of records that inline links can create. The wire name is the singular of the type. */
export const inlineName = <const K extends string>(kind: K) =>
  ({
    ...titleText((name, isNew) => (isNew ? errors.couldNotCreate({ kind, name: TITLE }, BLANK_NAME) : invalidParam(name, BLANK_NAME))),
    as: 'name',
    answers: { type: 'string', required: true, description: { en: 'The name', fr: 'Le nom' } },
  }) as const;

/**
 * Makes the functions that store, show and search an HTML field. `shown` converts stored HTML for answers; `limit` applies to the result.
 */
const htmlWithin = (limit: Limit, shown: (html: string) => string) =>
  ({
    empty: '',
    hidden: '',
    search: true,
    write(sent: unknown, _: unknown, name: string): string {
      const stored = sanitizeHtml(String(sent));
      refuseOverLimit(shown(stored), limit, name);
      return stored;
    },
    show: (stored: unknown): string => shown(String(stored)),
    searched: (stored: unknown): string => textOf(paragraphs(String(stored))),
  }) as const;

/** Makes a field of HTML of at most 100,000 characters. With `optional`, an empty text is valid on creation too. */
export const htmlText = ({ optional }: { readonly optional?: true } = {}) =>
  ({
    ...(optional ? { ...anyText(LIMITS.description), default: null } : clearableText(LIMITS.description)),
    ...htmlWithin(LIMITS.description, paragraphs),
    answers: { type: 'string', required: true, description: { en: 'The description, as HTML', fr: 'La description, en HTML' } },
    description: {
      en: 'The description, as HTML. The tags of scripts, forms and style sheets are removed, and lines become paragraphs',
      fr: 'La description, en HTML. Les balises de scripts, formulaires et feuilles de style sont retirées, et les lignes deviennent des paragraphes',
    },
  }) satisfies OwnField;

/** The field of an HTML excerpt of at most 64 KiB. */
export const excerpt = {
  ...clearableText(LIMITS.excerpt),
  ...htmlWithin(LIMITS.excerpt, excerptHtml),
  answers: { type: 'string', required: true, description: { en: 'The excerpt, as HTML', fr: 'L’extrait, en HTML' } },
  description: {
    en: 'A short summary of the description, as HTML. The tags of scripts, forms and style sheets are removed, and lines become paragraphs',
    fr: 'Un court résumé de la description, en HTML. Les balises de scripts, formulaires et feuilles de style sont retirées, et les lignes deviennent des paragraphes',
  },
} as const satisfies OwnField;

const filled = filledText(LONGEST.slug);

/** Returns the slug of a record that an update changes. Undefined for a creation. */
const storedSlug = (record: unknown): string | undefined => (record as Pick<PostRecord, 'slug'> | undefined)?.slug;

/** Makes the field of the requested slug. `mayBeEmpty` accepts an empty slug unless the record has another one: drafts show such slugs. */
export const slug = ({ mayBeEmpty }: { readonly mayBeEmpty?: true } = {}): CompiledField => ({
  name: 'slug',
  empty: undefined,
  arg: {
    ...filled,
    validate: (value: unknown, request: ArgRequest, wire: string): true =>
      mayBeEmpty && value === '' && !storedSlug(request.record) ? true : filled.validate(value, request, wire),
    ...(mayBeEmpty && { accepts: either(filled.accepts, EMPTY) }),
    description: {
      en: 'The last word of its address. By default it is made of the title. If it is taken, a number is added',
      fr: 'Le dernier mot de son adresse. Par défaut il est tiré du titre. S’il est pris, un numéro s’y ajoute',
    },
  },
});

/** Makes a field of one line of at most 1,000 characters. An empty line means no value. */
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

/** Makes the keywords of a text field that answers omit if the text is empty. */
export const shownWhereGiven = (description: Text) =>
  ({
    hidden: undefined,
    show: (stored: unknown): unknown => stored || undefined,
    answers: { type: 'string', minLength: 1, description },
  }) as const;

const ALT: Text = {
  en: 'A text in the language of the record that describes the image to people who cannot see it',
  fr: 'Un texte, dans la langue de l’élément, qui décrit l’image à ceux qui ne la voient pas',
};

const { search: _, ...unsearched } = line(ALT);

/** The field of the alternative text of an image, as in HTML's `alt`. */
export const imageAlt = { ...unsearched, ...shownWhereGiven(ALT), as: 'imageAlt' } as const satisfies OwnField;

/** Makes the field of a website address, which translations share. As in WordPress, `0` means empty. */
export const websiteLine = (description: Text) =>
  ({ ...websiteValue, default: null, empty: '', shared: true, search: true, description }) as const satisfies OwnField;
