import { excerptHtml, paragraphs, plainText, sanitizeHtml } from '../../calendar/text';
import { readWebsite } from '../../calendar/website';
import { errors, invalidParam } from '../../errors';
import type { Text } from '../../language';
import type { ArgRequest } from '../../registry/args';
import { EMPTY, EXCERPT, either, FILLED, TEXT, visible, WEBSITE } from '../../values/accepted';
import { clearable, filled, isEmptyOtherwise, LONGEST, shortExcerpt, text } from '../../values/common';
import type { WriteContext } from '../context';
import type { MadeBy, OwnField } from '../field';
import type { PostRecord } from '../post-record';

// Fields of texts, each said in one line of a kind: how it is sent, stored, cleared, searched and shown.

/** A text of one line, as the reference stores these: without tags, each run of white space one blank. */
export const oneLine = (value: string): string => plainText(value).replace(/\s+/g, ' ');

/** The name of a record: plain text, not blank; `refuse` says no to a blank one. */
export const title = (description: Text, refuse: (name: string, isNew: boolean) => Error = blankTitle) =>
  ({
    type: 'string',
    required: true,
    validate: filled(LONGEST.title),
    accepts: visible(LONGEST.title),
    nulled: 'refused',
    search: true,
    omitted: false,
    write(sent: unknown, { current }: WriteContext<PostRecord>, name: string): string {
      const written = plainText(String(sent));
      if (written === '') throw refuse(name, current === undefined);
      return written;
    },
    answers: { type: 'string', required: true, description: { en: 'The title, as plain text', fr: 'Le titre, en texte brut' } },
    description,
  }) as const satisfies OwnField;

const blankTitle = (name: string) =>
  invalidParam(name, { en: 'Send a title that is not blank.', fr: 'Envoyez un titre qui ne soit pas vide.' });

const HTML = {
  type: 'string',
  empty: '',
  hidden: '',
  search: true,
  write: (sent: unknown): string => sanitizeHtml(String(sent)),
} as const satisfies Partial<OwnField>;

/** A text of paragraphs; `optional` takes an empty one wherever it is sent. */
export const html = (description: Text, optional = false) =>
  ({
    ...HTML,
    ...(optional ? { default: null, validate: text(), accepts: TEXT } : { validate: clearable(filled()), accepts: FILLED, updates: EMPTY }),
    searched: plainText,
    show: (stored: unknown): string => paragraphs(String(stored)),
    answers: { type: 'string', required: true, description: { en: 'The description, as HTML', fr: 'La description, en HTML' } },
    description,
  }) satisfies OwnField;

/** A text of at most 64 KiB that stands for a longer one. */
export const excerpt = (description: Text) =>
  ({
    ...HTML,
    validate: clearable(shortExcerpt),
    accepts: EXCERPT,
    updates: EMPTY,
    show: (stored: unknown): string => excerptHtml(String(stored)),
    answers: { type: 'string', required: true, description: { en: 'The excerpt, as HTML', fr: 'L’extrait, en HTML' } },
    description,
  }) satisfies OwnField;

/** The slug that is asked for; `mayBeNone` takes the empty one that a draft without a slug shows (DIFFERENCES 29). */
export const slug = (description: Text, mayBeNone = false): MadeBy => ({
  make: (_, name) => ({
    field: {
      name,
      empty: undefined,
      nulled: 'refused',
      arg: {
        type: 'string',
        validate: (value: unknown, { record }: ArgRequest): true =>
          mayBeNone && value === '' && (record as Partial<PostRecord> | undefined)?.slug === '' ? true : filled()(value),
        accepts: FILLED,
        description,
      },
    },
    extension: {},
  }),
});

/** A text of one line; the empty one is none. */
export const line = (description: Text) =>
  ({
    type: 'string',
    default: null,
    validate: text(),
    accepts: TEXT,
    empty: '',
    search: true,
    write: (sent: unknown): string => oneLine(String(sent)),
    description,
  }) as const satisfies OwnField;

/** What a text is to be that is no address of a site. */
export const NO_WEBSITE: Text = {
  en: 'Send an address with a scheme, e.g. https://example.org, in ASCII and without blanks.',
  fr: 'Envoyez une adresse avec son protocole, par exemple https://example.org, en ASCII et sans espaces.',
};

/** The address of a site; the CMS takes the text `0` for empty too. */
export const website = (description: Text) =>
  ({
    ...line(description),
    validate(value: unknown, _request: ArgRequest, name: string): true {
      if (isEmptyOtherwise(value)) throw errors.invalidType(name, ['string']);
      if (typeof value === 'string' && (value === '0' || readWebsite(value) !== undefined)) return true;
      throw errors.invalidValue(NO_WEBSITE);
    },
    accepts: either(WEBSITE, { type: 'string', enum: ['', '0'] }),
    write: (sent: unknown): string => readWebsite(String(sent)) ?? '',
  }) as const satisfies OwnField;
