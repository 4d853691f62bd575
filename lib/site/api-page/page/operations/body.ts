import { type Html, html } from '../../../../html';
import type { Language } from '../../../../language';
import { type DocumentNode, listAt, nodeOf, requiredIn, textAt } from '../schemas/node';
import { membersOf, valueView } from '../schemas/schema';
import { DOCUMENT_WORDS } from '../words';
import type { ShownOperation } from './operations';

const JSON_TYPE = 'application/json';

/** The schema of a body as JSON, else of its first content type. */
export const bodySchema = (operation: DocumentNode): DocumentNode => {
  const content = nodeOf(nodeOf(operation['requestBody'])['content']);
  return nodeOf(nodeOf(content[JSON_TYPE] ?? Object.values(content)[0])['schema']);
};

/**
 * The body of an operation. A body that is the same as an earlier one is a link to it; `before` holds the earlier operations by the JSON
 * of their bodies.
 */
export const bodyView = ({ operation, ids }: ShownOperation, before: Map<string, ShownOperation>, language: Language): Html => {
  const body = nodeOf(operation['requestBody']);
  const [main, ...others] = Object.keys(nodeOf(body['content']));
  const schema = bodySchema(operation);
  const key = JSON.stringify(schema);
  const same = before.get(key);
  const must = body['required'] === true && html`<p>${DOCUMENT_WORDS.bodyRequired[language]}</p>\n`;
  const forms =
    others.length > 0 &&
    html`<p>${DOCUMENT_WORDS.form[language]} ${others.map((type, index) => [index > 0 && ', ', html`<code>${type}</code>`])}.</p>\n`;
  if (same !== undefined && !same.ids.includes(ids[0] ?? '')) {
    return html`${must}<p>${DOCUMENT_WORDS.sameBody[language]} <a href="#${same.ids[0]}">${textAt(same.operation['summary'])}</a>.</p>\n`;
  }
  if (Object.keys(nodeOf(schema['properties'])).length > 0)
    before.set(key, { operation, ids, path: '', methods: [], parameters: [], tag: '' });
  return html`${must}<p><code>${main}</code></p>\n${membersOf(schema, language) ?? html`<div>${valueView(schema, language)}</div>`}${forms}`;
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

/** A sample body with the required members, else the first of the `usual` ones. The values come from an answer if it has them. */
export const sampleBody = (schema: DocumentNode, answer: unknown, usual: readonly string[]): DocumentNode => {
  const properties = nodeOf(schema['properties']);
  const required = [...requiredIn(schema).keys()];
  const names = required.length > 0 ? required : usual.filter((name) => properties[name] !== undefined).slice(0, 1);
  return Object.fromEntries(names.map((name) => [name, sampleOf(nodeOf(properties[name]), nodeOf(answer)[name])]));
};
