import { type Html, html } from '../../../html';
import type { Language } from '../../../language';
import { acceptOf, type DocumentNode, type Group, JSON_TYPE, nodeOf, type ShownOperation, sampleBody, textAt, titleOf } from './document';
import { CODE_LANGUAGES, type CodeLanguage, type SampledRequest, writtenCode } from './sample-code';
import { DOCUMENT_WORDS } from './words';

export const FIRST_REQUESTS_ID = 'first-requests';

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
  const secret = DOCUMENT_WORDS.secret[language];
  const plain = { method: 'GET', login: '', secret };
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
    secret,
  };
  return [reading, { title: titleOf(shown), request }];
};

/** Renders the first requests of a client as code to copy. Readers without scripts see them too. */
export const firstRequestsView = (document: DocumentNode, groups: readonly Group[], addresses: Addresses): Html => {
  const requests = firstRequests(document, groups, addresses);
  const names = Object.keys(CODE_LANGUAGES) as readonly CodeLanguage[];
  return html`<h2 id="${FIRST_REQUESTS_ID}">${DOCUMENT_WORDS.firstRequests[addresses.language]}</h2>
${names.map(
  (name, index) => html`<details class="part"${index === 0 && html` open`}><summary>${CODE_LANGUAGES[name]}</summary>
${requests.map(
  ({ title, request }) => html`<p>${title}</p>
<pre tabindex="0" role="region" aria-label="${title}, ${CODE_LANGUAGES[name]}">${writtenCode(name, request)}</pre>
`,
)}</details>
`,
)}`;
};
