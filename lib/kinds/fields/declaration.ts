import { checkAnswers, checkArgs } from '../../registry/declaration';
import { ARG_KEYWORDS, called, type Keyword, wrongWord } from '../../registry/keywords';
import type { FieldFilter, LinkField, SchemaField } from '../field';

const only = (wanted: boolean): Keyword => ({ allowed: `${wanted}, or leave it out`, is: (value) => value === wanted });
const word: Keyword = { allowed: 'the name of one, as a text', is: (value) => typeof value === 'string' };
const paths: Keyword = {
  allowed: 'a list of stored fields',
  is: (value) => Array.isArray(value) && value.every((path) => typeof path === 'string' && /^(?!\$)[^\0]+$/.test(path)),
};

const LINK_KEYWORDS: Readonly<Record<keyof LinkField, Keyword>> = {
  link: { ...word, allowed: 'the plural of a kind' },
  many: only(true),
  back: word,
  required: only(true),
  description: ARG_KEYWORDS.description,
};

const FIELD_KEYWORDS: Readonly<Record<keyof SchemaField, Keyword>> = {
  ...ARG_KEYWORDS,
  answers: { allowed: 'a schema', is: () => true },
  filter: { allowed: 'true, or an object with "where"', is: (value) => value === true || (typeof value === 'object' && value !== null) },
  sort: only(true),
  search: only(true),
  stored: only(false),
  write: called,
  show: called,
  read: called,
};

const FILTER_KEYWORDS: Readonly<Record<keyof FieldFilter, Keyword>> = { where: called, blank: called, index: paths };

/** Checks what plain JavaScript can get wrong about a field. Throws an Error whose sentence says what is wrong and the remedy. */
export function assertDeclared(name: string, declared: unknown): void {
  if (typeof declared !== 'object' || declared === null) throw new Error('it is no object: describe it, with a type and a description.');
  const isLink = 'link' in declared;
  const wrong = wrongWord(declared, isLink ? LINK_KEYWORDS : FIELD_KEYWORDS);
  if (wrong !== undefined) throw new Error(wrong);
  if (isLink) assertArg(name, { description: (declared as LinkField).description });
  else assertSchema(name, declared as SchemaField);
}

function assertSchema(name: string, declared: SchemaField): void {
  const { stored, read, write, show, filter, sort, search, answers, ...arg } = declared;
  assertArg(name, arg);
  if (answers !== undefined) checkAnswers(answers);
  if (filter !== undefined && filter !== true) assertFilter(filter);
  if (filter === true && show)
    throw new Error('with "show" what is stored is not what is sent: filter by "where", which compares what is stored.');
  if (stored !== false) return;
  if (write || show || sort || search || arg.required)
    throw new Error('what is not stored cannot have "write", "show", "sort", "search" or "required": take it out.');
  if (!read && (filter === undefined || filter === true))
    throw new Error('what is not stored needs "read", or "filter" with "where": add one.');
  if (filter === true) throw new Error('what is not stored cannot be filtered by its values: filter by "where".');
}

function assertFilter(filter: object): void {
  const wrong = wrongWord(filter, FILTER_KEYWORDS) ?? ('where' in filter ? undefined : 'it lacks "where": give it a function.');
  if (wrong !== undefined) throw new Error(`"filter": ${wrong}`);
}

/** The field is named by whoever reports: what its arg says of itself would be said twice. */
function assertArg(name: string, arg: SchemaField): void {
  try {
    checkArgs({ [name]: arg });
  } catch (error) {
    throw new Error((error as Error).message.replace(/^argument "[^"]*": /, ''));
  }
}
