import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { Ajv2020 } from 'ajv/dist/2020';
import { percentPairs, readForm } from '../../lib/http/form';
import { DEFAULT_LIMITS } from '../../lib/http/options';
import { askedPath, isRoot } from '../../lib/http/request-values';
import { createRouter } from '../../lib/http/router';
import { LANGUAGES } from '../../lib/language';
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

type Judge = (body: unknown) => string | undefined;

const ROOT = 'https://calendar.example.org/doc';

const judges = new Map<string, (schema: object) => Judge>();

/**
 * Makes what compiles the schemas of a document with these components, each once: to functions that say why a body is not of the schema, undefined
 * where it is. Most services have the same document.
 */
export const createJudges = (schemas: object): ((schema: object) => Judge) => {
  const document = JSON.stringify(schemas);
  const made = judges.get(document);
  if (made !== undefined) return made;
  const ajv = new Ajv2020({ strict: false, logger: false, formats: FORMATS, code: { optimize: false } });
  ajv.addSchema({ $id: ROOT, components: { schemas } });
  const known = new Map<string, Judge>();
  const seen = new WeakMap<object, Judge>();
  const compile = (json: string): Judge => {
    const validate = ajv.compile(JSON.parse(json.replaceAll('"$ref":"#/', `"$ref":"${ROOT}#/`)));
    return (body) => {
      if (validate(body)) return undefined;
      const told = (validate.errors ?? []).map(
        ({ instancePath, message, params }) => `body${instancePath} ${message} ${JSON.stringify(params)}`,
      );
      return told.slice(0, 5).join('; ');
    };
  };
  const judge = (schema: object): Judge => {
    const before = seen.get(schema);
    if (before !== undefined) return before;
    const json = JSON.stringify(schema);
    const one = known.get(json) ?? compile(json);
    known.set(json, one);
    seen.set(schema, one);
    return one;
  };
  judges.set(document, judge);
  return judge;
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

/** What is known of a registry: its documents by namespace, and what compiles their schemas. */
interface Known {
  readonly documents: Map<string, Json>;
  readonly judgesOf: Map<string, (schema: object) => Judge>;
}

const shared = new Map<string, Known>();

const knownOf = (same: string | undefined): Known => {
  const known = (same === undefined ? undefined : shared.get(same)) ?? { documents: new Map(), judgesOf: new Map() };
  if (same !== undefined) shared.set(same, known);
  return known;
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
  const { documents, judgesOf } = knownOf(same);
  const documentOf = (namespace: string): Json => {
    const options = { language: 'en', baseUrl: 'http://127.0.0.1/en', title: 'Specs', version: '1.0.0' } as const;
    const made = documents.get(namespace) ?? (JSON.parse(JSON.stringify(toOpenApi(registry, namespace, options))) as Json);
    documents.set(namespace, made);
    return made;
  };
  const judgeOf = (namespace: string) => {
    const made = judgesOf.get(namespace) ?? createJudges(documentOf(namespace)['components']?.['schemas'] ?? {});
    judgesOf.set(namespace, made);
    return made;
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
    const asked = path === undefined ? undefined : askedPath(path, query['rest_route']);
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
    const why = judgeOf(route.namespace)(media['schema'])(body);
    return why && `${why} in ${exchanged.text.slice(0, 300)}`;
  };
};
