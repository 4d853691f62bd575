import { capitalized, type Text } from '../language';
import {
  type Answers,
  type Asker,
  alternativeType,
  isUpdate,
  type Method,
  mediaType,
  type Route,
  type RouteEndpoint,
  requiredOf,
  type Schema,
} from '../registry';
import { answerSchema, type Components, declaredHeader, emptyRef, exampleRef, headerRefs, refusalRef } from './components';
import { refusalsOf, successHeaders } from './statuses';

const TEXTS = {
  done: { en: 'Done. The body is the answer.', fr: 'Fait. Le corps est la réponse.' },
  created: { en: 'Created. The body is the new record.', fr: 'Créé. Le corps est le nouvel enregistrement.' },
} as const satisfies Record<string, Text>;

const TEXT = { type: 'string' };

/** True if a recorded response has all required members, which a plugin may have added since. Compiles no validator, to save time. */
const hasRequired = (schema: Schema, value: unknown): boolean => {
  if (Array.isArray(value)) return value.every((item) => schema.items === undefined || hasRequired(schema.items, item));
  if (typeof value !== 'object' || value === null) return schema.type !== 'object';
  const members = value as Readonly<Record<string, unknown>>;
  return (
    requiredOf(schema).every((name) => Object.hasOwn(members, name)) &&
    Object.entries(schema.properties ?? {}).every(
      ([name, one]) => !Object.hasOwn(members, name) || members[name] === null || hasRequired(one, members[name]),
    )
  );
};

/** Makes the OpenAPI media type object of a JSON response, with the example recorded for the operation ID `id`. */
const formOf = (components: Components, id: string, answers: Answers | undefined, unknown: object = {}) => {
  const example = exampleRef(components, id, (value) => answers === undefined || hasRequired(answers, value));
  return { schema: answers ? answerSchema(components, answers) : unknown, ...(example && { examples: { answer: example } }) };
};

const contentOf = <U extends Asker>(
  { answers, type = 'application/json', alternatives = [] }: RouteEndpoint<U>,
  components: Components,
  operationId: string,
) => {
  const own = mediaType(type);
  const forms = [[own, formOf(components, operationId, answers, own.startsWith('text/') ? TEXT : {})] as const];
  for (const one of alternatives) {
    const media = mediaType(alternativeType(one));
    // The ID of the example of an alternative is such as `getBooksAsGeoJson`.
    const words = media.replace(/^.*\//, '').split(/[^a-z0-9]+/);
    const id = `${operationId}As${words.map(capitalized).join('')}`;
    forms.push([media, typeof one === 'string' ? { schema: TEXT } : formOf(components, id, one.answers)]);
  }
  return Object.fromEntries(forms);
};

const declaredHeaders = <U extends Asker>({ headers = {} }: RouteEndpoint<U>, components: Components) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, { description, required, ...schema }]) => [
      name,
      declaredHeader(components, name, {
        description: description[components.language],
        ...(required === true && { required }),
        schema: answerSchema(components, schema),
      }),
    ]),
  );

const EMPTY: readonly (number | undefined)[] = [204, 205];

/** Returns the HTTP statuses of successful responses: the declared status, else 200, and also 201 for creations. */
const successesOf = <U extends Asker>(endpoint: RouteEndpoint<U>, method: Method): readonly number[] => {
  if (endpoint.status !== undefined) return [endpoint.status];
  return method === 'POST' && !isUpdate(endpoint) ? [200, 201] : [200];
};

/** Makes the OpenAPI responses object of an operation, by HTTP status. */
export const responses = <U extends Asker>(
  route: Route<U>,
  endpoint: RouteEndpoint<U>,
  method: Method,
  { operationId, components, links }: { readonly operationId: string; readonly components: Components; readonly links: object },
) => {
  const { language } = components;
  const success = {
    headers: { ...headerRefs(components, successHeaders({ isReading: method === 'GET' })), ...declaredHeaders(endpoint, components) },
    ...(!EMPTY.includes(endpoint.status) && { content: contentOf(endpoint, components, operationId) }),
    ...(Object.keys(links).length > 0 && { links }),
  };
  const refused = [...refusalsOf(route, endpoint, method, language)].map(
    ([status, refusals]) => [status, refusalRef(components, status, refusals)] as const,
  );
  return {
    ...Object.fromEntries(
      successesOf(endpoint, method).map((status) => [
        status,
        { description: TEXTS[status === 201 ? 'created' : 'done'][language], ...success },
      ]),
    ),
    ...(method === 'GET' && { 304: emptyRef(components, 304) }),
    ...Object.fromEntries(refused),
  };
};
