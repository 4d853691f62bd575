import { NOUNS } from '../../../errors';
import { type Html, html, joined, markupOf, type Part } from '../../../html';
import { formOf, type Language, type Noun, type Text } from '../../../language';
import { type DocumentNode, idOf, listAt, nodeOf, referredName, requiredFirst, requiredIn, textAt, typesOf } from './document';
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

const value = (one: unknown): Html => html`<code>${JSON.stringify(one) ?? ''}</code>`;

const patternOf = (pattern: string, language: Language): Html =>
  pattern.length > 80
    ? html`<details><summary>${DOCUMENT_WORDS.pattern[language]}</summary><code>${pattern}</code></details>`
    : html`<span>${DOCUMENT_WORDS.pattern[language]} <code>${pattern}</code></span>`;

/** Renders the default, bounds and format of a schema, in words if possible. A pattern that `description` explains is left out. */
const limitsView = (schema: DocumentNode, language: Language, description = ''): Html => {
  const pattern = textAt(schema['pattern']);
  const words = textAt(schema['x-pattern-text']);
  const limits: readonly (Html | string | undefined | false)[] = [
    schema['default'] !== undefined && html`${DOCUMENT_WORDS.standard[language]} ${value(schema['default'])}`,
    schema['const'] !== undefined && html`${DOCUMENT_WORDS.always[language]} ${value(schema['const'])}`,
    schema['enum'] !== undefined && html`${DOCUMENT_WORDS.oneOf[language]} ${listAt(schema['enum']).map((one) => [value(one), ' '])}`,
    words !== description && words,
    ...boundsIn(schema, language),
    schema['format'] !== undefined && formatText(textAt(schema['format']), language),
    typeof schema['multipleOf'] === 'number' && html`${DOCUMENT_WORDS.multiple[language]} ${schema['multipleOf']}`,
    schema['uniqueItems'] === true && html`${DOCUMENT_WORDS.distinct[language]}`,
  ];
  const parts = limits.filter((one) => one !== undefined && one !== false && one !== '').map((one) => html`<span>${one}</span> `);
  const raw = words === '' && pattern !== '' && patternOf(pattern, language);
  return parts.length === 0 && raw === false ? html`` : html`<div class="limits">${parts}${raw}</div>`;
};

/** The names of common formats in words. The others have names that developers know. */
const FORMATS: ReadonlyMap<string, Text> = new Map(
  Object.entries({
    'date-time': { en: 'a date and time, such as 2030-05-06T07:08:09Z', fr: 'une date et une heure, comme 2030-05-06T07:08:09Z' },
    date: { en: 'a date, such as 2030-05-06', fr: 'une date, comme 2030-05-06' },
    uri: { en: 'a URL with its scheme', fr: 'une URL avec son protocole' },
    email: { en: 'an e-mail address', fr: 'une adresse électronique' },
    ip: { en: 'an IP address', fr: 'une adresse IP' },
    uuid: { en: 'a UUID', fr: 'un UUID' },
    'hex-color': { en: 'a colour, such as #0a5299', fr: 'une couleur, comme #0a5299' },
    int32: { en: 'of at most 32 bits', fr: 'de 32 bits au plus' },
    byte: { en: 'bytes in Base64', fr: 'des octets en Base64' },
    'text-field': { en: 'one line, without tags', fr: 'une ligne, sans balises' },
    'textarea-field': { en: 'without tags', fr: 'sans balises' },
  }),
);

/** Returns the name of a format in words; for an unknown format, the format itself. */
const formatText = (format: string, language: Language): string =>
  FORMATS.get(format)?.[language] ?? `${DOCUMENT_WORDS.format[language]} ${format}`;

/** The wording of a range. `{from}` and `{to}` are placeholders for numbers. */
const RANGE = {
  least: { en: 'at least {from}', fr: 'au moins {from}' },
  most: { en: 'at most {to}', fr: 'au plus {to}' },
  both: { en: 'from {from} to {to}', fr: 'de {from} à {to}' },
  exact: { en: 'exactly {from}', fr: 'exactement {from}' },
} as const satisfies Record<string, Text>;
const MORE: Text = { en: 'more than {from}', fr: 'plus de {from}' };
const LESS: Text = { en: 'less than {to}', fr: 'moins de {to}' };

/** The things that keywords such as `minLength` and `maxItems` count. */
const COUNTED: Readonly<Record<string, Noun>> = {
  Length: NOUNS.character,
  Items: NOUNS.item,
  Properties: { en: ['member', 'members'], fr: ['membre', 'membres'] },
};

const numberAt = (schema: DocumentNode, keyword: string): number | undefined =>
  typeof schema[keyword] === 'number' ? schema[keyword] : undefined;

const filled = (text: Text, from: number | undefined, to: number | undefined, language: Language): string => {
  const written = (number = 0) => new Intl.NumberFormat(language, { maximumFractionDigits: 20 }).format(number);
  return text[language].replace('{from}', () => written(from)).replace('{to}', () => written(to));
};

/** Writes a range in words. Undefined without bounds. */
const rangeText = (from: number | undefined, to: number | undefined, language: Language): string | undefined => {
  const { least, most, both, exact } = RANGE;
  if (from === undefined && to === undefined) return undefined;
  return filled(to === undefined ? least : from === undefined ? most : from === to ? exact : both, from, to, language);
};

/** Writes the bounds of a schema in words. */
const boundsIn = (schema: DocumentNode, language: Language): readonly (string | undefined)[] => {
  const [least, most] = [numberAt(schema, 'minimum'), numberAt(schema, 'maximum')];
  const [above, below] = [numberAt(schema, 'exclusiveMinimum'), numberAt(schema, 'exclusiveMaximum')];
  return [
    // The text of a pattern names the numbers too.
    textAt(schema['x-pattern-text']) === '' ? rangeText(least, most, language) : undefined,
    above === undefined ? undefined : filled(MORE, above, undefined, language),
    below === undefined ? undefined : filled(LESS, undefined, below, language),
    ...Object.entries(COUNTED).map(([of, noun]) => {
      // A minimum of zero is no bound.
      const from = numberAt(schema, `min${of}`) || undefined;
      const to = numberAt(schema, `max${of}`);
      const range = rangeText(from, to, language);
      return range && `${range} ${formOf(noun, to ?? from ?? 0, language)}`;
    }),
  ];
};
