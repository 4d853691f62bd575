import { type Html, html, joined, type Part } from '../../../html';
import type { Language, Text } from '../../../language';
import {
  acceptOf,
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
  sampleBody,
  textAt,
  titleOf,
} from './document';
import { markdown, markdownLine } from './markdown';
import { componentLink, membersOf, typeOf, valueView } from './schema';
import { DOCUMENT_WORDS } from './words';

const permissionText = (operation: DocumentNode, language: Language): string => {
  // An empty security requirement means that credentials are optional.
  const isOptional = listAt(operation['security']).some((way) => Object.keys(nodeOf(way)).length === 0);
  return DOCUMENT_WORDS[isOptional ? 'optional' : 'credentials'][language];
};

export const methodBadges = (methods: readonly string[]): Html =>
  html`${methods.map((method) => html`<span class="method ${method}">${method.toUpperCase()}</span> `)}`;

const PLACES: Readonly<Record<string, Text>> = {
  path: DOCUMENT_WORDS.inPath,
  query: DOCUMENT_WORDS.inQuery,
  header: DOCUMENT_WORDS.inHeader,
};

const parameterView = (parameter: DocumentNode, language: Language): Html => {
  const description = textAt(parameter['description']);
  const required = parameter['required'] === true;
  const note = PLACES[textAt(parameter['in'])]?.[language];
  const view = valueView(nodeOf(parameter['schema']), language, { description, required, note });
  return html`<li><code class="name">${textAt(parameter['name'])}</code> ${view}</li>\n`;
};

interface OperationContext {
  readonly document: DocumentNode;
  readonly group: Group;
  /** The first operation with each request body on the page, by the JSON of the body. */
  readonly bodies: Map<string, ShownOperation>;
  readonly language: Language;
}

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
const bodyView = (shown: ShownOperation, before: Map<string, ShownOperation>, language: Language): Html => {
  const body = nodeOf(shown.operation['requestBody']);
  const [main, ...others] = Object.keys(nodeOf(body['content']));
  const schema = bodySchema(shown.operation);
  const key = JSON.stringify(schema);
  const same = before.get(key);
  const must = body['required'] === true && html`<p>${DOCUMENT_WORDS.bodyRequired[language]}</p>\n`;
  if (same !== undefined) {
    return html`${must}<p>${DOCUMENT_WORDS.sameBody[language]} <a href="#${same.ids[0]}">${titleOf(same)}</a>.</p>\n`;
  }
  if (Object.keys(nodeOf(schema['properties'])).length > 0) before.set(key, shown);
  const types = others.map((type) => html`<code>${type}</code>`);
  const forms = types.length > 0 && html`<p>${DOCUMENT_WORDS.form[language]} ${joined(types)}.</p>\n`;
  return html`${must}<p><code>${main}</code></p>\n${membersOf(schema, language) ?? html`<div>${valueView(schema, language)}</div>`}${forms}`;
};

const codesOf = (response: DocumentNode): readonly string[] => {
  const { schema } = nodeOf(nodeOf(response['content'])[JSON_TYPE]);
  return listAt(nodeOf(schema)['allOf'])
    .flatMap((one) => listAt(nodeOf(nodeOf(nodeOf(one)['properties'])['code'])['enum']))
    .map(textAt);
};

const responsesOf = (document: DocumentNode, { operation }: ShownOperation): readonly (readonly [status: string, DocumentNode])[] =>
  Object.entries(nodeOf(operation['responses'])).map(([status, one]) => [status, resolved(document, one)]);

