import { type Html, html, joined, type Part } from '../../../html';
import type { Language, Text } from '../../../language';
import {
  bodySchema,
  type DocumentNode,
  exampleOf,
  type Group,
  idOf,
  JSON_TYPE,
  listAt,
  nodeOf,
  referredName,
  resolved,
  type ShownOperation,
  textAt,
  titleOf,
} from './document';
import { markdown, markdownLine } from './markdown';
import { componentLink, membersOf, typeOf, valueView } from './schema';
import { tryIt } from './try-it';
import { DOCUMENT_WORDS } from './words';

/** Writes the permission that an operation needs in words, from its `security`. */
const permissionText = (operation: DocumentNode, language: Language): string => {
  const ways = listAt(operation['security']).map((way) => Object.keys(nodeOf(way)).length);
  if (ways.length === 0) return DOCUMENT_WORDS.everybody[language];
  return ways.includes(0) ? DOCUMENT_WORDS.optional[language] : DOCUMENT_WORDS.credentials[language];
};

export const methodBadges = (methods: readonly string[]): Html =>
  html`${methods.map((method) => html`<span class="method ${method}">${method.toUpperCase()}</span> `)}`;

const PLACES: Readonly<Record<string, Text>> = {
  path: DOCUMENT_WORDS.inPath,
  query: DOCUMENT_WORDS.inQuery,
  header: DOCUMENT_WORDS.inHeader,
};

const parameterView = (parameter: DocumentNode, language: Language): Html => {
  const place = textAt(parameter['in']);
  const description = textAt(parameter['description']);
  const required = parameter['required'] === true;
  const view = valueView(nodeOf(parameter['schema']), language, { description, required, note: PLACES[place]?.[language] ?? place });
  return html`<li><code class="name">${textAt(parameter['name'])}</code> ${view}</li>\n`;
};

/** The input for rendering an operation, shared by all operations of a page. */
interface OperationContext {
  readonly document: DocumentNode;
  readonly group: Group;
  /** The first operation with each request body on the page, by the JSON of the body. */
  readonly bodies: Map<string, ShownOperation>;
  readonly language: Language;
}

/** Renders the section of an operation: description, parameters, body, responses and a form to try it. */
export const operationView = (shown: ShownOperation, { document, group, bodies, language }: OperationContext): Html => {
  const { operation, methods, ids, path, parameters } = shown;
  const [id = '', ...otherIds] = ids;
  const answers = Object.keys(nodeOf(operation['responses']));
  return html`<section class="operation" id="${id}" aria-labelledby="${id}-title">
${otherIds.map((one) => html`<span id="${one}"></span>`)}<div class="sought"><h3 id="${id}-title"><a href="#${id}">${titleOf(shown)}</a></h3>
<p class="line">${methodBadges(methods)}<code>${path}</code> <span class="mark">${permissionText(operation, language)}</span></p>
${markdown(textAt(operation['description']))}</div>
${parameters.length > 0 && html`<details class="part sought"><summary>${DOCUMENT_WORDS.parameters[language]} <span class="quiet">${parameters.length}</span></summary>\n<ul class="members">${parameters.map((one) => parameterView(one, language))}</ul></details>\n`}${operation['requestBody'] !== undefined && html`<details class="part"><summary>${DOCUMENT_WORDS.body[language]}</summary>\n${bodyView(shown, bodies, language)}</details>\n`}<details class="part"><summary>${DOCUMENT_WORDS.answers[language]} <span class="quiet">${answers.join(' ')}</span></summary>
${answersView(document, shown, language)}</details>
${tryIt(document, group, shown, language)}</section>
`;
};

/** Renders the request body of an operation, or a link to an equal body. `before` has earlier operations by the JSON of their bodies. */
export const bodyView = (shown: ShownOperation, before: Map<string, ShownOperation>, language: Language): Html => {
  const body = nodeOf(shown.operation['requestBody']);
  const [main, ...others] = Object.keys(nodeOf(body['content']));
  const schema = bodySchema(shown.operation);
  const key = JSON.stringify(schema);
  const same = before.get(key);
  const must = body['required'] === true && html`<p>${DOCUMENT_WORDS.bodyRequired[language]}</p>\n`;
  if (same !== undefined && !same.ids.includes(shown.ids[0] ?? '')) {
    return html`${must}<p>${DOCUMENT_WORDS.sameBody[language]} <a href="#${same.ids[0]}">${textAt(same.operation['summary'])}</a>.</p>\n`;
  }
  if (Object.keys(nodeOf(schema['properties'])).length > 0) before.set(key, shown);
  const types = others.map((type) => html`<code>${type}</code>`);
  const forms = types.length > 0 && html`<p>${DOCUMENT_WORDS.form[language]} ${joined(types)}.</p>\n`;
  return html`${must}<p><code>${main}</code></p>\n${membersOf(schema, language) ?? html`<div>${valueView(schema, language)}</div>`}${forms}`;
};

/** Returns the error codes that the schema of a response names. */
const codesOf = (response: DocumentNode): readonly string[] => {
  const { schema } = nodeOf(nodeOf(response['content'])[JSON_TYPE]);
  const schemas = [schema, ...listAt(nodeOf(schema)['allOf'])].map(nodeOf);
  const named = schemas.flatMap((one) => listAt(nodeOf(nodeOf(one['properties'])['code'])['enum']));
  return [...new Set(named.map(textAt))].filter((code) => code !== '');
};

/** Renders the list of all error codes: meaning, example, and a link below `errorsAddress`. */
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

/** Renders a collapsed example; nothing if undefined. It scrolls by itself and can be reached by keyboard. */
const exampleView = (value: unknown, label: string, language: Language): Part => {
  const word = DOCUMENT_WORDS.example[language];
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
  return (
    value !== undefined &&
    html`<details><summary>${word}</summary><pre tabindex="0" role="region" aria-label="${word}${DOCUMENT_WORDS.colon[language]}${label}">${text}</pre></details>`
  );
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

/** Renders the responses of an operation: successes with their bodies, and errors with their codes. */
export const answersView = (document: DocumentNode, { operation }: ShownOperation, language: Language): Html => {
  const title = textAt(operation['summary']);
  const responses = Object.entries(nodeOf(operation['responses'])).map(([status, one]) => [status, resolved(document, one)] as const);
  return html`<dl class="answers">${responses.map(([status, response]) => {
    const description = textAt(response['description']);
    if (/^[23]/.test(status)) {
      return html`<dt class="fine">${status}</dt><dd>${markdown(description)}${contentView(document, response, `${title}, ${status}`, language)}${headersView(response, language)}${linksView(response, language)}</dd>\n`;
    }
    const codes = codesOf(response).map((code) => html`<a href="#code-${idOf(code)}"><code>${code}</code></a>`);
    // The list of codes explains each code once for the page.
    const summary = codes.length > 0 ? description.split(/\n\n|\. /, 1)[0] : description;
    return html`<dt>${status}</dt><dd>${markdownLine(summary ?? '')}${codes.length > 0 && html`: ${joined(codes)}`}</dd>\n`;
  })}</dl>`;
};
