import { type Html, html } from '../../../../html';
import type { Language } from '../../../../language';
import { type DocumentNode, idOf, listAt, nodeOf, resolved, textAt } from '../schemas/node';
import { DOCUMENT_WORDS } from '../words';

const JSON_TYPE = 'application/json';

/** The error codes that the schema of a response names. */
export const codesOf = (response: DocumentNode): readonly string[] => {
  const media = nodeOf(nodeOf(response['content'])[JSON_TYPE]);
  const schemas = [media['schema'], ...listAt(nodeOf(media['schema'])['allOf'])].map(nodeOf);
  const named = schemas.flatMap((schema) => listAt(nodeOf(nodeOf(schema['properties'])['code'])['enum']));
  return [...new Set(named.map(textAt))].filter((code) => code !== '');
};

/** A link to the explanation of a code on the page. */
export const codeLink = (code: string): Html => html`<a href="#code-${idOf(code)}"><code>${code}</code></a>`;

/** The list of all error codes of the operations: meaning, example, and a link below `errorsAddress`. */
export const codeList = (document: DocumentNode, responses: readonly DocumentNode[], errorsAddress: string, language: Language): Html => {
  const explained = new Map<string, { statuses: Set<string>; example: DocumentNode }>();
  for (const response of responses) {
    const media = nodeOf(nodeOf(response['content'])[JSON_TYPE]);
    for (const code of codesOf(response)) {
      const example = resolved(document, nodeOf(media['examples'])[code]);
      const status = nodeOf(nodeOf(example['value'])['data'])['status'] ?? response['status'];
      const before = explained.get(code) ?? { statuses: new Set(), example };
      explained.set(code, { ...before, statuses: before.statuses.add(String(status)) });
    }
  }
  const entries = [...explained].sort(([one], [other]) => (one < other ? -1 : 1));
  return html`<dl class="codes">${entries.map(
    ([
      code,
      { statuses, example },
    ]) => html`<dt id="code-${idOf(code)}"><code>${code}</code> <span class="quiet">${[...statuses].join(', ')}</span></dt>
<dd>${textAt(example['description'])} <a href="${errorsAddress}/${encodeURIComponent(code)}">${DOCUMENT_WORDS.explained[language]} <code>${code}</code></a>${example['value'] !== undefined && preformatted(example['value'], `${DOCUMENT_WORDS.example[language]}${DOCUMENT_WORDS.colon[language]}${code}`, DOCUMENT_WORDS.example[language])}</dd>
`,
  )}</dl>\n`;
};

/** A value as text: a string as it is, else JSON. */
const written = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? ''));

/** A folded example. It scrolls by itself and can be reached by keyboard. */
export const preformatted = (value: unknown, label: string, summary: string): Html =>
  html`<details><summary>${summary}</summary><pre tabindex="0" role="region" aria-label="${label}">${written(value)}</pre></details>`;
