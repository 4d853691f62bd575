import { capitalized, type Language, type Served, type Text } from '../language';
import { DOCUMENT_SCHEMAS, nameOf, type Schema, toJsonSchema } from '../registry';
import type { Examples } from './examples';
import { type DocumentedRefusal, HEADERS, type HeaderName, isGeneral, otherHeaders, statusOf } from './statuses';

type Json = Record<string, unknown>;

/** Makes the empty `components` of one OpenAPI document: parts that `$ref` refers to. The maps are by component name. */
export const createComponents = (language: Language, examples: Examples, { languages }: Served) => ({
  language,
  languages,
  examples,
  schemas: new Map<string, { readonly source: Schema; readonly json: Json }>(),
  /** The schemas of requests, each also as JSON text to compare. */
  requestSchemas: new Map<string, { readonly text: string; readonly json: Json }>(),
  headers: new Map<string, Json>(),
  responses: new Map<string, Json>(),
  usedExamples: new Map<string, Json>(),
  /** The component names of error responses, by the JSON of status and errors. */
  responseNames: new Map<string, string>(),
});

export type Components = ReturnType<typeof createComponents>;

const ref = (section: string, name: string): Json => ({ $ref: `#/components/${section}/${name}` });

/** Converts the schema of a response to JSON Schema. Schemas with a name become references, at every depth. */
export const answerSchema = (components: Components, schema: Schema): Json => schemaRef(components, schema) ?? written(components, schema);

const written = (components: Components, schema: Schema): Json =>
  toJsonSchema(schema, components.language, '2020-12', (inner) => schemaRef(components, inner));

/** Makes a reference to a named schema, which is added at the first use. Undefined for a schema without name. */
const schemaRef = (components: Components, schema: Schema): Json | undefined => {
  const { schemas, language } = components;
  const name = nameOf(schema);
  if (name === undefined) return undefined;
  const first = schemas.get(name);
  if (first === undefined) {
    // Added before the schemas inside, so that components are in the order of their first use.
    const json: Json = {};
    schemas.set(name, { source: schema, json });
    Object.assign(json, written(components, schema));
  }
  const differs = first !== undefined && first.source.description?.[language] !== schema.description?.[language];
  return { ...ref('schemas', name), ...(differs && schema.description && { description: schema.description[language] }) };
};

const ERROR_NAMES: readonly string[] = DOCUMENT_SCHEMAS;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Replaces named schemas of a request by references. If another schema has the same name, the new one gets a number. */
export const requestSchema = (components: Components, json: Json): Json => {
  const within = Object.fromEntries(Object.entries(json).map(([key, value]) => [key, requestValue(components, value)]));
  // An object with a member named `description` is a map of schemas: its members stay in their declared order.
  if (isObject(within['description'])) return within;
  const { description, default: given, ...schema } = within;
  const own = { ...(description !== undefined && { description }), ...(given !== undefined && { default: given }) };
  const title = nameOf(schema);
  if (title === undefined) return { ...own, ...schema };
  const { schemas, requestSchemas } = components;
  const text = JSON.stringify(schema);
  const isTaken = (name: string) => schemas.has(name) || ERROR_NAMES.includes(name) || (requestSchemas.get(name)?.text ?? text) !== text;
  const name = unusedName(title, isTaken);
  requestSchemas.set(name, { text, json: schema });
  return { ...ref('schemas', name), ...own };
};

const requestValue = (components: Components, value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((one) => requestValue(components, one));
  return isObject(value) ? requestSchema(components, value) : value;
};

/** Returns a name, with a number at the end if it is taken. */
export const unusedName = (base: string, isTaken: (name: string) => boolean): string => {
  let name = base;
  for (let number = 2; isTaken(name); number += 1) name = `${base}${number}`;
  return name;
};

/** Adds headers of the service to the components. Returns references by the names of the headers in responses. */
export const headerRefs = ({ headers, language, languages }: Components, names: readonly HeaderName[]): Json =>
  Object.fromEntries(
    names.map((name) => {
      const { description, schema, required } = HEADERS[name];
      headers.set(name, {
        description: description[language],
        ...(required && { required }),
        schema: name === 'Content-Language' ? { ...schema, enum: languages } : schema,
      });
      return [name.replace(/IfKnown$/, ''), ref('headers', name)] as const;
    }),
  );

/** Adds a declared header to the components and returns a reference. A header that differs from an earlier one stays inline. */
export const declaredHeader = ({ headers }: Components, name: string, header: Json): Json => {
  const first = headers.get(name) ?? header;
  if (JSON.stringify(first) !== JSON.stringify(header)) return header;
  headers.set(name, first);
  return ref('headers', name);
};

/** Adds a response without a body to the components, and returns a reference. */
export const emptyRef = (components: Components, status: number): Json => {
  const { name, [components.language]: description } = statusOf(status);
  components.responses.set(name, { description, headers: headerRefs(components, otherHeaders(status)) });
  return ref('responses', name);
};

/** Makes a reference to the recorded response of an operation. Undefined if no recorded response exists, or `fits` refuses it. */
export const exampleRef = (
  { examples, usedExamples }: Components,
  operationId: string,
  fits: (example: unknown) => boolean,
): Json | undefined => {
  const name = examples.operations[operationId];
  if (name === undefined || !fits(examples.answers[name])) return undefined;
  usedExamples.set(name, { value: examples.answers[name] });
  return ref('examples', name);
};

const pascal = (code: string): string =>
  code
    .split(/[^A-Za-z0-9]+/)
    .map(capitalized)
    .join('');

