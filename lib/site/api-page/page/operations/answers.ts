import { type Html, html } from '../../../../html';
import type { Language } from '../../../../language';
import { markdown, markdownLine } from '../markdown';
import { type DocumentNode, nodeOf, referredName, resolved, textAt } from '../schemas/node';
import { componentLink, typeOf, valueView } from '../schemas/schema';
import { DOCUMENT_WORDS } from '../words';
import { codeLink, codesOf, preformatted } from './codes';
import type { ShownOperation } from './operations';

const isSuccess = (status: string): boolean => /^[23]/.test(status);

/** The first example of an answer's body, if there is one. */
export const exampleOf = (document: DocumentNode, media: DocumentNode): unknown => {
  const [first] = Object.values(nodeOf(media['examples']));
  return first === undefined ? media['example'] : resolved(document, first)['value'];
};

const contentView = (document: DocumentNode, response: DocumentNode, label: string, language: Language): Html => {
  const types = Object.entries(nodeOf(response['content'])).map(([type, media]) => [type, nodeOf(media)] as const);
  return html`${types.map(([type, media]) => {
    const schema = nodeOf(media['schema']);
    const example = exampleOf(document, media);
    const isNamed = referredName(schema) !== undefined;
    return html`<p class="content"><code>${type}</code> ${isNamed && typeOf(schema, language)}</p>${!isNamed && Object.keys(schema).length > 0 && html`<div>${valueView(schema, language)}</div>`}${example !== undefined && preformatted(example, `${DOCUMENT_WORDS.example[language]}${DOCUMENT_WORDS.colon[language]}${label}`, DOCUMENT_WORDS.example[language])}`;
  })}`;
};

const headersView = (response: DocumentNode, language: Language): Html | undefined => {
  const headers = Object.entries(nodeOf(response['headers']));
  if (headers.length === 0) return undefined;
  return html`<p class="quiet">${DOCUMENT_WORDS.answerHeaders[language]}${DOCUMENT_WORDS.colon[language]}${headers.map(
    ([name, header], index) => {
      const component = referredName(header);
      return [index > 0 && ', ', component === undefined ? html`<code>${name}</code>` : componentLink('header', component)];
    },
  )}</p>`;
};

const linksView = (response: DocumentNode, language: Language): Html | undefined => {
  const links = Object.values(nodeOf(response['links'])).map(nodeOf);
  if (links.length === 0) return undefined;
  return html`<p class="quiet">${DOCUMENT_WORDS.leads[language]}${DOCUMENT_WORDS.colon[language]}${links.map((link, index) => [
    index > 0 && ', ',
    html`<a href="#${textAt(link['operationId'])}">${textAt(link['operationId'])}</a>`,
  ])}</p>`;
};

/** The answers of an operation: successes with their bodies, and errors with their codes. */
export const answersView = (document: DocumentNode, { operation }: ShownOperation, language: Language): Html => {
  const label = textAt(operation['summary']);
  const responses = Object.entries(nodeOf(operation['responses'])).map(([status, one]) => [status, resolved(document, one)] as const);
  return html`<dl class="answers">${responses.map(([status, response]) => {
    const description = textAt(response['description']);
    if (isSuccess(status)) {
      return html`<dt class="fine">${status}</dt><dd>${markdown(description)}${contentView(document, response, `${label}, ${status}`, language)}${headersView(response, language)}${linksView(response, language)}</dd>\n`;
    }
    const codes = codesOf(response);
    // The codes are explained once on the page.
    const summary = codes.length > 0 ? description.split(/\n\n|\. /, 1)[0] : description;
    return html`<dt>${status}</dt><dd>${markdownLine(summary ?? '')}${codes.length > 0 && html`: ${codes.map((code, index) => [index > 0 && ', ', codeLink(code)])}`}</dd>\n`;
  })}</dl>`;
};