/** Renders the list of all error codes: meaning, example, and a link below `errorsAddress`. */
export const codeList = (document: DocumentNode, groups: readonly Group[], errorsAddress: string, language: Language): Html => {
  const explained = new Map<string, { readonly statuses: Set<string>; readonly example: DocumentNode }>();
  const operations = groups.flatMap((group) => group.operations);
  for (const [status, response] of operations.flatMap((shown) => responsesOf(document, shown))) {
    const examples = nodeOf(nodeOf(nodeOf(response['content'])[JSON_TYPE])['examples']);
    for (const code of codesOf(response)) {
      const entry = explained.get(code) ?? { statuses: new Set(), example: resolved(document, examples[code]) };
      entry.statuses.add(status);
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

const answersView = (document: DocumentNode, shown: ShownOperation, language: Language): Html =>
  html`<dl class="answers">${responsesOf(document, shown).map(([status, response]) => {
    const description = textAt(response['description']);
    if (/^[23]/.test(status)) {
      return html`<dt class="fine">${status}</dt><dd>${markdown(description)}${contentView(document, response, `${titleOf(shown)}, ${status}`, language)}${headersView(response, language)}${linksView(response, language)}</dd>\n`;
    }
    const codes = codesOf(response).map((code) => html`<a href="#code-${idOf(code)}"><code>${code}</code></a>`);
    // The list of codes explains each code once for the page.
    const summary = codes.length > 0 ? description.split(/\n\n|\. /, 1)[0] : description;
    return html`<dt>${status}</dt><dd>${markdownLine(summary ?? '')}${codes.length > 0 && html`${DOCUMENT_WORDS.colon[language]}${joined(codes)}`}</dd>\n`;
  })}</dl>`;

const fieldOf = (parameter: DocumentNode, id: string, language: Language): Html => {
  const name = textAt(parameter['name']);
  const place = textAt(parameter['in']);
  const schema = nodeOf(parameter['schema']);
  const values = listAt(schema['enum']).map(String);
  const standard = schema['default'] === undefined ? '' : String(schema['default']).slice(0, 40);
  const fieldId = `${id}-${place}-${idOf(name)}`;
  const field =
    values.length > 0
      ? html`<select id="${fieldId}" name="${name}" data-in="${place}"><option value="">${DOCUMENT_WORDS.unset[language]}</option>${values.map((one) => html`<option>${one}</option>`)}</select>`
      : html`<input id="${fieldId}" name="${name}" data-in="${place}"${standard !== '' && html` placeholder="${standard}"`}${place === 'path' && html` required`}>`;
  return html`<p><label for="${fieldId}">${name}</label>${field}</p>\n`;
};

const methodField = (methods: readonly string[], id: string, language: Language): Part =>
  methods.length > 1 &&
  html`<p><label for="${id}-method">${DOCUMENT_WORDS.method[language]}</label><select id="${id}-method" data-method>${methods.map((one) => html`<option>${one.toUpperCase()}</option>`)}</select></p>\n`;

const bodyField = (sample: string, id: string, language: Language): Html => {
  const rows = Math.min(12, sample.split('\n').length + 1);
  return html`<p class="wide"><label for="${id}-body">${DOCUMENT_WORDS.jsonBody[language]}</label><textarea id="${id}-body" data-body rows="${rows}" spellcheck="false">${sample}</textarea></p>\n`;
};

/** Renders the form that tries an operation. The form is hidden until the script shows it. */
const tryIt = (document: DocumentNode, group: Group, shown: ShownOperation, language: Language): Html => {
  const { methods, ids, path, operation, parameters } = shown;
  const id = ids[0] ?? '';
  const sample = sampleBody(document, group, shown);
  return html`<details class="try" data-scripted hidden><summary>${DOCUMENT_WORDS.tryIt[language]}</summary>
<form data-path="${path}" data-method-of="${(methods[0] ?? 'get').toUpperCase()}" data-accept="${acceptOf(operation)}" autocomplete="off" aria-label="${DOCUMENT_WORDS.tryIt[language]}${DOCUMENT_WORDS.colon[language]}${titleOf(shown)}">
<div class="fields">${methodField(methods, id, language)}${parameters.map((one) => fieldOf(one, id, language))}${sample !== undefined && bodyField(sample, id, language)}</div>
${!methods.includes('get') && html`<p class="quiet">${DOCUMENT_WORDS.writes[language]}</p>\n`}<p class="actions"><button class="button" type="submit">${DOCUMENT_WORDS.send[language]}</button> <button class="button plain" type="button" data-copy>${DOCUMENT_WORDS.copy[language]}</button></p>
<p class="outcome" role="status"></p>
</form></details>\n`;
};

/** Renders the fields for the credentials of all tried requests. They are hidden until the script shows them. */
export const credentialFields = (
  language: Language,
): Html => html`<form class="who" id="credentials" data-scripted hidden autocomplete="off" aria-labelledby="credentials-title">
<p id="credentials-title"><strong>${DOCUMENT_WORDS.who[language]}</strong></p>
<div class="fields"><p><label for="login">${DOCUMENT_WORDS.login[language]}</label><input id="login" autocomplete="off" autocapitalize="none" spellcheck="false"></p>
<p><label for="password">${DOCUMENT_WORDS.password[language]}</label><input id="password" type="password" autocomplete="off"></p></div>
<p class="quiet">${DOCUMENT_WORDS.whoWhy[language]}</p>
</form>
`;

/** Renders the HTML templates with which the script shows responses, code and the link to the credentials. */
export const waitingPieces = (
  language: Language,
): Html => html`<template id="answer"><div class="answer"><details open><summary>${DOCUMENT_WORDS.answer[language]}</summary><pre tabindex="0" role="region" aria-label="${DOCUMENT_WORDS.answer[language]}" data-text></pre></details><details><summary>${DOCUMENT_WORDS.answerHeaders[language]}</summary><pre tabindex="0" role="region" aria-label="${DOCUMENT_WORDS.answerHeaders[language]}" data-headers></pre></details></div></template>
<template id="command"><details class="command" open><summary>${DOCUMENT_WORDS.command[language]}</summary><pre tabindex="0" role="region" aria-label="${DOCUMENT_WORDS.command[language]}" data-text></pre></details></template>
<template id="sign-in"><p class="sign-in"><a href="#login">${DOCUMENT_WORDS.signIn[language]}</a></p></template>
`;
