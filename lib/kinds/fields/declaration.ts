import { checkAnswers, checkArgs } from '../../registry/declaration';
import { useOneOf } from '../../registry/nearest';
import type { LinkField, SchemaField } from '../field';

const LINK_KEYWORDS: readonly string[] = ['link', 'many', 'back', 'required', 'description'];

/** What the keywords beside a schema are, where they are given. */
const KEYWORDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  filter: (value) => value === true || (typeof value === 'object' && value !== null),
  sort: (value) => value === true,
  search: (value) => value === true,
  stored: (value) => value === false,
  many: (value) => value === true,
  back: (value) => typeof value === 'string',
  link: (value) => typeof value === 'string',
  ...Object.fromEntries(
    ['write', 'show', 'read', 'validate', 'sanitize'].map((name) => [name, (value: unknown) => typeof value === 'function']),
  ),
};

const FILTER_KEYWORDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  where: (value) => typeof value === 'function',
  blank: (value) => typeof value === 'function',
  index: (value) => Array.isArray(value) && value.every((path) => typeof path === 'string' && /^(?!\$)[^\0]+$/.test(path)),
};

/** Checks what plain JavaScript can get wrong about a field. Throws an Error whose sentence says what is wrong and the remedy. */
export function assertDeclared(name: string, declared: unknown): void {
  if (typeof declared !== 'object' || declared === null) throw new Error('it is no object: describe it, with a type and a description.');
  const wrong = wrongOf(declared, KEYWORDS);
  if (wrong !== undefined) throw new Error(`"${wrong}" cannot be what it is: see what the keyword takes, or leave it out.`);
  if ('link' in declared) assertLink(name, declared as LinkField);
  else assertSchema(name, declared as SchemaField);
}

const wrongOf = (said: object, rules: typeof KEYWORDS): string | undefined =>
  Object.entries(said).find(([key, value]) => Object.hasOwn(rules, key) && value !== undefined && rules[key]?.(value) === false)?.[0];

function assertLink(name: string, link: LinkField): void {
  const unknown = Object.keys(link).find((key) => !LINK_KEYWORDS.includes(key));
  if (unknown !== undefined) throw new Error(`the keyword "${unknown}" is unknown in a link: take it out.`);
  assertArg(name, { description: link.description });
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
  const wrong = wrongOf(filter, FILTER_KEYWORDS) ?? ('where' in filter ? undefined : 'where');
  if (wrong !== undefined)
    throw new Error(`"${wrong}" of the filter cannot be what it is: "where" and "blank" are functions, "index" names stored fields.`);
  const unknown = Object.keys(filter).find((key) => !Object.hasOwn(FILTER_KEYWORDS, key));
  if (unknown !== undefined)
    throw new Error(`the keyword "${unknown}" is unknown in a filter: ${useOneOf(unknown, Object.keys(FILTER_KEYWORDS))}`);
}

/** The field is named by whoever reports: what its arg says of itself would be said twice. */
function assertArg(name: string, arg: SchemaField): void {
  try {
    checkArgs({ [name]: arg });
  } catch (error) {
    throw new Error((error as Error).message.replace(/^argument "[^"]*": /, ''));
  }
}
