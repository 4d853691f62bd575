import http from 'node:http';

/** One request of a scenario. `{{name}}` stands for a variable. */
export interface Step {
  readonly name: string;
  readonly method: string;
  /** The path below the calendar's namespace. `abs` is a path from the host instead. */
  readonly path?: string;
  readonly abs?: string;
  readonly query?: unknown;
  readonly as?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: { readonly json?: unknown; readonly form?: unknown; readonly base64?: string; readonly raw?: string };
  /** Variables to set, each with the path of its value in the answer. */
  readonly save?: Readonly<Record<string, string>>;
}

export interface Stage {
  readonly origin: string;
  /** The paths of the language root and of the namespace, without a slash at the end. */
  readonly root: string;
  readonly prefix: string;
  authorization(login: string): string;
}

export interface Played {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: unknown;
}

/** Variables by name, and the base time for relative days in ms since 1970. */
export interface Variables {
  readonly values: Map<string, unknown>;
  readonly at: number;
}

const DAY = 86_400_000;

/** Sends the request of a step. The body of the answer is undefined if it is not JSON. */
export function play(step: Step, variables: Variables, stage: Stage): Promise<Played> {
  const filled = substitute(step, variables) as Step;
  const { method, headers: sent, as: login } = filled;
  const body = bodyOf(filled);
  const headers: http.OutgoingHttpHeaders = {
    ...(body?.type && { 'content-type': body.type }),
    ...sent,
    ...(login && { authorization: stage.authorization(login) }),
    ...(body && { 'content-length': body.bytes.length }),
  };
  const { hostname, port } = new URL(stage.origin);
  return new Promise((resolve, reject) => {
    const request = http.request({ host: hostname, port, method, path: addressOf(filled, stage), headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const isJson = (response.headers['content-type'] ?? '').includes('json') && text !== '';
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: isJson ? JSON.parse(text) : undefined });
      });
    });
    request.on('error', reject);
    request.end(body?.bytes);
  });
}

/** Reads the value at a dotted path of an answer. */
export const valueAt = (answer: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined), answer);

function addressOf(step: Step, { prefix, root }: Stage): string {
  const path = step.abs?.replaceAll('/wp-json/tribe/events/v1', prefix).replaceAll('/wp-json', root) ?? `${prefix}${step.path ?? ''}`;
  const query = queryOf(step.query);
  return query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;
}

function bodyOf({ body }: Step): { readonly type?: string; readonly bytes: Buffer } | undefined {
  if (!body) return undefined;
  if ('json' in body) return { type: 'application/json', bytes: Buffer.from(JSON.stringify(body.json)) };
  if ('form' in body) return { type: 'application/x-www-form-urlencoded', bytes: Buffer.from(queryOf(body.form)) };
  return { bytes: body.base64 === undefined ? Buffer.from(body.raw ?? '') : Buffer.from(body.base64, 'base64') };
}

/** Writes a query or a form. Lists become `a[]=1` and objects `a[b]=1`. */
function queryOf(query: unknown): string {
  if (typeof query === 'string') return query;
  const pairs: string[] = [];
  const add = (name: string, value: unknown): void => {
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) {
        if (typeof item === 'object' && item !== null) add(`${name}[${index}]`, item);
        else pairs.push(`${encodeURIComponent(name)}[]=${encodeURIComponent(String(item))}`);
      }
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, member] of Object.entries(value)) add(`${name}[${key}]`, member);
    } else pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(value === null ? '' : String(value))}`);
  };
  for (const [name, value] of Object.entries(query ?? {})) add(name, value);
  return pairs.join('&');
}

function substitute(value: unknown, variables: Variables): unknown {
  if (typeof value === 'string') {
    const [, whole] = /^\{\{([^}]+)\}\}$/.exec(value) ?? [];
    if (whole !== undefined) return lookUp(whole, variables) ?? value;
    return value.replace(/\{\{([^}]+)\}\}/g, (all, name: string) => String(lookUp(name, variables) ?? all));
  }
  if (Array.isArray(value)) return value.map((item) => substitute(item, variables));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [substitute(key, variables), substitute(member, variables)]));
}

function lookUp(name: string, variables: Variables): unknown {
  if (variables.values.has(name)) return variables.values.get(name);
  const day = /^day([+-]\d+)?$/.exec(name);
  if (day) return new Date(variables.at + DAY * Number(day[1] ?? 0)).toISOString().slice(0, 10);
  const [, text] = /^str:(.+)$/.exec(name) ?? [];
  if (text !== undefined) {
    const value = lookUp(text, variables);
    return value === undefined ? undefined : String(value);
  }
  const [, length] = /^long:(\d+)$/.exec(name) ?? [];
  return length === undefined ? undefined : 'x'.repeat(Number(length));
}
