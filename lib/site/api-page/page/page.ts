import { type Branding, type Html, html, layout } from '../../../html';
import type { Language } from '../../../language';
import type { OpenApiDocument } from '../../../openapi';
import type { Reply } from '../../../registry';
import { type DocumentNode, type Group, groupsOf, idOf, listAt, nodeOf, type ShownOperation, textAt, titleOf } from './document';
import { type Headline, headlinesOf, markdown } from './markdown';
import { codeList, credentialFields, methodBadges, operationView, waitingPieces } from './operations';
import { valueView } from './schema';
import { DOCUMENTATION_SCRIPT } from './script';
import { DOCUMENTATION_STYLE } from './style';
import { DOCUMENT_WORDS } from './words';

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
  const headlines = headlinesOf(description, 'about');
  const words = Object.fromEntries(Object.entries(DOCUMENT_WORDS).map(([name, text]) => [name, text[language]]));
  const main = html`<div class="documentation" data-namespace="${namespace}" data-words="${JSON.stringify(words)}">
<p class="line"><span class="mark">${DOCUMENT_WORDS.version[language]} ${textAt(info['version'])}</span> <span>${DOCUMENT_WORDS.address[language]}${DOCUMENT_WORDS.colon[language]}<code>${server}</code></span></p>
<div class="columns">
<div class="side">
<form class="search" role="search" data-scripted hidden><label for="search">${DOCUMENT_WORDS.search[language]}</label><input id="search" type="search" autocomplete="off" spellcheck="false"><p id="found" role="status"></p></form>
${contentsView(headlines, groups, language)}</div>
<div class="text">
<section class="beside" aria-label="${DOCUMENT_WORDS.about[language]}">
${markdown(description, { prefix: 'about' })}<p>${DOCUMENT_WORDS.program[language]} <a href="${jsonAddress}">${DOCUMENT_WORDS.json[language]}</a></p>
</section>
${credentialFields(language)}${groups.map((group) => groupView(document, group, bodies, language))}<section class="beside" aria-labelledby="codes"><h2 id="codes">${DOCUMENT_WORDS.codes[language]}</h2>
${codeList(document, groups, `${root}/${language}/errors`, language)}</section>
${componentsView(document, 'headers', language)}${componentsView(document, 'schemas', language)}</div>
</div>
${waitingPieces(language)}</div>
`;
  return layout({
    language,
    branding,
    title: textAt(info['title']),
    root,
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
