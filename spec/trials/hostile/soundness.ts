import type { Received } from '../received';
import { type Plan, WRITERS } from './plan';

/** Internal details and executable markup that no answer may contain. */
const INSIDE = /\n\s+at .+:\d+:\d+|Mongo\w*Error|BSON\w*Error|node_modules|node:internal|\/dist\/(?:lib|routes|fixtures)\//;
const MARKUP = /<zqx|<script>zqx|(?<!\\)" zqx=|href="?javascript:zqx/i;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

/** Checks the body of an error. It is `{ code, message, data: { status } }` or a problem document (RFC 9457). */
const wrongError = (status: number, type: string, text: string): string | undefined => {
  const body = parsed(text) as {
    readonly code?: unknown;
    readonly message?: unknown;
    readonly detail?: unknown;
    readonly status?: unknown;
    readonly data?: { readonly status?: unknown };
  };
  if (type.startsWith('application/problem+json'))
    return body?.status === status && typeof body.code === 'string' && typeof body.detail === 'string'
      ? undefined
      : 'a problem without code, detail or status';
  // JSONP answers and pages have other error formats.
  if (/^(?:text\/html|application\/javascript)/.test(type)) return undefined;
  if (!type.startsWith('application/json')) return `an error as ${type}`;
  const isWhole = typeof body?.code === 'string' && typeof body.message === 'string' && body.data?.status === status;
  return isWhole ? undefined : 'an error without code, message or data.status';
};

/** The status inside an `_envelope` answer. */
const envelopedStatus = (body: unknown): number =>
  typeof body === 'object' && body !== null && 'body' in body && 'status' in body && 'headers' in body ? Number(body.status) : 0;

/** Checks that an answer is a temporary refusal with its code. */
export const isRefusedForNow = ({ status, body }: Received): boolean =>
  status === 503 && /"code":"(?:rest_overloaded|\w*unavailable)"/.test(body.toString('latin1'));

const METHOD_OVERRIDES = /^(?:_method|X-HTTP-Method-Override)$/i;
const WRITING: readonly string[] = ['POST', 'PUT', 'PATCH', 'DELETE'];

/** Checks if a write of a user without permission succeeded. */
const isUnlawful = ({ asker, method, params, headers }: Plan, status: number): boolean =>
  !WRITERS.includes(asker) &&
  WRITING.includes(method) &&
  status < 300 &&
  ![...params, ...headers].some(([name]) => METHOD_OVERRIDES.test(name) || name === '_envelope' || name === 'rest_route');

/** Finds a defect of an answer. `secrets` matches passwords and paths that no answer may contain. */
export const defectOf = ({ status, headers, body }: Received, method: string, secrets: RegExp, plan?: Plan): string | undefined => {
  const text = body.toString('utf8');
  const type = headers['content-type'] ?? '';
  if (!(status >= 200 && status < 500)) return `status ${status}: ${text.slice(0, 300)}`;
  if (plan && isUnlawful(plan, status)) return `a write of ${plan.asker} was answered ${status}`;
  if (headers['x-content-type-options'] !== 'nosniff') return 'X-Content-Type-Options is not nosniff';
  const [leak] = INSIDE.exec(text) ?? secrets.exec(text) ?? secrets.exec(JSON.stringify(headers)) ?? [];
  if (leak !== undefined) return `the answer tells ${JSON.stringify(leak)}`;
  if (type.startsWith('text/html') && MARKUP.test(text)) return `what was sent is markup: ${MARKUP.exec(text)?.[0]}`;
  if (headers['set-cookie'] !== undefined) return 'a cookie was set';
  if (text === '' || method === 'HEAD') return undefined;
  if (status >= 400) return wrongError(status, type, text);
  if (!/^application\/(?:[\w.]+\+)?json/.test(type)) return undefined;
  const json = parsed(text);
  if (json === undefined) return 'its JSON cannot be read';
  return envelopedStatus(json) >= 500 ? `an envelope of status ${envelopedStatus(json)}` : undefined;
};
