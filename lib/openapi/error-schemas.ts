import type { Language, Text } from '../language';
import type { DOCUMENT_SCHEMAS } from '../registry';

const TEXTS = {
  code: { en: 'What went wrong, for programs.', fr: 'Ce qui n’a pas marché, pour les programmes.' },
  message: { en: 'What went wrong and what to do, for people.', fr: 'Ce qui n’a pas marché et que faire, pour les personnes.' },
  status: { en: 'The HTTP status.', fr: 'Le statut HTTP.' },
  params: {
    en: 'The names of the missing parameters, or the reason of each parameter that is not valid.',
    fr: 'Les noms des paramètres manquants, ou la raison de chaque paramètre non valide.',
  },
  term: { en: 'The ID of the term that has the name already.', fr: 'L’identifiant du terme qui porte déjà ce nom.' },
  etag: { en: 'The present ETag of the record, for If-Match.', fr: 'L’ETag actuel de l’enregistrement, pour If-Match.' },
  translations: {
    en: 'Where the slug of the address leads in other languages, by language.',
    fr: 'Où mène le slug de l’adresse dans d’autres langues, par langue.',
  },
  jsonCode: { en: 'Why the JSON cannot be read, as a number of PHP.', fr: 'Pourquoi le JSON est illisible, sous forme de numéro de PHP.' },
  jsonMessage: { en: 'Why the JSON cannot be read.', fr: 'Pourquoi le JSON est illisible.' },
  type: {
    en: 'The page that explains the code, or about:blank.',
    fr: 'La page qui explique le code, ou about:blank.',
  },
  title: { en: 'What the code means, in a few words.', fr: 'Ce que signifie le code, en quelques mots.' },
  plugin: { en: 'The plugin that does not answer.', fr: 'L’extension qui ne répond pas.' },
  pluginFunction: { en: 'The function of the plugin.', fr: 'La fonction de l’extension.' },
  pluginField: { en: 'The field whose function it is.', fr: 'Le champ auquel appartient la fonction.' },
  instance: { en: 'The ID of the request.', fr: 'L’identifiant de la requête.' },
} as const satisfies Record<string, Text>;

const uri = { type: 'string', format: 'uri' };

/** JSON Schema of a link to the translation of a record. */
const translated = {
  type: 'object',
  required: ['id', 'slug', 'rest_url', 'url'],
  properties: { id: { type: 'integer' }, slug: { type: 'string' }, rest_url: uri, url: uri },
};

/** Makes the schemas of the members that some error codes add to the `data` of an error. */
const reasons = (language: Language) => ({
  params: {
    description: TEXTS.params[language],
    oneOf: [
      { type: 'array', items: { type: 'string' } },
      { type: 'object', additionalProperties: { type: 'string' } },
    ],
  },
  details: { type: ['object', 'array'], items: {} },
  term_id: { type: 'integer', description: TEXTS.term[language] },
  etag: { type: 'string', description: TEXTS.etag[language] },
  translations: { type: 'object', additionalProperties: translated, description: TEXTS.translations[language] },
  json_error_code: { type: 'integer', description: TEXTS.jsonCode[language] },
  json_error_message: { type: 'string', description: TEXTS.jsonMessage[language] },
  plugin: { type: 'string', description: TEXTS.plugin[language] },
  function: { type: 'string', description: TEXTS.pluginFunction[language] },
  field: { type: 'string', description: TEXTS.pluginField[language] },
});

/** Makes the JSON Schemas of error responses: in the form of WordPress, and as problem details (RFC 9457). */
export const errorSchemas = (language: Language): Record<(typeof DOCUMENT_SCHEMAS)[number], object> => ({
  Error: {
    type: 'object',
    required: ['code', 'message', 'data'],
    properties: {
      code: { type: 'string', description: TEXTS.code[language] },
      message: { type: 'string', description: TEXTS.message[language] },
      data: { $ref: '#/components/schemas/ErrorData' },
    },
  },
  ErrorData: {
    type: 'object',
    required: ['status'],
    properties: { status: { type: 'integer', description: TEXTS.status[language] }, ...reasons(language) },
  },
  Problem: {
    type: 'object',
    required: ['type', 'title', 'status', 'detail', 'instance', 'code'],
    properties: {
      type: { type: 'string', format: 'uri-reference', description: TEXTS.type[language] },
      title: { type: 'string', description: TEXTS.title[language] },
      status: { type: 'integer', description: TEXTS.status[language] },
      detail: { type: 'string', description: TEXTS.message[language] },
      instance: { type: 'string', format: 'uri-reference', description: TEXTS.instance[language] },
      code: { type: 'string', description: TEXTS.code[language] },
      ...reasons(language),
    },
  },
});
