import type { Language, Text } from '../language';
import { type Asker, endpointFor, type Method, nameOf, type Route, type RouteEndpoint, type Schema } from '../registry';

/** An OpenAPI link from a response to another operation, whose parameters are values of the response. */
interface Link {
  readonly operationId: string;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly description: string;
}

export type OperationIds = (route: { readonly path: string }, method: Method) => string;

const TEXTS = {
  own: { en: 'What this answer is about, by its `{name}`.', fr: 'Ce dont parle cette réponse, par son `{name}`.' },
  part: { en: 'What `{name}` of this answer names.', fr: 'Ce que nomme `{name}` dans cette réponse.' },
  first: { en: 'The first of `{name}` in this answer.', fr: 'Le premier de `{name}` dans cette réponse.' },
  next: {
    en: 'The next page, where there is one: its address is in `next_rest_url` and, as `next`, in the header Link.',
    fr: 'La page suivante, s’il y en a une : son adresse est dans `next_rest_url` et, sous `next`, dans l’en-tête Link.',
  },
} as const satisfies Record<string, Text>;

/** Removes the final variable of a path: `/events/{id}.ics` and `/events/by-slug/{slug}` give `/events`. */
const baseOf = (path: string): string => path.replace(/(?:\/by-[^/]+)?\/\{[^/]+$/, '');

/** Returns a schema and its branches of `oneOf` and `anyOf`, at every depth. */
const branches = (schema: Schema): readonly Schema[] => [schema, ...[...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].flatMap(branches)];

const propertiesOf = (schema: Schema): readonly (readonly [string, Schema])[] =>
  branches(schema).flatMap(({ properties }) => Object.entries(properties ?? {}));

/** Makes the OpenAPI links of a successful response: to its own record, to linked records, to the next page. */
export const linksOf = <U extends Asker>(
  route: Route<U>,
  endpoint: RouteEndpoint<U>,
  method: Method,
  routes: readonly Route<U>[],
  idOf: OperationIds,
  language: Language,
): Readonly<Record<string, Link>> => {
  const { answers, args } = endpoint;
  if (answers === undefined || method === 'DELETE') return {};
  const members = propertiesOf(answers);
  const say = (text: Text, name: string) => text[language].replace('{name}', name);
  const own = routes.flatMap((other) => {
    const [name, ...more] = other.names;
    if (name === undefined || more.length > 0 || baseOf(other.path) === other.path || baseOf(other.path) !== baseOf(route.path)) return [];
    if (!members.some(([member]) => member === name)) return [];
    // POST, PUT and PATCH of an update are one operation.
    const methods = other.endpoints.map((one): Method => (one.methods.includes('PATCH') ? 'PATCH' : (one.methods[0] ?? 'GET')));
    // Names that can change, such as slugs, only serve to read a record.
    return (name === 'id' ? methods : methods.filter((one) => one === 'GET'))
      .filter((one) => !(other === route && (one === method || (one === 'PATCH' && method !== 'GET'))))
      .map((one) => {
        const operationId = idOf(other, one);
        return [
          operationId,
          { operationId, parameters: { [name]: `$response.body#/${name}` }, description: say(TEXTS.own, name) },
        ] as const;
      });
  });
  const named = members.flatMap(([member, schema]) => {
    const inside = branches(schema);
    const listed = inside.flatMap(({ items }) => (items === undefined ? [] : branches(items)));
    const reading = (parts: readonly Schema[]) => {
      const titles = parts.flatMap((part) => nameOf(part) ?? []);
      return routes.find((other) => {
        const title = nameOf(endpointFor(other, 'GET')?.answers ?? {});
        return other.names.length === 1 && other.path.endsWith('/{id}') && title !== undefined && titles.includes(title);
      });
    };
    const alone = reading(inside);
    const other = alone ?? reading(listed);
    if (other === undefined) return [];
    const isList = alone === undefined;
    const parameters = { id: `$response.body#/${member}${isList ? '/0' : ''}/id` };
    return [[member, { operationId: idOf(other, 'GET'), parameters, description: say(TEXTS[isList ? 'first' : 'part'], member) }] as const];
  });
  const hasPages = method === 'GET' && Object.hasOwn(args, 'page') && members.some(([member]) => member === 'next_rest_url');
  const next = hasPages ? [['next', { operationId: idOf(route, 'GET'), description: TEXTS.next[language] }] as const] : [];
  return Object.fromEntries([...own, ...named, ...next]);
};
