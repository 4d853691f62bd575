import { capitalized, type Language, type Served, type Text } from '../language';
import { nameOf, type Schema, toJsonSchema } from '../registry';
import { errorSchemas } from './error-schemas';
import type { Examples } from './examples';
import { HEADERS, type HeaderName, otherHeaders, sentName } from './headers';
import { type DocumentedRefusal, hasStatuses, isGeneral } from './refusals';
import { statusOf } from './statuses';

type Json = Record<string, unknown>;

/** The components of a document: parts that are written once and referred to. */
export interface Components {
  /** Writes a schema. Named schemas become references, also within it. */
  schema(schema: Schema): Json;
  headers(names: readonly HeaderName[]): Json;
  /** Writes a declared header. It becomes a reference if other endpoints declare the same. */
  header(name: string, header: Json): Json;
  /** Refers to the response for refusals with a status. */
  refusal(status: number, refusals: readonly DocumentedRefusal[]): Json;
  /** Refers to a response without a body. */
  empty(status: number): Json;
  /** Refers to the example of an operation's success. Undefined if none was recorded, or if it does not `fit`. */
  answer(operationId: string, fits: (example: unknown) => boolean): Json | undefined;
  /** All components so far. */
  all(): Json & { readonly schemas: Json };
}

const FORMS = [
  ['application/json', 'Error', 'json'],
  ['application/problem+json', 'Problem', 'problem'],
] as const;

const REASONS: Text = { en: 'The code is one of these:', fr: 'Le code est l’un de ceux-ci :' };

const pascal = (code: string): string =>
  code
    .split(/[^A-Za-z0-9]+/)
    .map(capitalized)
    .join('');

/** The state of a document's components, by section and name. */
interface Sections {
  readonly language: Language;
  readonly examples: Examples;
  readonly languages: Served['languages'];
  readonly schemas: Map<string, { readonly source: Schema; readonly json: Json }>;
  readonly headers: Map<string, Json>;
  readonly responses: Map<string, Json>;
  readonly shown: Map<string, Json>;
  /** Names of responses by status and refusals. */
  readonly responseNames: Map<string, string>;
}

/** Makes an empty collection of components for one document. */
export const createComponents = (language: Language, examples: Examples, { languages }: Served): Components => {
  const sections: Sections = {
    language,
    examples,
    languages,
    schemas: new Map(),
    headers: new Map(),
    responses: new Map(),
    shown: new Map(),
    responseNames: new Map(),
  };
  return {
    schema: (schema) => writtenSchema(sections, schema),
    headers: (names) => headerRefs(sections, names),
    header: (name, header) => declaredHeader(sections, name, header),
    refusal: (status, refusals) => refusalRef(sections, status, refusals),
    empty(status) {
      const { name, description } = statusOf(status);
      sections.responses.set(name, { description: description[language], headers: headerRefs(sections, otherHeaders(status)) });
      return ref('responses', name);
    },
    answer(operationId, fits) {
      const name = examples.operations[operationId];
      if (name === undefined || !fits(examples.answers[name])) return undefined;
      sections.shown.set(name, { value: examples.answers[name] });
      return ref('examples', name);
    },
    all: () => allOf(sections),
  };
};

const ref = (section: string, name: string): Json => ({ $ref: `#/components/${section}/${name}` });

const writtenSchema = (sections: Sections, schema: Schema): Json =>
  schemaRef(sections, schema) ?? toJsonSchema(schema, sections.language, '2020-12', (inner) => schemaRef(sections, inner));

/** The reference to a named schema, which is written at its first use. Undefined if it has no name. */
const schemaRef = (sections: Sections, schema: Schema): Json | undefined => {
  const { schemas, language } = sections;
  const name = nameOf(schema);
  if (name === undefined) return undefined;
  const known = schemas.get(name);
  if (known === undefined) {
    // Noted before the schemas inside, so that components stand in the order of their first use.
    const json: Json = {};
    schemas.set(name, { source: schema, json });
    Object.assign(
      json,
      toJsonSchema(schema, language, '2020-12', (inner) => schemaRef(sections, inner)),
    );
  }
  const differs = known !== undefined && known.source.description?.[language] !== schema.description?.[language];
  return { ...ref('schemas', name), ...(differs && schema.description && { description: schema.description[language] }) };
};

