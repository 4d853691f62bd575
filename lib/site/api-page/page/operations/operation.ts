import { type Html, html } from '../../../../html';
import type { Language, Text } from '../../../../language';
import { type DocumentNode, type Group, listAt, nodeOf, type ShownOperation, textAt } from '../document';
import { markdown } from '../markdown';
import { valueView } from '../schemas/schema';
import { DOCUMENT_WORDS } from '../words';
import { answersView } from './answers';
import { bodyView } from './body';
import { tryIt } from './try-it';

/** The permission to use an operation in words, from its `security`. */
const permissionText = (operation: DocumentNode, language: Language): string => {
  const ways = listAt(operation['security']).map((way) => Object.keys(nodeOf(way)).length);
  if (ways.length === 0) return DOCUMENT_WORDS.whoever[language];
  return ways.includes(0) ? DOCUMENT_WORDS.optional[language] : DOCUMENT_WORDS.credentials[language];
};

export const methodBadges = (methods: readonly string[]): Html =>
  html`${methods.map((method) => html`<span class="method ${method}">${method.toUpperCase()}</span> `)}`;

/** The title of an operation; without a summary, its methods and path. */
export const titleOf = ({ operation, methods, path }: ShownOperation): string =>
  textAt(operation['summary']) || `${methods.join(', ').toUpperCase()} ${path}`;

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

/** The parts of the page that an operation needs. */
interface OperationContext {
  readonly document: DocumentNode;
  readonly group: Group;
  /** The operations with bodies that the page has shown already. */
  readonly bodies: Map<string, ShownOperation>;
  readonly language: Language;
}

/** The section of an operation: description, parameters, body, answers and a form to try it. */
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
