import { type Branding, type Html, html, inlineScript, layout } from '../../../html';
import type { Language } from '../../../language';
import type { OpenApiDocument } from '../../../openapi';
import type { Reply } from '../../../registry';
import {
  acceptOf,
  type DocumentNode,
  type Group,
  groupsOf,
  idOf,
  JSON_TYPE,
  listAt,
  nodeOf,
  type ShownOperation,
  sampleBody,
  textAt,
  titleOf,
} from './document';
import { type Headline, headlinesOf, markdown } from './markdown';
import { codeList, credentialFields, methodBadges, operationView, waitingPieces } from './operations';
import { curlOf, type SampledRequest } from './sample-code';
import { valueView } from './schema';
import { DOCUMENTATION_SCRIPT, SCRIPT_WORDS } from './script';
import { DOCUMENTATION_STYLE } from './style';
import { DOCUMENT_WORDS } from './words';

const FIRST_REQUESTS_ID = 'first-requests';

const tagId = (name: string): string => `tag-${idOf(name)}`;

const groupView = (document: DocumentNode, group: Group, bodies: Map<string, ShownOperation>, language: Language): Html => {
  const id = tagId(group.name);
  return html`<section class="group-of" aria-labelledby="${id}">
<h2 id="${id}">${group.name}</h2>
${group.description !== '' && html`<div>${markdown(group.description)}</div>\n`}${group.operations.map((shown) => operationView(shown, { document, group, bodies, language }))}</section>
`;
};

const componentsView = (document: DocumentNode, sort: 'headers' | 'schemas', language: Language): Html => {
  const components = Object.entries(nodeOf(nodeOf(document['components'])[sort]));
  return html`<section class="beside" aria-labelledby="${sort}"><h2 id="${sort}">${DOCUMENT_WORDS[sort][language]}</h2>
${components.map(([name, component]) => {
  const { schema = component, description, required } = nodeOf(component);
  const view = valueView(nodeOf(schema), language, { description: textAt(description), required: sort === 'headers' && required === true });
  return html`<div class="component" id="${sort.slice(0, -1)}-${idOf(name)}"><h3><code>${name}</code></h3>${view}</div>\n`;
})}</section>
`;
};

interface DocumentationPage {
  readonly document: OpenApiDocument;
  readonly namespace: string;
  readonly language: Language;
  readonly branding: Branding;
  /** The address of the service, without a trailing slash. */
  readonly root: string;
}

/** Renders an OpenAPI document as an HTML page. Scripts add a search and forms to try the operations. */
export const documentationPage = ({ document, namespace, language, branding, root }: DocumentationPage): Reply<string> => {
  const addressIn = (other: Language) => `${root}/${other}/${namespace}/doc`;
  const jsonAddress = `${addressIn(language)}?format=json`;
  const info = nodeOf(document['info']);
  const description = textAt(info['description']);
  const server = textAt(nodeOf(listAt(document['servers'])[0])['url']);
  const groups = groupsOf(document);
  const bodies = new Map<string, ShownOperation>();
  const headlines = [...headlinesOf(description, 'about'), { id: FIRST_REQUESTS_ID, text: DOCUMENT_WORDS.firstRequests[language] }];
  const words = Object.fromEntries(SCRIPT_WORDS.map((name) => [name, DOCUMENT_WORDS[name][language]]));
  const main = html`<div class="documentation" data-namespace="${namespace}" data-words="${JSON.stringify(words)}">
<p class="line"><span class="mark">${DOCUMENT_WORDS.version[language]} ${textAt(info['version'])}</span> <span>${DOCUMENT_WORDS.address[language]}${DOCUMENT_WORDS.colon[language]}<code>${server}</code></span></p>
<div class="columns">
<div class="side">
<form class="search" role="search" data-scripted hidden><label for="search">${DOCUMENT_WORDS.search[language]}</label><input id="search" type="search" autocomplete="off" spellcheck="false"><p id="found" role="status"></p></form>
${contentsView(headlines, groups, language)}</div>
<div class="text">
<section class="beside" aria-label="${DOCUMENT_WORDS.about[language]}">
${markdown(description, { prefix: 'about' })}<p>${DOCUMENT_WORDS.program[language]} <a href="${jsonAddress}">${DOCUMENT_WORDS.json[language]}</a></p>
${firstRequestsView(document, groups, { server, jsonAddress, language })}</section>
${credentialFields(language)}${groups.map((group) => groupView(document, group, bodies, language))}<section class="beside" aria-labelledby="codes"><h2 id="codes">${DOCUMENT_WORDS.codes[language]}</h2>
${codeList(document, groups, `${root}/${language}/errors`, language)}</section>
${componentsView(document, 'headers', language)}${componentsView(document, 'schemas', language)}</div>
</div>
${waitingPieces(language)}</div>
${inlineScript(DOCUMENTATION_SCRIPT)}`;
  return layout({
    language,
    branding,
    title: textAt(info['title']),
    addressIn,
    home: `${root}/${language}/`,
    main,
    style: DOCUMENTATION_STYLE,
    scripts: [DOCUMENTATION_SCRIPT],
    connects: true,
    headers: { Vary: 'Accept' },
  });
};

