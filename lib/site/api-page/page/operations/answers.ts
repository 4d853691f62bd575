import { type Html, html, joined, type Part } from '../../../../html';
import type { Language, Text } from '../../../../language';
import { type DocumentNode, idOf, JSON_TYPE, listAt, nodeOf, referredName, resolved, type ShownOperation, textAt } from '../document';
import { markdown, markdownLine } from '../markdown';
import { componentLink, typeOf, valueView } from '../schemas/schema';
import { DOCUMENT_WORDS } from '../words';

/** The error codes that the schema of a response names. */
const codesOf = (response: DocumentNode): readonly string[] => {
  const { schema } = nodeOf(nodeOf(response['content'])[JSON_TYPE]);
  const schemas = [schema, ...listAt(nodeOf(schema)['allOf'])].map(nodeOf);
  const named = schemas.flatMap((one) => listAt(nodeOf(nodeOf(one['properties'])['code'])['enum']));
  return [...new Set(named.map(textAt))].filter((code) => code !== '');
};

/** The list of all error codes of the operations: meaning, example, and a link below `errorsAddress`. */
export const codeList = (document: DocumentNode, responses: readonly DocumentNode[], errorsAddress: string, language: Language): Html => {
  const explained = new Map<string, { statuses: Set<string>; example: DocumentNode }>();
  for (const response of responses) {
    const examples = nodeOf(nodeOf(nodeOf(response['content'])[JSON_TYPE])['examples']);
    for (const code of codesOf(response)) {
      const example = resolved(document, examples[code]);
      const status = nodeOf(nodeOf(example['value'])['data'])['status'] ?? response['status'];
      const entry = explained.get(code) ?? { statuses: new Set(), example };
      entry.statuses.add(String(status));
      explained.set(code, entry);
    }
  }
  const entries = [...explained].sort(([one], [other]) => (one < other ? -1 : 1));
  return html`<dl class="codes">${entries.map(
    ([
      code,
      { statuses, example },
    ]) => html`<dt id="code-${idOf(code)}"><code>${code}</code> <span class="quiet">${[...statuses].join(', ')}</span></dt>
<dd>${textAt(example['description'])} <a href="${errorsAddress}/${encodeURIComponent(code)}">${DOCUMENT_WORDS.explained[language]} <code>${code}</code></a>${exampleView(example['value'], code, language)}</dd>
`,
  )}</dl>\n`;
};

/** A folded example, or nothing. It scrolls by itself and can be reached by keyboard. */
const exampleView = (value: unknown, label: string, language: Language): Part => {
  const word = DOCUMENT_WORDS.example[language];
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
  return (
    value !== undefined &&
    html`<details><summary>${word}</summary><pre tabindex="0" role="region" aria-label="${word}${DOCUMENT_WORDS.colon[language]}${label}">${text}</pre></details>`
  );
};

export const exampleOf = (document: DocumentNode, media: DocumentNode): unknown => {
  const [first] = Object.values(nodeOf(media['examples']));
  return first === undefined ? media['example'] : resolved(document, first)['value'];
};

const contentView = (document: DocumentNode, response: DocumentNode, label: string, language: Language): readonly Html[] =>
  Object.entries(nodeOf(response['content'])).map(([type, content]) => {
    const media = nodeOf(content);
    const schema = nodeOf(media['schema']);
    const isNamed = referredName(schema) !== undefined;
    return html`<p class="content"><code>${type}</code> ${isNamed && typeOf(schema, language)}</p>${!isNamed && Object.keys(schema).length > 0 && html`<div>${valueView(schema, language)}</div>`}${exampleView(exampleOf(document, media), label, language)}`;
  });

const quietList = (title: Text, items: readonly Html[], language: Language): Part =>
  items.length > 0 && html`<p class="quiet">${title[language]}${DOCUMENT_WORDS.colon[language]}${joined(items)}</p>`;

const headersView = (response: DocumentNode, language: Language): Part => {
  const headers = Object.entries(nodeOf(response['headers'])).map(([name, header]) => {
    const component = referredName(header);
    return component === undefined ? html`<code>${name}</code>` : componentLink('header', component);
  });
  return quietList(DOCUMENT_WORDS.answerHeaders, headers, language);
};

const linksView = (response: DocumentNode, language: Language): Part => {
  const ids = Object.values(nodeOf(response['links'])).map((link) => textAt(nodeOf(link)['operationId']));
  const links = ids.map((id) => html`<a href="#${id}">${id}</a>`);
  return quietList(DOCUMENT_WORDS.leads, links, language);
};

/** The answers of an operation: successes with their bodies, and errors with their codes. */
export const answersView = (document: DocumentNode, { operation }: ShownOperation, language: Language): Html => {
  const title = textAt(operation['summary']);
  const responses = Object.entries(nodeOf(operation['responses'])).map(([status, one]) => [status, resolved(document, one)] as const);
  return html`<dl class="answers">${responses.map(([status, response]) => {
    const description = textAt(response['description']);
    if (/^[23]/.test(status)) {
      return html`<dt class="fine">${status}</dt><dd>${markdown(description)}${contentView(document, response, `${title}, ${status}`, language)}${headersView(response, language)}${linksView(response, language)}</dd>\n`;
    }
    const codes = codesOf(response).map((code) => html`<a href="#code-${idOf(code)}"><code>${code}</code></a>`);
    // The codes are explained once on the page.
    const summary = codes.length > 0 ? description.split(/\n\n|\. /, 1)[0] : description;
    return html`<dt>${status}</dt><dd>${markdownLine(summary ?? '')}${codes.length > 0 && html`: ${joined(codes)}`}</dd>\n`;
  })}</dl>`;
};