/** Adds the response for all errors with one status to the components, and returns a reference. */
export const refusalRef = (components: Components, status: number, refusals: readonly DocumentedRefusal[]): Json => {
  const { responses, responseNames } = components;
  const key = JSON.stringify([status, refusals]);
  const before = responseNames.get(key);
  if (before !== undefined) return ref('responses', before);
  const special = refusals.find(({ code }) => !isGeneral(code));
  const name = unusedName(`${statusOf(status).name}${pascal(special?.code ?? '')}`, (one) => responses.has(one));
  responseNames.set(key, name);
  responses.set(name, describeRefusals(components, status, refusals));
  return ref('responses', name);
};

const FORMS = [
  ['application/json', 'Error', 'json'],
  ['application/problem+json', 'Problem', 'problem'],
] as const;

const REASONS: Text = { en: 'The code is one of these:', fr: 'Le code est l’un de ceux-ci :' };

const describeRefusals = (components: Components, status: number, refusals: readonly DocumentedRefusal[]): Json => {
  const { language } = components;
  const codes = { enum: refusals.map(({ code }) => code) };
  const headers = otherHeaders(status);
  // The error for an incomplete request has only the form of WordPress.
  const forms = headers.length === 0 ? FORMS.slice(0, 1) : FORMS;
  const contentOf = ([type, schema, form]: (typeof FORMS)[number]) => {
    const fixed = { status: { const: status } };
    // Members are repeated for programs that allow no undeclared members.
    const data = { allOf: [ref('schemas', 'ErrorData'), { type: 'object', properties: fixed }] };
    const own = { code: codes, ...(form === 'problem' ? fixed : { data }) };
    const examples = refusalExamples(components, refusals, form);
    return [type, { schema: { allOf: [ref('schemas', schema), { type: 'object', properties: own }] }, ...(examples && { examples }) }];
  };
  const reasons = refusals.map(({ code, meaning }) => `- \`${code}\`: ${meaning}`).join('\n');
  return {
    description: `${statusOf(status)[language]} ${REASONS[language]}\n\n${reasons}`,
    ...(headers.length > 0 && { headers: headerRefs(components, headers) }),
    content: Object.fromEntries(forms.map(contentOf)),
  };
};

const refusalExamples = (
  { examples, usedExamples }: Components,
  refusals: readonly DocumentedRefusal[],
  form: 'json' | 'problem',
): Json | undefined => {
  const recorded = refusals.flatMap(({ code, status, example, title, meaning }) => {
    const value = examples.refusals[`${code} ${status}`]?.[form];
    if (value === undefined) return [];
    const name = form === 'json' ? example : `${example}.problem`;
    usedExamples.set(name, { summary: title, description: meaning, value });
    return [[code, ref('examples', name)] as const];
  });
  return recorded.length === 0 ? undefined : Object.fromEntries(recorded);
};

const jsonByName = (entries: ReadonlyMap<string, { readonly json: Json }>): Json =>
  Object.fromEntries([...entries].map(([name, { json }]) => [name, json]));

/** Returns the `components` object of the OpenAPI document. */
export const allComponents = ({ language, schemas, requestSchemas, responses, headers, usedExamples }: Components): Json => ({
  schemas: { ...errorSchemas(language), ...jsonByName(schemas), ...jsonByName(requestSchemas) },
  responses: Object.fromEntries(responses),
  headers: Object.fromEntries(headers),
  ...(usedExamples.size > 0 && { examples: Object.fromEntries(usedExamples) }),
});

const TEXTS = {
  code: { en: 'The error code, for programs.', fr: 'Le code d’erreur, pour les programmes.' },
  message: { en: 'The error and its remedy, for people.', fr: 'L’erreur et sa solution, pour les personnes.' },
  status: { en: 'The HTTP status.', fr: 'Le statut HTTP.' },
  params: {
    en: 'The names of the missing parameters, or the reason for each parameter that is not valid.',
    fr: 'Les noms des paramètres manquants, ou la raison de chaque paramètre non valide.',
  },
  term: { en: 'The ID of the existing term with this name.', fr: 'L’identifiant du terme existant de ce nom.' },
  etag: { en: 'The current ETag of the record, for If-Match.', fr: 'L’ETag actuel de l’enregistrement, pour If-Match.' },
  translations: {
    en: 'The records with the slug of the address in other languages, by language.',
    fr: 'Les enregistrements qui portent le slug de l’adresse dans d’autres langues, par langue.',
  },
  jsonCode: {
    en: 'The reason why the JSON cannot be read, as an error number of PHP.',
    fr: 'La raison pour laquelle le JSON est illisible, sous forme de numéro d’erreur de PHP.',
  },
  jsonMessage: { en: 'The reason why the JSON cannot be read.', fr: 'La raison pour laquelle le JSON est illisible.' },
  type: {
    en: 'The page that explains the code, or about:blank.',
    fr: 'La page qui explique le code, ou about:blank.',
  },
  title: { en: 'The meaning of the code, in a few words.', fr: 'La signification du code, en quelques mots.' },
  plugin: { en: 'The plugin that does not answer.', fr: 'L’extension qui ne répond pas.' },
  pluginFunction: { en: 'The function of the plugin.', fr: 'La fonction de l’extension.' },
  pluginField: { en: 'The field that the function belongs to.', fr: 'Le champ auquel appartient la fonction.' },
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
const errorSchemas = (language: Language): Record<(typeof DOCUMENT_SCHEMAS)[number], object> => ({
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
