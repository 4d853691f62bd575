import { type Html, html, joined } from '../../../../html';
import type { Language } from '../../../../language';
import { type DocumentNode, type Group, JSON_TYPE, listAt, nodeOf, requiredIn, resolved, type ShownOperation, textAt } from '../document';
import { membersOf, valueView } from '../schemas/schema';
import { DOCUMENT_WORDS } from '../words';
import { exampleOf } from './answers';

/** The schema of a body as JSON, else of its first content type. */
const bodySchema = (operation: DocumentNode): DocumentNode => {
  const content = nodeOf(nodeOf(operation['requestBody'])['content']);
  return nodeOf(nodeOf(content[JSON_TYPE] ?? Object.values(content)[0])['schema']);
};

/**
 * The body of an operation. A body that is the same as an earlier one is a link to it; `before` holds the earlier operations by the JSON
 * of their bodies.
 */
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

const successOf = (operation: DocumentNode): unknown =>
  Object.entries(nodeOf(operation['responses'])).find(([status]) => /^2/.test(status))?.[1];

/** The content type to request from an operation. */
export const acceptOf = (operation: DocumentNode): string => {
  const types = Object.keys(nodeOf(nodeOf(successOf(operation))['content']));
  return types.includes(JSON_TYPE) ? JSON_TYPE : (types[0] ?? JSON_TYPE);
};

const SAMPLES: Readonly<Record<string, unknown>> = {
  string: 'text',
  integer: 1,
  number: 1,
  boolean: true,
  array: [],
  object: {},
  null: null,
};

const sampleOf = (schema: DocumentNode, answered: unknown): unknown => {
  if (typeof answered === 'string' || typeof answered === 'number' || typeof answered === 'boolean') return answered;
  const [type] = [schema['type']].flat();
  return schema['default'] ?? listAt(schema['enum'])[0] ?? SAMPLES[textAt(type)] ?? 'text';
};

/**
 * A sample body as JSON with the required members. The values come from an example of the answer if it has them. Undefined if the
 * operation has no body.
 */
export const sampleBody = (document: DocumentNode, group: Group, { operation }: ShownOperation): string | undefined => {
  if (operation['requestBody'] === undefined) return undefined;
  const answer = nodeOf(exampleOf(document, nodeOf(nodeOf(resolved(document, successOf(operation))['content'])[JSON_TYPE])));
  const properties = nodeOf(bodySchema(operation)['properties']);
  const required = requiredNames(operation);
  // An update requires nothing: it gets the first member that creations under the same tag require.
  const usual = group.operations.flatMap((one) => requiredNames(one.operation)).filter((name) => properties[name] !== undefined);
  const names = required.length > 0 ? required : usual.slice(0, 1);
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, sampleOf(nodeOf(properties[name]), answer[name])])), null, 2);
};

const requiredNames = (operation: DocumentNode): string[] => [...requiredIn(bodySchema(operation)).keys()];
