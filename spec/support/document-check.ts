import { createHash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { Ajv2020 } from 'ajv/dist/2020';
import { percentPairs, readForm } from '../../lib/http/bodies/form';
import { DEFAULT_LIMITS } from '../../lib/http/options';
import { createRouter } from '../../lib/http/requests/router';
import { isRoot, requestPath } from '../../lib/http/requests/target';
import { LANGUAGES } from '../../lib/language';
import { describeOperations } from '../../lib/openapi/openapi';
import { FORMATS } from '../../lib/registry/args/formats';
import type { Asker, Registry, Route } from '../../lib/registry/route';

/** A request and what it was answered, as they went over the wire. */
export interface Exchanged {
  readonly request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>;
  /** What was read of the request's body. */
  readonly sent: string;
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly text: string;
}

interface Json {
  readonly [name: string]: Json;
}

/** The codes of bodies, which requests that should have none may be refused with too. */
const OF_BODIES: readonly unknown[] = [
  'rest_invalid_json',
  'rest_undecodable_body',
  'rest_content_too_large',
  'rest_unsupported_media_type',
];

type Judge = (body: unknown) => string | undefined;

/** Where the schemas of all documents lie, each under a digest of itself and of what it refers to: services have most of them in common. */
const ROOT = 'https://calendar.example.org/';
const REFERENCE = /"\$ref":"#\/components\/schemas\/([^"]+)"/g;

const ajv = new Ajv2020({ strict: false, logger: false, formats: FORMATS, code: { optimize: false } });
const added = new Set<string>();
const compiled = new Map<string, Judge>();

const compile = (json: string): Judge => {
  const validate = ajv.compile(JSON.parse(json));
  return (body) => {
    if (validate(body)) return undefined;
    const reasons = (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `body${instancePath} ${message} ${JSON.stringify(params)}`,
    );
    return reasons.slice(0, 5).join('; ');
  };
};

/**
 * Makes what compiles the schemas of a document with these components, each once in a process: to functions that say why a body is not of the
 * schema, undefined where it is.
 */