/** Renders the table of contents: next to the text on wide screens, collapsed on narrow ones. */
const contentsView = (headlines: readonly Headline[], groups: readonly Group[], language: Language): Html => {
  const list = html`<ul>
${headlines.map(({ id, text }) => html`<li class="aside-of"><a href="#${id}">${text}</a></li>`)}
${groups.map(
  (group) => html`<li class="group"><a href="#${tagId(group.name)}">${group.name}</a><ul>
${group.operations.map((shown) => html`<li><a href="#${shown.ids[0]}">${methodBadges(shown.methods.slice(0, 1))}<span>${titleOf(shown)}</span></a></li>\n`)}</ul></li>
`,
)}${(['codes', 'headers', 'schemas'] as const).map((name) => html`<li class="aside-of"><a href="#${name}">${DOCUMENT_WORDS[name][language]}</a></li>`)}
</ul>`;
  return html`<nav class="contents wide" aria-label="${DOCUMENT_WORDS.contents[language]}">${list}</nav>
<details class="contents narrow"><summary>${DOCUMENT_WORDS.contents[language]}</summary><nav aria-label="${DOCUMENT_WORDS.contents[language]}">${list}</nav></details>
`;
};

interface FirstRequest {
  readonly title: string;
  readonly request: SampledRequest;
}

interface Addresses {
  readonly server: string;
  readonly jsonAddress: string;
  readonly language: Language;
}

/** Returns the first requests of a reader: a list, and a creation with credentials. Without a list: the OpenAPI document itself. */
const firstRequests = (
  document: DocumentNode,
  groups: readonly Group[],
  { server, jsonAddress, language }: Addresses,
): readonly FirstRequest[] => {
  const isCollection = ({ path }: ShownOperation) => !path.includes('{') && path !== '/' && path !== '/doc';
  const all = groups.flatMap((group) => group.operations.filter(isCollection).map((shown) => ({ group, shown })));
  const creation = all.find(({ shown }) => shown.methods.includes('post') && shown.operation['requestBody'] !== undefined);
  const lists = all.filter(({ shown }) => shown.methods.includes('get'));
  const list = (lists.find(({ shown }) => shown.path === creation?.shown.path) ?? lists[0])?.shown;
  const plain = { method: 'GET', login: '' };
  const reading: FirstRequest =
    list === undefined
      ? { title: textAt(nodeOf(document['info'])['title']), request: { ...plain, url: jsonAddress, headers: { Accept: JSON_TYPE } } }
      : { title: titleOf(list), request: { ...plain, url: server + list.path, headers: { Accept: acceptOf(list.operation) } } };
  if (creation === undefined) return [reading];
  const { group, shown } = creation;
  const request = {
    url: server + shown.path,
    method: 'POST',
    headers: { Accept: acceptOf(shown.operation), 'Content-Type': JSON_TYPE },
    body: sampleBody(document, group, shown),
    login: DOCUMENT_WORDS.yourLogin[language],
  };
  return [reading, { title: titleOf(shown), request }];
};

/** Renders the first requests of a client as curl commands to copy. Readers without scripts see them too. */
const firstRequestsView = (document: DocumentNode, groups: readonly Group[], addresses: Addresses): Html =>
  html`<h2 id="${FIRST_REQUESTS_ID}">${DOCUMENT_WORDS.firstRequests[addresses.language]}</h2>
${firstRequests(document, groups, addresses).map(
  ({ title, request }) => html`<p>${title}</p>
<pre tabindex="0" role="region" aria-label="${title}, curl">${curlOf(request)}</pre>
`,
)}`;