const headerRefs = ({ headers, language, languages }: Sections, names: readonly HeaderName[]): Json =>
  Object.fromEntries(
    names.map((name) => {
      const { description, schema, required } = HEADERS[name];
      const written = name === 'Content-Language' ? { ...schema, enum: languages } : schema;
      headers.set(name, { description: description[language], ...(required && { required }), schema: written });
      return [sentName(name), ref('headers', name)] as const;
    }),
  );

const declaredHeader = ({ headers }: Sections, name: string, header: Json): Json => {
  const known = headers.get(name) ?? header;
  if (JSON.stringify(known) !== JSON.stringify(header)) return header;
  headers.set(name, known);
  return ref('headers', name);
};

const refusalRef = (sections: Sections, status: number, refusals: readonly DocumentedRefusal[]): Json => {
  const { responses, responseNames } = sections;
  const key = JSON.stringify([status, refusals]);
  const known = responseNames.get(key);
  if (known !== undefined) return ref('responses', known);
  const special = refusals.find(({ code }) => !isGeneral(code));
  const base = `${statusOf(status).name}${special === undefined ? '' : pascal(special.code)}`;
  let name = base;
  for (let number = 2; responses.has(name); number += 1) name = `${base}${number}`;
  responseNames.set(key, name);
  responses.set(name, describeRefusals(sections, status, refusals));
  return ref('responses', name);
};

const describeRefusals = (sections: Sections, status: number, refusals: readonly DocumentedRefusal[]): Json => {
  const { language } = sections;
  const codes = { enum: refusals.map(({ code }) => code) };
  // A request that never arrived whole is answered in one form.
  const forms = otherHeaders(status).length === 0 ? FORMS.slice(0, 1) : FORMS;
  const contentOf = ([type, schema, form]: (typeof FORMS)[number]) => {
    const fixed = { status: { const: status } };
    // Members are repeated for readers that allow no others.
    const data = { allOf: [ref('schemas', 'ErrorData'), { type: 'object', properties: fixed }] };
    const own = { code: codes, ...(form === 'problem' ? fixed : { data }) };
    const found = refusalExamples(sections, refusals, form);
    return [
      type,
      { schema: { allOf: [ref('schemas', schema), { type: 'object', properties: own }] }, ...(found && { examples: found }) },
    ] as const;
  };
  const reasons = refusals.map(({ code, meaning }) => `- \`${code}\`: ${meaning}`).join('\n');
  return {
    description: `${statusOf(status).description[language]} ${REASONS[language]}\n\n${reasons}`,
    ...(otherHeaders(status).length > 0 && { headers: headerRefs(sections, otherHeaders(status)) }),
    content: Object.fromEntries(forms.map(contentOf)),
  };
};

const refusalExamples = (
  { examples, shown }: Sections,
  refusals: readonly DocumentedRefusal[],
  form: 'json' | 'problem',
): Json | undefined => {
  const recorded = refusals.flatMap(({ code, status, title, meaning }) => {
    const value = examples.refusals[`${code} ${status}`]?.[form];
    if (value === undefined) return [];
    const name = `${code}${hasStatuses(code) ? `.${status}` : ''}${form === 'json' ? '' : '.problem'}`;
    shown.set(name, { summary: title, description: meaning, value });
    return [[code, ref('examples', name)] as const];
  });
  return recorded.length === 0 ? undefined : Object.fromEntries(recorded);
};

const allOf = ({ language, schemas, responses, headers, shown }: Sections): ReturnType<Components['all']> => ({
  schemas: { ...errorSchemas(language), ...Object.fromEntries([...schemas].map(([name, { json }]) => [name, json])) },
  responses: Object.fromEntries(responses),
  headers: Object.fromEntries(headers),
  ...(shown.size > 0 && { examples: Object.fromEntries(shown) }),
});