export const createJudges = (schemas: object): ((schema: object) => Judge) => {
  const texts = new Map(Object.entries(schemas).map(([name, schema]) => [name, JSON.stringify(schema)]));
  const ids = new Map<string, string>();
  const judges = new WeakMap<object, Judge>();
  const textOf = (name: string): string => {
    const text = texts.get(name);
    if (text === undefined) throw new Error(`The document has no schema ${name}.`);
    return text;
  };
  /** The names of the schemas that a schema refers to, directly or by others. */
  const reachedFrom = (json: string, found = new Set<string>()): ReadonlySet<string> => {
    for (const [, name = ''] of json.matchAll(REFERENCE)) {
      if (found.has(name)) continue;
      found.add(name);
      reachedFrom(textOf(name), found);
    }
    return found;
  };
  const linked = (json: string): string => json.replaceAll(REFERENCE, (_, name: string) => `"$ref":"${idOf(name)}"`);
  const idOf = (name: string): string => {
    const known = ids.get(name);
    if (known !== undefined) return known;
    const text = textOf(name);
    const whole = JSON.stringify([text, ...[...reachedFrom(text)].sort().map((one) => [one, textOf(one)])]);
    const id = `${ROOT}${createHash('sha256').update(whole).digest('hex')}`;
    ids.set(name, id);
    if (!added.has(id)) {
      added.add(id);
      ajv.addSchema({ ...JSON.parse(linked(text)), $id: id }, undefined, undefined, false);
    }
    return id;
  };
  return (schema) => {
    const known = judges.get(schema);
    if (known !== undefined) return known;
    const json = linked(JSON.stringify(schema));
    const judge = compiled.get(json) ?? compile(json);
    compiled.set(json, judge);
    judges.set(schema, judge);
    return judge;
  };
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const one = (value: unknown): string | undefined => (Array.isArray(value) ? String(value.at(-1)) : (value as string | undefined));

type Query = Readonly<Record<string, unknown>>;

/** What a query says, as the service reads it; one with too many parameters says nothing. */
const queryOf = (search: string): Query => {
  try {
    return readForm(percentPairs(search), DEFAULT_LIMITS.parameters).values;
  } catch {
    return {};
  }
};

/** The method that a request means, as `X-HTTP-Method-Override` and `_method` have it. */
const methodOf = ({ method = '', headers }: Exchanged['request'], query: Query): string => {
  const asked = method === 'POST' ? (query['_method'] ?? (one(headers['x-http-method-override']) || method)) : method;
  const name = typeof asked === 'string' ? asked.toLowerCase() : '';
  return name === 'head' ? 'get' : name;
};

/** An answer with what `_jsonp` and `_envelope` wrap it into taken off; its type is undefined where it was wrapped, or has no body. */
const unwrapped = (
  { request, status, headers, text }: Exchanged,
  query: Query,
): { status: number; type?: string; body: unknown } | undefined => {
  const type = String(headers['content-type'] ?? '').replace(/;.*/, '');
  const [, called] = /^\/\*\*\/[\w.]+\(([\s\S]*)\)$/.exec(text) ?? [];
  const isScript = type === 'application/javascript';
  const body = parsed(isScript && called !== undefined ? called : text);
  const isEnveloped = query['_envelope'] !== undefined && (isScript || type === 'application/json') && status === 200;
  if (!isEnveloped) return isScript ? { status, body } : { status, type, body };
  // Nothing is left of it.
  if (request.method === 'HEAD') return undefined;
  const inside = Object(body) as { status: number; body: unknown };
  return { status: inside.status, body: inside.body };
};

/** The description of a route, and what compiles its schemas. */
interface Described {
  readonly document: Json;
  readonly judgeOf: (schema: object) => Judge;
}

/** The descriptions of the routes of a registry, by namespace and path. */
type Descriptions = Map<string, Described>;

const shared = new Map<string, Descriptions>();

const descriptionsOf = (same: string | undefined): Descriptions => {
  const descriptions = (same === undefined ? undefined : shared.get(same)) ?? new Map();
  if (same !== undefined) shared.set(same, descriptions);
  return descriptions;
};

/**
 * Makes what holds the answers of a service against its OpenAPI document: answers in what one differs, or undefined. Not held are
 * - addresses that are no operation's: above the language roots, the roots themselves, pages for people, what no route knows (404), OPTIONS, TRACE;
 * - the bodies of HEAD, 204, 205 and 304, which are none, and those that `_fields`, or a `context` that is not announced, has taken members from;
 * - the content type of what `_envelope` and `_jsonp` wrap: what is inside is held;
 * - codes of bodies where an operation without a body was sent one;
 * - the entity tag of what is read by a POST that stands for a GET.
 */
export const createDocumentCheck = <U extends Asker>(
  registry: Registry<U>,
  same?: string,
): ((exchanged: Exchanged) => string | undefined) => {
  const descriptions = descriptionsOf(same);
  // Route by route: most specs ask for a few of many.
  const describe = (route: Route<U>): Described => {
    const key = `${route.namespace} ${route.path}`;
    const known = descriptions.get(key);
    if (known !== undefined) return known;
    const operations = describeOperations({ ...registry, routes: [route] }, route.namespace, { language: 'en' });
    const document = JSON.parse(JSON.stringify(operations)) as Json;
    const described = { document, judgeOf: createJudges(document['components']?.['schemas'] ?? {}) };
    descriptions.set(key, described);
    return described;
  };
  // A service declares the languages that it serves for every route; another registry has all.
  const languages = registry.everyRoute['ml_language']?.enum ?? LANGUAGES;
  const root = new RegExp(`^/(?:${languages.join('|')})(/.*|)$`, 'is');
  let findRoute: ReturnType<typeof createRouter<U>> | undefined;

  const find = (request: Exchanged['request']) => {
    const target = (request.url ?? '').replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
    const [address = '', search = ''] = target.split(/\?(.*)/s);
    const query = queryOf(search);
    const [, path] = root.exec(address) ?? [];
    const asked = path === undefined ? undefined : requestPath(path, query['rest_route']);
    if (asked === undefined || isRoot(asked)) return undefined;
    findRoute ??= createRouter(registry);
    const route = findRoute(asked)?.route;
    const method = methodOf(request, query);
    const isKnown = route?.endpoints.some(({ methods }) => methods.some((own) => own.toLowerCase() === method));
    return route === undefined || !isKnown ? undefined : { route, method, query };
  };

  return (exchanged) => {
    const { request, headers, sent } = exchanged;
    const found = find(request);
    if (found === undefined) return undefined;
    const { route, method, query } = found;
    const { document, judgeOf } = describe(route);
    const { paths, components } = document;
    const resolved = (part: Json | undefined): Json | undefined => {
      const ref = part?.['$ref'] as unknown as string | undefined;
      return ref === undefined
        ? part
        : ref
            .split('/')
            .slice(1)
            .reduce<Json | undefined>((at, key) => at?.[key], { components } as Json);
    };
    const operation = paths?.[route.path === '' ? '/' : route.path]?.[method];
    if (operation === undefined) return `${route.path} has no operation ${method}`;

    const told = unwrapped(exchanged, query);
    if (told === undefined) return undefined;
    const { status, type, body } = told;
    const code: unknown = Object(body).code;
    const hasBody = Number(request.headers['content-length'] ?? 0) > 0 || request.headers['transfer-encoding'] !== undefined;
    if (hasBody && operation['requestBody'] === undefined && OF_BODIES.includes(code)) return undefined;
    const response = resolved(operation['responses']?.[String(status)]);
    if (response === undefined) return `the status ${status} is not documented: ${exchanged.text.slice(0, 200)}`;

    for (const [name, header] of Object.entries(response['headers'] ?? {})) {
      const isRequired = (resolved(header)?.['required'] as unknown) === true && !(name === 'ETag' && request.method === 'POST');
      if (isRequired && headers[name.toLowerCase()] === undefined) return `the header ${name} is missing`;
    }
    if (request.method === 'HEAD' || [204, 205, 304].includes(status)) return undefined;
    const content = response['content'] ?? {};
    const isProblem = status >= 400 && Object(body).message === undefined;
    const documented = type ?? (isProblem ? 'application/problem+json' : 'application/json');
    const media = content[documented];
    // What is text by itself is JSON only where it is wrapped.
    if (media === undefined) return type === undefined && status < 300 ? undefined : `the type ${documented} is not documented`;
    const isContext = (query['context'] ?? 'view') !== 'view' && route.endpoints.some(({ args }) => args['context']?.announced === false);
    const isPicked = status < 300 && (query['_fields'] !== undefined || sent.includes('_fields') || isContext);
    if (!documented.endsWith('json') || isPicked || media['schema'] === undefined) return undefined;
    const why = judgeOf(media['schema'])(body);
    return why && `${why} in ${exchanged.text.slice(0, 300)}`;
  };
};
