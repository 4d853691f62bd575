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

/** A request with its answer, as sent over the network. */
export interface Exchanged {
  readonly request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>;
  /** The received part of the request body. */
  readonly sent: string;
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly text: string;
}

interface Json {
  readonly [name: string]: Json;
}

/** Error codes for request bodies. They are allowed for operations that document no body. */
const BODY_CODES: readonly unknown[] = [
  'rest_invalid_json',
  'rest_undecodable_body',
  'rest_content_too_large',
  'rest_unsupported_media_type',
];

type Validator = (body: unknown) => string | undefined;

/** Base URL of all schemas in Ajv. Each schema ID is a digest of its content, so that services share compiled schemas. */
const ROOT = 'https://calendar.example.org/';
const REFERENCE = /"\$ref":"#\/components\/schemas\/([^"]+)"/g;

const ajv = new Ajv2020({ strict: false, logger: false, formats: FORMATS, code: { optimize: false } });
const added = new Set<string>();
const compiled = new Map<string, Validator>();

const compile = (json: string): Validator => {
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
 * Creates a function that compiles the schemas of a document, once for each process.
 * A compiled schema returns the reason why a body is invalid, or `undefined`.
 */
export const createValidators = (schemas: object): ((schema: object) => Validator) => {
  const texts = new Map(Object.entries(schemas).map(([name, schema]) => [name, JSON.stringify(schema)]));
  const ids = new Map<string, string>();
  const validators = new WeakMap<object, Validator>();
  const textOf = (name: string): string => {
    const text = texts.get(name);
    if (text === undefined) throw new Error(`The document has no schema ${name}.`);
    return text;
  };
  /** Names of all schemas that a schema refers to, directly or indirectly. */
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
    const cached = ids.get(name);
    if (cached !== undefined) return cached;
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
    const cached = validators.get(schema);
    if (cached !== undefined) return cached;
    const json = linked(JSON.stringify(schema));
    const validator = compiled.get(json) ?? compile(json);
    compiled.set(json, validator);
    validators.set(schema, validator);
    return validator;
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

/** Parses a query like the service. Returns no values if there are too many parameters. */
const queryOf = (search: string): Query => {
  try {
    return readForm(percentPairs(search), DEFAULT_LIMITS.parameters).values;
  } catch {
    return {};
  }
};

/** The effective method, with `X-HTTP-Method-Override` and `_method`. */
const methodOf = ({ method = '', headers }: Exchanged['request'], query: Query): string => {
  const requested = method === 'POST' ? (query['_method'] ?? (one(headers['x-http-method-override']) || method)) : method;
  const name = typeof requested === 'string' ? requested.toLowerCase() : '';
  return name === 'head' ? 'get' : name;
};

/** Unwraps an answer from `_jsonp` and `_envelope`. The type is `undefined` if the answer was wrapped. */
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
  // A HEAD answer has no envelope to unwrap.
  if (request.method === 'HEAD') return undefined;
  const inside = Object(body) as { status: number; body: unknown };
  return { status: inside.status, body: inside.body };
};

/** The document of one route, with a compiler for its schemas. */
interface Described {
  readonly document: Json;
  readonly validatorOf: (schema: object) => Validator;
}

/** The documents by namespace and path. */
type Descriptions = Map<string, Described>;

const shared = new Map<string, Descriptions>();

const descriptionsOf = (cacheKey: string | undefined): Descriptions => {
  const descriptions = (cacheKey === undefined ? undefined : shared.get(cacheKey)) ?? new Map();
  if (cacheKey !== undefined) shared.set(cacheKey, descriptions);
  return descriptions;
};

/**
 * Creates a function that compares answers with the OpenAPI document of a registry. It returns the difference, or `undefined`.
 * It does not check:
 * - paths without an operation: outside the languages, language roots, pages, unknown routes, OPTIONS and TRACE;
 * - bodies that are empty by definition, and those reduced by `_fields` or by an unannounced `context`;
 * - the content type of answers in `_envelope` and `_jsonp`;
 * - error codes for a body that the operation does not document;
 * - the entity tag of a read that a POST overrides.
 * Services with an equal `cacheKey` share their documents.
 */
export const createDocumentCheck = <U extends Asker>(
  registry: Registry<U>,
  cacheKey?: string,
): ((exchanged: Exchanged) => string | undefined) => {
  const descriptions = descriptionsOf(cacheKey);
  // Most specs use few routes, so each is described on first use.
  const describe = (route: Route<U>): Described => {
    const key = `${route.namespace} ${route.path}`;
    const cached = descriptions.get(key);
    if (cached !== undefined) return cached;
    const operations = describeOperations({ ...registry, routes: [route] }, route.namespace, { language: 'en' });
    const document = JSON.parse(JSON.stringify(operations)) as Json;
    const described = { document, validatorOf: createValidators(document['components']?.['schemas'] ?? {}) };
    descriptions.set(key, described);
    return described;
  };
  // A service declares its languages for every route. Other registries support all languages.
  const languages = registry.everyRoute['ml_language']?.enum ?? LANGUAGES;
  const root = new RegExp(`^/(?:${languages.join('|')})(/.*|)$`, 'is');
  let findRoute: ReturnType<typeof createRouter<U>> | undefined;

  const find = (request: Exchanged['request']) => {
    const target = (request.url ?? '').replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
    const [address = '', search = ''] = target.split(/\?(.*)/s);
    const query = queryOf(search);
    const [, path] = root.exec(address) ?? [];
    const requested = path === undefined ? undefined : requestPath(path, query['rest_route']);
    if (requested === undefined || isRoot(requested)) return undefined;
    findRoute ??= createRouter(registry);
    const route = findRoute(requested)?.route;
    const method = methodOf(request, query);
    const isKnown = route?.endpoints.some(({ methods }) => methods.some((own) => own.toLowerCase() === method));
    return route === undefined || !isKnown ? undefined : { route, method, query };
  };

  return (exchanged) => {
    const { request, headers, sent } = exchanged;
    const found = find(request);
    if (found === undefined) return undefined;
    const { route, method, query } = found;
    const { document, validatorOf } = describe(route);
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

    const unwrappedAnswer = unwrapped(exchanged, query);
    if (unwrappedAnswer === undefined) return undefined;
    const { status, type, body } = unwrappedAnswer;
    const code: unknown = Object(body).code;
    const hasBody = Number(request.headers['content-length'] ?? 0) > 0 || request.headers['transfer-encoding'] !== undefined;
    if (hasBody && operation['requestBody'] === undefined && BODY_CODES.includes(code)) return undefined;
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
    // Plain text becomes JSON only in a wrapper.
    if (media === undefined) return type === undefined && status < 300 ? undefined : `the type ${documented} is not documented`;
    const isContext = (query['context'] ?? 'view') !== 'view' && route.endpoints.some(({ args }) => args['context']?.announced === false);
    const isPicked = status < 300 && (query['_fields'] !== undefined || sent.includes('_fields') || isContext);
    if (!documented.endsWith('json') || isPicked || media['schema'] === undefined) return undefined;
    const why = validatorOf(media['schema'])(body);
    return why && `${why} in ${exchanged.text.slice(0, 300)}`;
  };
};
