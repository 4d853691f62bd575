import { type Html, html, type Part } from '../../../html';
import type { Language } from '../../../language';
import { acceptOf, type DocumentNode, type Group, idOf, listAt, nodeOf, type ShownOperation, sampleBody, textAt } from './document';
import { CODE_LANGUAGES } from './sample-code';
import { DOCUMENT_WORDS } from './words';

const PLACES = new Set(['path', 'query', 'header']);

const fieldOf = (parameter: DocumentNode, id: string, language: Language): Html => {
  const name = textAt(parameter['name']);
  const place = textAt(parameter['in']);
  const schema = nodeOf(parameter['schema']);
  const values = listAt(schema['enum']).map(String);
  const standard = schema['default'] === undefined ? '' : String(schema['default']).slice(0, 40);
  const fieldId = `${id}-${place}-${idOf(name)}`;
  const field =
    values.length > 0
      ? html`<select id="${fieldId}" name="${name}" data-in="${place}"><option value="">${DOCUMENT_WORDS.unset[language]}</option>${values.map((one) => html`<option>${one}</option>`)}</select>`
      : html`<input id="${fieldId}" name="${name}" data-in="${place}"${standard !== '' && html` placeholder="${standard}"`}${place === 'path' && html` required`}>`;
  return html`<p><label for="${fieldId}">${name}</label>${field}</p>\n`;
};

const methodField = (methods: readonly string[], id: string, language: Language): Part =>
  methods.length > 1 &&
  html`<p><label for="${id}-method">${DOCUMENT_WORDS.method[language]}</label><select id="${id}-method" data-method>${methods.map((one) => html`<option>${one.toUpperCase()}</option>`)}</select></p>\n`;

const bodyField = (sample: string, id: string, language: Language): Html => {
  const rows = Math.min(12, sample.split('\n').length + 1);
  return html`<p class="wide"><label for="${id}-body">${DOCUMENT_WORDS.jsonBody[language]}</label><textarea id="${id}-body" data-body rows="${rows}" spellcheck="false">${sample}</textarea></p>\n`;
};

/** Renders the form that tries an operation. The form is hidden until the script shows it. */
export const tryIt = (document: DocumentNode, group: Group, shown: ShownOperation, language: Language): Html => {
  const { methods, ids, path, operation, parameters } = shown;
  const id = ids[0] ?? '';
  const title = textAt(operation['summary']) || `${methods.join(', ')} ${path}`;
  const sample = sampleBody(document, group, shown);
  const isReading = methods.every((method) => method === 'get' || method === 'head');
  const copyButtons = Object.entries(CODE_LANGUAGES).map(
    ([name, label]) =>
      html` <button class="button plain" type="button" data-copy="${name}">${DOCUMENT_WORDS.copyAs[language].replace('{code}', label)}</button>`,
  );
  return html`<details class="try" data-scripted hidden><summary>${DOCUMENT_WORDS.tryIt[language]}</summary>
<form data-path="${path}" data-method-of="${(methods[0] ?? 'get').toUpperCase()}" data-accept="${acceptOf(operation)}" autocomplete="off" aria-label="${DOCUMENT_WORDS.tryIt[language]}${DOCUMENT_WORDS.colon[language]}${title}">
<div class="fields">${methodField(methods, id, language)}${parameters.filter((one) => PLACES.has(textAt(one['in']))).map((one) => fieldOf(one, id, language))}${sample !== undefined && bodyField(sample, id, language)}</div>
${!isReading && html`<p class="quiet">${DOCUMENT_WORDS.writes[language]}</p>\n`}<p class="actions"><button class="button" type="submit">${DOCUMENT_WORDS.send[language]}</button>${copyButtons}</p>
<p class="outcome" role="status"></p>
</form></details>\n`;
};

/** Renders the fields for the credentials of all tried requests. They are hidden until the script shows them. */
export const credentialFields = (
  language: Language,
): Html => html`<form class="who" id="credentials" data-scripted hidden autocomplete="off" aria-labelledby="credentials-title">
<p id="credentials-title"><strong>${DOCUMENT_WORDS.who[language]}</strong></p>
<div class="fields"><p><label for="login">${DOCUMENT_WORDS.login[language]}</label><input id="login" autocomplete="off" autocapitalize="none" spellcheck="false"></p>
<p><label for="password">${DOCUMENT_WORDS.password[language]}</label><input id="password" type="password" autocomplete="off"></p></div>
<p class="quiet">${DOCUMENT_WORDS.whoWhy[language]}</p>
<p class="actions" data-back hidden><button class="button" type="submit"></button></p>
</form>
`;

/** Renders the HTML templates with which the script shows responses, code and the link to the credentials. */
export const waitingPieces = (
  language: Language,
): Html => html`<template id="answer"><div class="answer"><details open><summary>${DOCUMENT_WORDS.answer[language]}</summary><pre tabindex="0" role="region" aria-label="${DOCUMENT_WORDS.answer[language]}" data-text></pre></details><details><summary>${DOCUMENT_WORDS.answerHeaders[language]}</summary><pre tabindex="0" role="region" aria-label="${DOCUMENT_WORDS.answerHeaders[language]}" data-headers></pre></details></div></template>
<template id="command"><details class="command" open><summary>${DOCUMENT_WORDS.command[language]}${DOCUMENT_WORDS.colon[language]}<span data-name></span></summary><pre tabindex="0" role="region" aria-label="${DOCUMENT_WORDS.command[language]}" data-text></pre></details></template>
<template id="sign-in"><p class="actions sign-in"><button class="button plain" type="button">${DOCUMENT_WORDS.signIn[language]}</button></p></template>
`;
