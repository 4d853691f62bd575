import { excerptHtml, isVisible, oneLine, paragraphs, plainText, sanitizeHtml, textOf } from '../../calendar';
import { invalidParam } from '../../errors';
import type { Text } from '../../language';
import type { ArgRequest } from '../../registry';
import type { MakesValue, OwnField, PostRecord, Shared, WriteContext } from '../types';
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

// Fields of texts, each said in one line of a kind: how it is sent, stored, cleared, searched and shown.

/** The name of a record: plain text that shows something. `refuse` makes the refusal of a blank one. */
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

/** The stored and the shown form of a text of HTML within a limit. */
const storing = (limit: Limit, shown: (html: string) => string) => ({
  write(sent: unknown, _: unknown, name: string): string {
    const stored = sanitizeHtml(String(sent));
    refuseOverLimit(shown(stored), limit, name);
    return stored;
  },
  show: (stored: unknown): string => shown(String(stored)),
});

/** A text of paragraphs of at most 100,000 characters; `optional` takes an empty one wherever it is sent. */
export const htmlText = (description: Text, optional = false) =>
  ({
    ...HTML,
    ...(optional ? { ...anyText(LIMITS.description), default: null } : clearableText(LIMITS.description)),
    ...storing(LIMITS.description, paragraphs),
    searched: (stored: unknown): string => textOf(paragraphs(String(stored))),
    answers: { type: 'string', required: true, description: { en: 'The description, as HTML', fr: 'La description, en HTML' } },
    description,
  }) satisfies OwnField;

/** A text of at most 64 KiB that stands for a longer one. */
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

/** The slug that is asked for; `mayBeNone` takes the empty one, which a draft without a slug shows and which asks for none. */
export const slug = (description: Text, mayBeNone = false): MakesValue => ({
  make: (_, name) => ({
    field: {
      name,
      empty: undefined,
      nulled: 'refused',
      arg: {
        ...filled,
        validate: (value: unknown, request: ArgRequest, wire: string): true =>
          mayBeNone && value === '' ? true : filled.validate(value, request, wire),
        ...(mayBeNone && { accepts: either(filled.accepts, EMPTY) }),
        description,
      },
    },
    extension: {},
  }),
});

/** A text of one line of at most 1,000 characters; the empty one is none. `shared` says whether translations have it in common. */
export const line = <const S extends Shared | undefined = undefined>(description: Text, shared?: S) =>
  ({
    ...anyText(LIMITS.line),
    default: null,
    empty: '',
    ...(shared && { shared }),
    search: true,
    write: (sent: unknown): string => oneLine(String(sent)),
    description,
  }) as const satisfies OwnField;

/** A text that is shown where it says something. */
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

/** What stands for an image where it is not seen, as the `alt` of HTML. */
export const imageAlt = {
  ...unsearched,
  ...shownWhereGiven(ALT),
  as: 'imageAlt',
} as const satisfies OwnField;

/** The address of a site, which translations have in common; the CMS takes the text `0` for empty too. */
export const websiteLine = (description: Text) =>
  ({ ...websiteValue, default: null, empty: '', shared: true, search: true, description }) as const satisfies OwnField;
