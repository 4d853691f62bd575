import {
  argWith,
  called,
  checkOf,
  type DeclarationCheck,
  declared,
  type MetaSchema,
  ofType,
  translated,
  wrongDefault,
} from '../../../registry';
import type { Field, FieldFilter, FieldKeywords, LinkField, SchemaField, TermField } from '../../types';

const only = (value: boolean): MetaSchema => ({ const: value, expects: `${value}, or leave it out` });
const shared: MetaSchema = { enum: [true, 'initially'], expects: 'true or "initially", or leave it out' };

const LINK: Readonly<Record<keyof LinkField, MetaSchema>> = {
  link: { type: 'string', expects: 'the plural of a kind' },
  many: only(true),
  back: { type: 'string', expects: 'the name of one, as a text' },
  required: only(true),
  shared,
  facet: only(true),
  description: translated,
};

const FILTER: Readonly<Record<keyof FieldFilter, MetaSchema>> = {
  where: called,
  blank: called,
  index: {
    type: 'array',
    items: { type: 'string', pattern: '^[^$\\0][^\\0]*$', expects: 'the name of a stored field' },
    expects: 'a list of stored fields',
  },
};

const FIELD: Readonly<Record<keyof FieldKeywords, MetaSchema>> = {
  answers: { $ref: 'schema' },
  filter: ofType('object', declared('an object with "where"', FILTER, ['where']), {
    const: true,
    expects: 'true, or an object with "where"',
  }),
  sort: only(true),
  facet: only(true),
  search: only(true),
  shared,
  nulled: { enum: ['kept', 'refused'] },
  cache: only(false),
  maxAge: { type: 'integer', minimum: 1, expects: 'a number of seconds, 1 or more' },
  hidden: {},
  stored: only(false),
  write: called,
  show: called,
  read: called,
};

const LINKS_ALONE = 'only links say it: name the kind with "link", or leave it out.';

const checkLink: DeclarationCheck = checkOf(
  declared('a link, with a description', LINK, ['description'], {
    needless: { filter: 'lists are filtered by every link, without "filter": leave it out.' },
  }),
);
const checkField: DeclarationCheck = checkOf({
  ...argWith('a field, with a type and a description', FIELD),
  ...{ needless: { many: LINKS_ALONE, back: LINKS_ALONE }, beside: ['link'] },
});

/** Keywords that are valid only on stored fields. */
const OF_STORED = ['write', 'show', 'sort', 'facet', 'search', 'shared', 'nulled', 'required'] as const;

/** Returns why keywords of a field contradict each other, and the remedy; undefined if the keywords fit together. */
const together = (field: SchemaField): string | undefined => {
  const { stored, read, show, filter, facet } = field;
  if (filter === true && show) return 'with "show" what is stored is not what is sent: filter by "where", which compares what is stored.';
  if (facet && (show || read))
    return '"facet" counts what is stored, which "show" and "read" may show as something else: take one of them out.';
  if (stored !== false) return undefined;
  if (OF_STORED.some((keyword) => field[keyword]))
    return 'what is not stored cannot have "write", "show", "sort", "facet", "search", "shared", "nulled" or "required": take it out.';
  if (!read && (filter === undefined || filter === true)) return 'what is not stored needs "read", or "filter" with "where": add one.';
  return filter === true ? 'what is not stored cannot be filtered by its values: filter by "where".' : undefined;
};

const NOT_OF_TERMS: readonly (readonly [keyword: keyof SchemaField | keyof LinkField, why: string])[] = [
  ['link', 'terms name no records, as records name terms: let a post-like kind link to them, or leave "link" out.'],
  ['facet', 'lists of terms count nothing by their fields: leave "facet" out.'],
  ['hidden', 'no term hides anything, as none has a password: leave "hidden" out.'],
];

/** Throws an Error with a remedy if a field of terms has a keyword that is invalid for terms. */
export function assertOfTerms(field: unknown): void {
  for (const [keyword, why] of NOT_OF_TERMS) if (Object.hasOwn(Object(field), keyword)) throw new Error(why);
}

/** Throws an Error with a remedy if a plugin's field declaration is invalid. The declaration may be plain JavaScript. */
export function assertDeclared(name: string, field: Field | TermField): void {
  if (typeof field === 'object' && field !== null && 'link' in field) {
    checkLink(field);
    return;
  }
  checkField(field);
  const wrong = wrongDefault(name, field) ?? together(field as SchemaField);
  if (wrong !== undefined) throw new Error(wrong);
}
