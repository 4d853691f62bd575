import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import { askedPath, isRoot } from '../../lib/http/rest-route';
import { createRouter } from '../../lib/http/router';
import { FORMATS } from '../../lib/registry/formats';
import { toOpenApi } from '../../lib/registry/openapi';
import type { Asker, Registry } from '../../lib/registry/route';

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

/** Functions of schemas by all that they depend on: most services have the same document. */
const compiled = new Map<string, ValidateFunction>();

const compile = (schema: Json, schemas: Json): ValidateFunction => {
  const key = JSON.stringify([schema, schemas]);
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const ajv = new Ajv2020({ strict: false, logger: false, formats: FORMATS, code: { optimize: false } });
  const made = ajv.compile({ ...schema, components: { schemas } });
  compiled.set(key, made);
  return made;
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const one = (value: unknown): string | undefined => (Array.isArray(value) ? String(value.at(-1)) : (value as string | undefined));

/** The method that a request means, as `X-HTTP-Method-Override` and `_method` have it. */
const methodOf = ({ method = '', headers }: Exchanged['request'], query: URLSearchParams): string => {
  const asked = method === 'POST' ? (query.get('_method') ?? (one(headers['x-http-method-override']) || method)) : method;
  return asked.toUpperCase() === 'HEAD' ? 'get' : asked.toLowerCase();
};

/** What `_jsonp` and `_envelope` wrap an answer into, taken off. */
const unwrapped = (exchanged: Exchanged, query: URLSearchParams): { status: number; type: string; body: unknown } => {
  const type = String(exchanged.headers['content-type'] ?? '').replace(/;.*/, '');
  const [, called] = /^\/\*\*\/[\w.]+\(([\s\S]*)\)$/.exec(exchanged.text) ?? [];
  const isScript = type === 'application/javascript';
  const body = parsed(isScript && called !== undefined ? called : exchanged.text);
  if (!query.has('_envelope') || exchanged.status !== 200) return { status: exchanged.status, type: isScript ? '' : type, body };
  const { status, body: inside } = Object(body) as { status: number; body: unknown };
  return { status, type: '', body: inside };
};

/**
 * Makes what holds the answers of a service against its OpenAPI document: answers in what one differs, or undefined. Not held are
 * - addresses that are no operation's: above the language roots, the roots themselves, pages for people, what no route knows (404), OPTIONS, TRACE;
 * - the bodies of HEAD and of 304, which are none, and those that `_fields` has taken members from;
 * - the content type of what `_envelope` and `_jsonp` wrap: what is inside is held;
 * - codes of bodies where an operation without a body was sent one.
 */
export const createDocumentCheck = <U extends Asker>(registry: Registry<U>): ((exchanged: Exchanged) => string | undefined) => {
  const documents = new Map<string, Json>();
  const documentOf = (namespace: string): Json => {
    const options = { language: 'en', baseUrl: 'http://127.0.0.1/en', title: 'Specs', version: '1.0.0' } as const;
    const made = documents.get(namespace) ?? (JSON.parse(JSON.stringify(toOpenApi(registry, namespace, options))) as Json);
    documents.set(namespace, made);
    return made;
  };
  let findRoute: ReturnType<typeof createRouter<U>> | undefined;

  const find = (request: Exchanged['request']) => {
    const target = (request.url ?? '').replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
    const [address = '', search = ''] = target.split(/\?(.*)/s);
    const query = new URLSearchParams(search);
    const [, path] = /^\/(?:en|fr)(\/.*|)$/is.exec(address) ?? [];
    const asked = path === undefined ? undefined : askedPath(path, query.get('rest_route') ?? undefined);
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
    const { paths, components } = documentOf(route.namespace);
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

    const { status, type, body } = unwrapped(exchanged, query);
    const code: unknown = Object(body).code;
    const hasBody = Number(request.headers['content-length'] ?? 0) > 0 || request.headers['transfer-encoding'] !== undefined;
    if (hasBody && operation['requestBody'] === undefined && OF_BODIES.includes(code)) return undefined;
    const response = resolved(operation['responses']?.[String(status)]);
    if (response === undefined) return `the status ${status} is not documented (${exchanged.text.slice(0, 200)})`;

    for (const [name, header] of Object.entries(response['headers'] ?? {})) {
      if ((resolved(header)?.['required'] as unknown) === true && headers[name.toLowerCase()] === undefined)
        return `the header ${name} is missing`;
    }
    if (request.method === 'HEAD' || status === 304) return undefined;
    const content = response['content'];
    if (content === undefined) return exchanged.text === '' ? undefined : 'no body is documented';
    const isJson = type === '' || type.endsWith('json');
    const media = content[type === '' ? (status < 300 ? 'application/json' : 'application/json') : type];
    if (media === undefined) return type === '' && !('application/json' in content) ? undefined : `the type ${type} is not documented`;
    const isPicked =
      status < 300 && (query.has('_fields') || [...query.keys()].some((key) => key.startsWith('_fields[')) || sent.includes('_fields'));
    if (!isJson || isPicked || media['schema'] === undefined) return undefined;
    const validate = compile(media['schema'], components?.['schemas'] ?? ({} as Json));
    if (validate(body)) return undefined;
    const told = (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `body${instancePath} ${message} ${JSON.stringify(params)}`,
    );
    return `${told.slice(0, 5).join('; ')} in ${exchanged.text.slice(0, 300)}`;
  };
};
