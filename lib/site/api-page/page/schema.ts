import { type Html, html, joined, markupOf, type Part } from '../../../html';
import type { Language } from '../../../language';
import { type DocumentNode, idOf, listAt, nodeOf, referredName, requiredFirst, requiredIn, textAt, typesOf } from './document';
import { limitsView } from './limits';
import { markdownLine } from './markdown';
import { DOCUMENT_WORDS } from './words';

export const componentLink = (sort: 'schema' | 'header', name: string): Html =>
  html`<a href="#${sort}-${idOf(name)}"><code>${name}</code></a>`;

const branchesOf = (schema: DocumentNode): readonly DocumentNode[] =>
  ['anyOf', 'oneOf', 'allOf'].flatMap((keyword) => listAt(schema[keyword])).map(nodeOf);

/** Returns the types of a schema without duplicates, as component names or type names. */
const typesIn = (schema: DocumentNode, language: Language): readonly Part[] => {
  const name = referredName(schema);
  if (name !== undefined) return [componentLink('schema', name)];
  const types = typesOf(schema);
  if (types.length > 0) return types.map((type) => (type === 'array' ? listType(nodeOf(schema['items']), language) : type));
  const branches = branchesOf(schema);
  if (branches.length > 0) {
    const all = branches.flatMap((one) => typesIn(one, language)).map((part) => [markupOf(html`${part}`), part] as const);
    return [...new Map(all).values()];
  }
  if (schema['enum'] !== undefined || schema['const'] !== undefined) return [typeof (listAt(schema['enum'])[0] ?? schema['const'])];
  return [DOCUMENT_WORDS.anything[language]];
};

/** Returns the type of a list, with the type of its items if they have only one. */
const listType = (items: DocumentNode, language: Language): Part => {
  if (Object.keys(items).length === 0) return 'array';
  if (items['properties'] !== undefined) return DOCUMENT_WORDS.listOfObjects[language];
  const [only, another] = typesIn(items, language);
  return another === undefined ? html`${DOCUMENT_WORDS.listOf[language]} ${only}` : DOCUMENT_WORDS.list[language];
};

export const typeOf = (schema: DocumentNode, language: Language): Part => joined(typesIn(schema, language), ' | ');

interface ValueOptions {
  /** The description of the value. Undefined: the description of the schema. */
  readonly description?: string;
  readonly note?: Part;
  readonly required?: boolean;
  readonly depth?: number;
}

/** Renders the details of a value: type, required or not, description, bounds and nested schemas. */
export const valueView = (
  schema: DocumentNode,
  language: Language,
  { description = textAt(schema['description']), note, required = false, depth = 0 }: ValueOptions = {},
): Html =>
  html`<span class="type">${typeOf(schema, language)}</span>${required && html` <b class="must">${DOCUMENT_WORDS.required[language]}</b>`}${note !== undefined && html` <span class="quiet">${note}</span>`}${description !== '' && html`<div>${markdownLine(description)}</div>`}${limitsView(schema, language, description)}${insideOf(schema, language, depth)}`;

/** Renders the nested schemas: members of an object, items of a list, or branches of a choice. Six levels are shown. */
const insideOf = (schema: DocumentNode, language: Language, depth: number): Html | undefined => {
  if (depth >= 6 || referredName(schema) !== undefined) return undefined;
  const members = membersOf(schema, language, depth);
  const items = nodeOf(schema['items']);
  const choices = branchesOf(schema).filter((one) => referredName(one) === undefined);
  const parts: readonly (Html | undefined)[] = [
    members && (depth === 0 ? members : html`<details><summary>${DOCUMENT_WORDS.members[language]}</summary>${members}</details>`),
    items['properties'] !== undefined || items['items'] !== undefined ? insideOf(items, language, depth + 1) : undefined,
    Object.keys(items).length > 0 && items['properties'] === undefined ? limitsView(items, language) : undefined,
    choices.length > 0
      ? html`<div class="quiet">${DOCUMENT_WORDS[schema['allOf'] === undefined ? 'anyOf' : 'allOf'][language]}</div><ul class="choices-of">${choices.map((one) => html`<li>${valueView(one, language, { depth: depth + 1 })}</li>`)}</ul>`
      : undefined,
  ];
  return parts.some((one) => one !== undefined) ? html`${parts}` : undefined;
};

/** Renders the members of an object schema, required ones first. Undefined if the schema names none. */
export const membersOf = (schema: DocumentNode, language: Language, depth = 0): Html | undefined => {
  const required = requiredIn(schema);
  const members = requiredFirst(Object.entries(nodeOf(schema['properties'])), ([name]) => required.has(name));
  const others = nodeOf(schema['additionalProperties']);
  const isOpen = Object.keys(others).length > 0;
  if (members.length === 0 && !isOpen) return undefined;
  return html`<ul class="members">${members.map(([name, one]) => {
    const substitutes = required.get(name) ?? [];
    const note =
      substitutes.length === 0
        ? undefined
        : html`${DOCUMENT_WORDS.without[language]} ${substitutes.map((other) => html`<code>${other}</code> `)}`;
    return html`<li><code class="name">${name}</code> ${valueView(nodeOf(one), language, { required: required.has(name), note, depth: depth + 1 })}</li>\n`;
  })}${isOpen && html`<li><i>${DOCUMENT_WORDS.anyMember[language]}</i> ${valueView(others, language, { depth: depth + 1 })}</li>`}</ul>`;
};
