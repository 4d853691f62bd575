import { indexTag, jsonBytes, type SelectedFields, selectedFields } from '../../registry';
import type { Answer, RequestContext } from '../requests/request-context';
import { IGNORED_PARAMS } from './ignored-params';

/**
 * Keeps the wanted members of a body, through lists too.
 * A body of which nothing is wanted becomes `[]`, the CMS' way to write an empty object. Below it, and where it is empty itself, an object stays one.
 */
export const pickFields = (body: unknown, wanted: SelectedFields): unknown => {
  const picked = pickMembers(body, wanted);
  const isEmptied = isObject(picked) && Object.keys(picked).length === 0 && Object.keys(plain(body as object)).length > 0;
  return isEmptied ? [] : picked;
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);

const pickMembers = (body: unknown, wanted: SelectedFields): unknown => {
  if (typeof body !== 'object' || body === null) return body;
  const members = plain(body);
  if (Array.isArray(members)) return members.map((item) => pickMembers(item, wanted));
  const kept = Object.entries(members).flatMap(([name, value]) => {
    const inner = wanted.get(name);
    return inner === undefined ? [] : [[name, inner === true ? value : pickMembers(value, inner)] as const];
  });
  return Object.fromEntries(kept);
};

/** Dates and the like are written by their own `toJSON`; what that answers is what has members. */
const plain = (body: object): object => {
  const written: unknown = 'toJSON' in body && typeof body.toJSON === 'function' ? body.toJSON() : body;
  return typeof written === 'object' && written !== null ? written : {};
};

/** An answer as it is sent. */
export interface Representation {
  readonly status: number;
  readonly type: string;
  readonly text: string | Buffer;
  /** The entity tag, where the answer knows its own; else that of the text. */
  readonly tag?: string;
}

const CALLBACK = /^[\w.]+$/;
const JSON_TYPE = 'application/json; charset=UTF-8';
const SCRIPT_TYPE = 'application/javascript; charset=UTF-8';

/** What `_jsonp` may be to ask for no call at all. */
const NO_CALLBACK: readonly unknown[] = [undefined, '', '0'];

/** Tells whether `_jsonp` names a function; an empty one and `0` ask for none. */
export const isCallback = (name: unknown): boolean => NO_CALLBACK.includes(name) || (typeof name === 'string' && CALLBACK.test(name));

/**
 * Writes an answer as the meta parameters ask: `_fields`, `_envelope`, `_pretty`, `_jsonp`. What has a type of its own is sent
 * as it is, but text that is no page for people goes into JSON where `_envelope` or `_jsonp` asks for that.
 */
export const represent = (answer: Answer, { query, fields, allow, ignored }: RequestContext): Representation => {
  const { _envelope: envelope, _pretty: pretty, _jsonp: callback } = query.values;
  const own = answer.headers['Content-Type'];
  const isText = typeof answer.body === 'string' && own !== undefined;
  const isForPrograms = isText && !own.startsWith('text/html');
  if (own !== undefined && (isText || Buffer.isBuffer(answer.body))) {
    const wantsJson = envelope !== undefined || !NO_CALLBACK.includes(callback);
    if (!isForPrograms || !wantsJson) return { status: answer.status, type: own, text: answer.body as string | Buffer };
  }
  const type = isText ? undefined : own;
  // Where nobody can be called back the refusal is told as it is, in no envelope.
  if (!isCallback(callback)) return { status: answer.status, type: type ?? JSON_TYPE, text: JSON.stringify(answer.body ?? null) };
  const wanted = answer.refusal ? undefined : selectedFields(fields, answer.kept);
  const body = wanted === undefined ? answer.body : pickFields(answer.body, wanted);
  const headers = {
    ...answer.headers,
    ...(allow === undefined ? {} : { Allow: allow.join(', ') }),
    ...(ignored === undefined ? {} : { [IGNORED_PARAMS]: ignored }),
  };
  const isWhole = ![wanted, envelope, pretty].some((asked) => asked !== undefined) && NO_CALLBACK.includes(callback);
  const tag = isWhole ? indexTag(body) : undefined;
  if (tag !== undefined) return { status: answer.status, type: type ?? JSON_TYPE, text: written(body as object), tag };
  const bytes = isWhole ? jsonBytes(body) : undefined;
  if (bytes !== undefined) return { status: answer.status, type: type ?? JSON_TYPE, text: bytes };
  const wrapped = envelope === undefined ? body : { body: body ?? null, status: answer.status, headers: envelopeHeaders(headers) };
  const text = JSON.stringify(wrapped ?? null, null, pretty === undefined ? undefined : 4);
  if (text === undefined) throw new Error('what toJSON of an answer answers cannot be written as JSON');
  const status = envelope === undefined ? answer.status : 200;
  // What envelops an error is no error itself, nor is what envelops JSON of another kind of that kind.
  if (NO_CALLBACK.includes(callback)) return { status, type: envelope !== undefined ? JSON_TYPE : (type ?? JSON_TYPE), text };
  // Two characters that JSON allows end a line in older scripts.
  return {
    status,
    type: SCRIPT_TYPE,
    text: `/**/${String(callback)}(${text.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')})`,
  };
};

const indexes = new WeakMap<object, Buffer>();

/** An index as it is sent: it is large and the same for everybody, so it is written once. */
const written = (index: object): Buffer => {
  const bytes = indexes.get(index) ?? Buffer.from(JSON.stringify(index));
  indexes.set(index, bytes);
  return bytes;
};

/** Totals are numbers there, and no headers at all are a list. */
const envelopeHeaders = (headers: Readonly<Record<string, string>>): unknown => {
  const entries = Object.entries(headers);
  if (entries.length === 0) return [];
  return Object.fromEntries(
    entries.map(([name, value]) => [name, /^X-.*-Total/.test(name) && /^\d+$/.test(value) ? Number(value) : value]),
  );
};
