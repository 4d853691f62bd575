import { type Html, html } from '../../../../html';
import type { Language } from '../../../../language';
import { DOCUMENT_WORDS } from '../words';
import { boundsIn } from './bounds';
import { formatWords } from './formats';
import { type DocumentNode, listAt, textAt } from './node';

/** The length from which a pattern is folded. */
const LONG_PATTERN = 80;

const value = (one: unknown): Html => html`<code>${JSON.stringify(one) ?? ''}</code>`;

const patternOf = (pattern: string, language: Language): Html =>
  pattern.length > LONG_PATTERN
    ? html`<details><summary>${DOCUMENT_WORDS.pattern[language]}</summary><code>${pattern}</code></details>`
    : html`<span>${DOCUMENT_WORDS.pattern[language]} <code>${pattern}</code></span>`;

/** The default, the bounds and the format of a value, in words if possible. A pattern that `description` explains already is left out. */
export const limitsView = (schema: DocumentNode, language: Language, description = ''): Html => {
  const pattern = textAt(schema['pattern']);
  const words = textAt(schema['x-pattern-text']);
  const limits: readonly (Html | string | undefined | false)[] = [
    schema['default'] !== undefined && html`${DOCUMENT_WORDS.standard[language]} ${value(schema['default'])}`,
    schema['const'] !== undefined && html`${DOCUMENT_WORDS.always[language]} ${value(schema['const'])}`,
    schema['enum'] !== undefined && html`${DOCUMENT_WORDS.oneOf[language]} ${listAt(schema['enum']).map((one) => [value(one), ' '])}`,
    words !== description && words,
    ...boundsIn(schema, language, words),
    schema['format'] !== undefined && formatWords(textAt(schema['format']), language),
    typeof schema['multipleOf'] === 'number' && html`${DOCUMENT_WORDS.multiple[language]} ${schema['multipleOf']}`,
    schema['uniqueItems'] === true && html`${DOCUMENT_WORDS.distinct[language]}`,
  ];
  const parts = limits.filter((one) => one !== undefined && one !== false && one !== '').map((one) => html`<span>${one}</span> `);
  const raw = words === '' && pattern !== '' && patternOf(pattern, language);
  return parts.length === 0 && raw === false ? html`` : html`<div class="limits">${parts}${raw}</div>`;
};
