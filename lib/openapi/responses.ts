import { capitalized, type Language, type Text } from '../language';
import { type Answers, type Asker, alternativeType, isUpdate, type Method, mediaType, type Route, type RouteEndpoint } from '../registry';
import type { Components } from './components';
import { hasRequired } from './example-fit';
import { successHeaders } from './headers';
import { refusalsOf } from './refusals';

const TEXTS = {
  done: { en: 'Done. The body is the answer.', fr: 'Fait. Le corps est la réponse.' },
  created: { en: 'Created. The body is the new record.', fr: 'Créé. Le corps est le nouvel enregistrement.' },
} as const satisfies Record<string, Text>;

const contentOf = <U extends Asker>(
  { answers, type = 'application/json', alternatives = [] }: RouteEndpoint<U>,
  components: Components,
  operationId: string,
) => {
  const isText = mediaType(type).startsWith('text/');
  const schema = answers === undefined ? (isText ? { type: 'string' } : {}) : components.schema(answers);
  const example = components.answer(operationId, (value) => answers === undefined || hasRequired(answers, value));
  const others = alternatives.map((one) => {
    const form = typeof one === 'string' ? { schema: { type: 'string' } } : formOf(one, components, operationId);
    return [mediaType(alternativeType(one)), form] as const;
  });
  return { [mediaType(type)]: { schema, ...(example && { examples: { answer: example } }) }, ...Object.fromEntries(others) };
};

/** Describes a form of JSON beside the usual one. Its example is recorded under an ID such as `getBooksAsGeoJson`. */
const formOf = ({ type, answers }: { readonly type: string; readonly answers: Answers }, components: Components, operationId: string) => {
  const words = mediaType(type)
    .replace(/^.*\//, '')
    .split(/[^a-z0-9]+/);
  const example = components.answer(`${operationId}As${words.map(capitalized).join('')}`, (value) => hasRequired(answers, value));
  return { schema: components.schema(answers), ...(example && { examples: { answer: example } }) };
};

const declaredHeaders = <U extends Asker>({ headers = {} }: RouteEndpoint<U>, components: Components, language: Language) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, { description, required, ...schema }]) => [
      name,
      components.header(name, {
        description: description[language],
        ...(required === true && { required }),
        schema: components.schema(schema),
      }),
    ]),
  );

/** The context of the answers of an operation. */
export interface ResponseContext {
  readonly operationId: string;
  readonly language: Language;
  readonly components: Components;
  /** The links of a success. */
  readonly links: object;
}

/** The statuses of successes without a body. */
const EMPTY: readonly (number | undefined)[] = [204, 205];

/** The statuses of successes: the declared one, else 200, and 201 too for creations. */
const successesOf = <U extends Asker>(endpoint: RouteEndpoint<U>, method: Method): readonly number[] => {
  if (endpoint.status !== undefined) return [endpoint.status];
  return method === 'POST' && !isUpdate(endpoint) ? [200, 201] : [200];
};

/** Describes the answers of an operation by status. */
export const responses = <U extends Asker>(
  route: Route<U>,
  endpoint: RouteEndpoint<U>,
  method: Method,
  { operationId, language, components, links }: ResponseContext,
) => {
  const success = {
    headers: { ...components.headers(successHeaders(method === 'GET')), ...declaredHeaders(endpoint, components, language) },
    ...(!EMPTY.includes(endpoint.status) && { content: contentOf(endpoint, components, operationId) }),
    ...(Object.keys(links).length > 0 && { links }),
  };
  const refused = [...refusalsOf(route, endpoint, method, language)].map(
    ([status, refusals]) => [status, components.refusal(status, refusals)] as const,
  );
  return {
    ...Object.fromEntries(
      successesOf(endpoint, method).map((status) => [
        status,
        { description: TEXTS[status === 201 ? 'created' : 'done'][language], ...success },
      ]),
    ),
    ...(method === 'GET' && { 304: components.empty(304) }),
    ...Object.fromEntries(refused),
  };
};
