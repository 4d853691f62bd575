import { type Html, html } from '../../../html';
import type { Language } from '../../../language';
import { titleOf } from './operations/operation';
import type { Group, ShownOperation } from './operations/operations';
import { type DocumentNode, nodeOf, textAt } from './schemas/node';
import { CODE_LANGUAGES, type CodeLanguage, type SampledRequest, writtenCode } from './script/sample-code';
import { acceptOf, sampledBody } from './script/sample-request';
import { DOCUMENT_WORDS } from './words';

export const FIRST_REQUESTS_ID = 'first-requests';

interface FirstRequest {
  readonly title: string;
  readonly request: SampledRequest;
}

const isAt = ({ path }: ShownOperation): boolean => !path.includes('{') && path !== '/' && path !== '/doc';

/** The first requests of a document: a list, and a creation with credentials. Without a list it is the document itself. */
const firstRequests = (
  document: DocumentNode,
  groups: readonly Group[],
  server: string,
  jsonAddress: string,
  language: Language,
): readonly FirstRequest[] => {
  const all = groups.flatMap((group) => group.operations.filter(isAt).map((shown) => ({ group, shown })));
  const creation = all.find(({ shown }) => shown.methods.includes('post') && shown.operation['requestBody'] !== undefined);
  const lists = all.filter(({ shown }) => shown.methods.includes('get'));
  const list = lists.find(({ shown }) => shown.path === creation?.shown.path) ?? lists[0];
  const secret = DOCUMENT_WORDS.secret[language];
  const requestTo = ({ path, operation }: ShownOperation, method: string): SampledRequest => ({
    url: server + path,
    method,
    headers: { Accept: acceptOf(operation) },
    login: '',
    secret,
  });
  const reading: FirstRequest = list
    ? { title: titleOf(list.shown), request: requestTo(list.shown, 'GET') }
    : {
        title: textAt(nodeOf(document['info'])['title']),
        request: { url: jsonAddress, method: 'GET', headers: { Accept: 'application/json' }, login: '', secret },
      };
  if (creation === undefined) return [reading];
  const { url, headers, ...plain } = requestTo(creation.shown, 'POST');
  const body = sampledBody(document, creation.group, creation.shown);
  const request = {
    ...plain,
    url,
    headers: { ...headers, 'Content-Type': 'application/json' },
    body,
    login: DOCUMENT_WORDS.yourLogin[language],
  };
  return [reading, { title: titleOf(creation.shown), request }];
};

const NAMES = Object.keys(CODE_LANGUAGES) as readonly CodeLanguage[];

/** The first requests of a client, as code to copy. Readers without scripts see them too. */
export const firstRequestsView = (
  document: DocumentNode,
  groups: readonly Group[],
  { server, jsonAddress, language }: { readonly server: string; readonly jsonAddress: string; readonly language: Language },
): Html => {
  const requests = firstRequests(document, groups, server, jsonAddress, language);
  return html`<h2 id="${FIRST_REQUESTS_ID}">${DOCUMENT_WORDS.firstRequests[language]}</h2>
${NAMES.map(
  (name, index) => html`<details class="part"${index === 0 && html` open`}><summary>${CODE_LANGUAGES[name]}</summary>
${requests.map(
  ({ title, request }) => html`<p>${title}</p>
<pre tabindex="0" role="region" aria-label="${title}, ${CODE_LANGUAGES[name]}">${writtenCode(name, request)}</pre>
`,
)}</details>
`,
)}`;
};
