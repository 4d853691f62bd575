import { type Html, html } from '../../../../html';
import type { Language, Text } from '../../../../language';
import { nodeOf, textAt } from '../schemas/node';
import { valueView } from '../schemas/schema';
import { DOCUMENT_WORDS } from '../words';
import type { ShownOperation } from './operations';

const PLACES: Readonly<Record<string, Text>> = {
  path: DOCUMENT_WORDS.inPath,
  query: DOCUMENT_WORDS.inQuery,
  header: DOCUMENT_WORDS.inHeader,
};

/** The parameters of an operation: name, type, place, required or not, meaning and bounds. */
export const parametersView = ({ parameters }: ShownOperation, language: Language): Html =>
  html`<ul class="members">${parameters.map((parameter) => {
    const place = textAt(parameter['in']);
    const description = textAt(parameter['description']);
    const required = parameter['required'] === true;
    const view = valueView(nodeOf(parameter['schema']), language, { description, required, note: PLACES[place]?.[language] ?? place });
    return html`<li><code class="name">${textAt(parameter['name'])}</code> ${view}</li>\n`;
  })}</ul>`;
