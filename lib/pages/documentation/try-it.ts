import type { Language } from '../../language';
import { type Html, html } from '../html';
import { exampleOf } from './answers';
import { bodySchema, sampleBody } from './body';
import { type DocumentNode, idOf, listAt, nodeOf, requiredIn, resolved, textAt } from './node';
import type { Group, ShownOperation } from './operations';
import { DOCUMENT_WORDS } from './words';

const JSON_TYPE = 'application/json';
const PLACES = new Set(['path', 'query', 'header']);
/** What was declared longer than this is shortened where it shows how an empty field is read. */
const LONGEST = 40;

const fieldOf = (parameter: DocumentNode, id: string, language: Language): Html => {
  const name = textAt(parameter['name']);
  const place = textAt(parameter['in']);
  const schema = nodeOf(parameter['schema']);
  const values = listAt(schema['enum']).map(String);
  const isRequired = place === 'path' && html` required`;
  const standard = schema['default'] === undefined || values.length > 0 ? '' : String(schema['default']).slice(0, LONGEST);
  const fieldId = `${id}-${place}-${idOf(name)}`;
  const field =
    values.length > 0
      ? html`<select id="${fieldId}" name="${name}" data-in="${place}"><option value="">${DOCUMENT_WORDS.unset[language]}</option>${values.map((one) => html`<option>${one}</option>`)}</select>`
      : html`<input id="${fieldId}" name="${name}" data-in="${place}"${standard !== '' && html` placeholder="${standard}"`}${isRequired}>`;
  return html`<p><label for="${fieldId}">${name}</label>${field}</p>\n`;
};

const methodField = (methods: readonly string[], id: string, language: Language): Html | undefined =>
  methods.length > 1
    ? html`<p><label for="${id}-method">${DOCUMENT_WORDS.method[language]}</label><select id="${id}-method" data-method>${methods.map((one) => html`<option>${one.toUpperCase()}</option>`)}</select></p>\n`
    : undefined;

/** What clients ask for: the type of the answer. */
const acceptOf = (operation: DocumentNode): string => {
  const [, success] = Object.entries(nodeOf(operation['responses'])).find(([status]) => /^2/.test(status)) ?? [];
  const types = Object.keys(nodeOf(nodeOf(success)['content']));
  return types.includes(JSON_TYPE) ? JSON_TYPE : (types[0] ?? JSON_TYPE);
};

/** The members that creations under the same tag need, which a change is likely to be about. */
const usualIn = ({ operations }: Group): readonly string[] =>
  operations.flatMap(({ operation }) => [...requiredIn(bodySchema(operation)).keys()]);

const bodyField = (
  document: DocumentNode,
  group: Group,
  { operation }: ShownOperation,
  id: string,
  language: Language,
): Html | undefined => {
  if (operation['requestBody'] === undefined) return undefined;
  const [, success] = Object.entries(nodeOf(operation['responses'])).find(([status]) => /^2/.test(status)) ?? [];
  const answer = exampleOf(document, nodeOf(nodeOf(resolved(document, success)['content'])[JSON_TYPE]));
  const sample = JSON.stringify(sampleBody(bodySchema(operation), answer, usualIn(group)), null, 2);
  const rows = Math.min(12, sample.split('\n').length + 1);
  return html`<p class="wide"><label for="${id}-body">${DOCUMENT_WORDS.jsonBody[language]}</label><textarea id="${id}-body" data-body rows="${rows}" spellcheck="false">${sample}</textarea></p>\n`;
};

/** The form that tries an operation. It is hidden until the script can send it. */
export const tryIt = (document: DocumentNode, group: Group, shown: ShownOperation, language: Language): Html => {
  const { methods, ids, path, operation, parameters } = shown;
  const id = ids[0] ?? '';
  const title = textAt(operation['summary']) || `${methods.join(', ')} ${path}`;
  const isReading = methods.every((method) => method === 'get' || method === 'head');
  return html`<details class="try" data-scripted hidden><summary>${DOCUMENT_WORDS.tryIt[language]}</summary>
<form data-path="${path}" data-method-of="${(methods[0] ?? 'get').toUpperCase()}" data-accept="${acceptOf(operation)}" autocomplete="off" aria-label="${DOCUMENT_WORDS.tryIt[language]}${DOCUMENT_WORDS.colon[language]}${title}">
<div class="fields">${methodField(methods, id, language)}${parameters.filter((one) => PLACES.has(textAt(one['in']))).map((one) => fieldOf(one, id, language))}${bodyField(document, group, shown, id, language)}</div>
${!isReading && html`<p class="quiet">${DOCUMENT_WORDS.writes[language]}</p>\n`}<p class="actions"><button class="button" type="submit">${DOCUMENT_WORDS.send[language]}</button> <button class="button plain" type="button" data-copy>${DOCUMENT_WORDS.copy[language]}</button></p>
<p class="outcome" role="status"></p>
</form></details>\n`;
};

/** The fields for the credentials of all requests that are tried, and the pieces of an answer; both wait for the script. */
export const credentialFields = (
  language: Language,
): Html => html`<form class="who" id="credentials" data-scripted hidden autocomplete="off" aria-labelledby="credentials-title">
<p id="credentials-title"><strong>${DOCUMENT_WORDS.who[language]}</strong></p>
<div class="fields"><p><label for="login">${DOCUMENT_WORDS.login[language]}</label><input id="login" autocomplete="off" autocapitalize="none" spellcheck="false"></p>
<p><label for="password">${DOCUMENT_WORDS.password[language]}</label><input id="password" type="password" autocomplete="off"></p></div>
<p class="quiet">${DOCUMENT_WORDS.whoWhy[language]}</p>
</form>
`;

/** What the script shows an answer in. */
export const answerTemplate = (
  language: Language,
): Html => html`<template id="answer"><div class="answer"><details open><summary>${DOCUMENT_WORDS.answer[language]}</summary><pre tabindex="0" role="region" aria-label="${DOCUMENT_WORDS.answer[language]}" data-text></pre></details><details><summary>${DOCUMENT_WORDS.answerHeaders[language]}</summary><pre tabindex="0" role="region" aria-label="${DOCUMENT_WORDS.answerHeaders[language]}" data-headers></pre></details></div></template>
<template id="command"><details class="command" open><summary>${DOCUMENT_WORDS.command[language]}</summary><pre tabindex="0" role="region" aria-label="${DOCUMENT_WORDS.command[language]}" data-text></pre></details></template>
`;
