import { type Html, html } from '../../../../html';
import type { Language } from '../../../../language';
import { markdown } from '../markdown';
import { type DocumentNode, listAt, nodeOf, textAt } from '../schemas/node';
import { DOCUMENT_WORDS } from '../words';
import { answersView } from './answers';
import { bodyView } from './body';
import type { Group, ShownOperation } from './operations';
import { parametersView } from './parameters';
import { tryIt } from './try-it';

/** The permission to use an operation in words, from its `security`. */
const permissionText = (operation: DocumentNode, language: Language): string => {
  const ways = listAt(operation['security']).map((way) => Object.keys(nodeOf(way)).length);
  if (ways.length === 0) return DOCUMENT_WORDS.whoever[language];
  return ways.includes(0) ? DOCUMENT_WORDS.optional[language] : DOCUMENT_WORDS.credentials[language];
};

/** The methods of an operation as badges. */
export const methodBadges = (methods: readonly string[]): Html =>
  html`${methods.map((method) => html`<span class="method ${method}">${method.toUpperCase()}</span> `)}`;

/** The title of an operation; without a summary, its methods and path. */
export const titleOf = ({ operation, methods, path }: ShownOperation): string =>
  textAt(operation['summary']) || `${methods.join(', ').toUpperCase()} ${path}`;

/** The section of an operation: description, parameters, body, answers and a form to try it. */
export const operationView = (
  {
    document,
    group,
    bodies,
    language,
  }: {
    readonly document: DocumentNode;
    readonly group: Group;
    /** The bodies that earlier operations have shown. */
    readonly bodies: Map<string, ShownOperation>;
    readonly language: Language;
  },
  shown: ShownOperation,
): Html => {
  const { operation, methods, ids, path, parameters } = shown;
  const [id = '', ...otherIds] = ids;
  const answers = Object.keys(nodeOf(operation['responses']));
  return html`<section class="operation" id="${id}" aria-labelledby="${id}-title">
${otherIds.map((one) => html`<span id="${one}"></span>`)}<div class="sought"><h3 id="${id}-title"><a href="#${id}">${titleOf(shown)}</a></h3>
<p class="line">${methodBadges(methods)}<code>${path}</code> <span class="mark">${permissionText(operation, language)}</span></p>
${markdown(textAt(operation['description']), { level: 4 })}</div>
${parameters.length > 0 && html`<details class="part sought"><summary>${DOCUMENT_WORDS.parameters[language]} <span class="quiet">${parameters.length}</span></summary>\n${parametersView(shown, language)}</details>\n`}${operation['requestBody'] !== undefined && html`<details class="part"><summary>${DOCUMENT_WORDS.body[language]}</summary>\n${bodyView(shown, bodies, language)}</details>\n`}<details class="part"><summary>${DOCUMENT_WORDS.answers[language]} <span class="quiet">${answers.join(' ')}</span></summary>
${answersView(document, shown, language)}</details>
${tryIt(document, group, shown, language)}</section>
`;
};
