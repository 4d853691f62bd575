import { jsonBytes, type SelectedFields, selectedFields, writtenIndex } from '../../registry';
import type { Answer, RequestContext } from '../requests/request-context';
import { IGNORED_PARAMS } from './ignored-params';

/**
 * Keeps the selected members of a body (`_fields`), also within lists.
 * If no member of the body is selected, it becomes `[]`, as the CMS writes an empty object. Inner objects and empty bodies stay
 * objects.
 */
export const pickFields = (body: unknown, selected: SelectedFields): unknown => {
  const picked = pickMembers(body, selected);
  const isEmptied = isObject(picked) && Object.keys(picked).length === 0 && Object.keys(plain(body as object)).length > 0;
  return isEmptied ? [] : picked;
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);

const pickMembers = (body: unknown, selected: SelectedFields): unknown => {
  if (typeof body !== 'object' || body === null) return body;
  const members = plain(body);
  if (Array.isArray(members)) return members.map((item) => pickMembers(item, selected));
  const kept = Object.entries(members).flatMap(([name, value]) => {
    const inner = selected.get(name);
    return inner === undefined ? [] : [[name, inner === true ? value : pickMembers(value, inner)] as const];
  });
  return Object.fromEntries(kept);
};

/** The value that JSON writes for an object: the result of its `toJSON` if it has one, as dates do. */
const plain = (body: object): object => {
  const written: unknown = 'toJSON' in body && typeof body.toJSON === 'function' ? body.toJSON() : body;
  return typeof written === 'object' && written !== null ? written : {};
};

/** An answer as it is sent. */
export interface Representation {
  readonly status: number;
  readonly type: string;
  readonly text: string | Buffer;
  /** The entity tag, if the answer knows its own. Otherwise it is computed from the text. */
  readonly tag?: string;
}

const CALLBACK = /^[\w.]+$/;
const JSON_TYPE = 'application/json; charset=UTF-8';
const SCRIPT_TYPE = 'application/javascript; charset=UTF-8';

/** Values of `_jsonp` that ask for no call. */
const NO_CALLBACK: readonly unknown[] = [undefined, '', '0'];

/** True if `_jsonp` is a function name, or asks for no call (empty and `0`). */
export const isCallback = (name: unknown): boolean => NO_CALLBACK.includes(name) || (typeof name === 'string' && CALLBACK.test(name));

/**
 * Writes an answer as the meta parameters ask: `_fields`, `_envelope`, `_pretty`, `_jsonp`.
 * An answer with its own type is sent as it is. Text that is no page goes into JSON if `_envelope` or `_jsonp` asks for it.
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
  // Without a valid callback the refusal is sent as it is, without an envelope.
  if (!isCallback(callback)) return { status: answer.status, type: type ?? JSON_TYPE, text: JSON.stringify(answer.body ?? null) };
  const selected = answer.refusal ? undefined : selectedFields(fields, answer.kept);
  const body = selected === undefined ? answer.body : pickFields(answer.body, selected);
  const headers = {
    ...answer.headers,
    ...(allow === undefined ? {} : { Allow: allow.join(', ') }),
    ...(ignored === undefined ? {} : { [IGNORED_PARAMS]: ignored }),
  };
  const isWhole = ![selected, envelope, pretty].some((one) => one !== undefined) && NO_CALLBACK.includes(callback);
  const index = isWhole ? writtenIndex(body) : undefined;
  if (index !== undefined) return { status: answer.status, type: type ?? JSON_TYPE, ...index };
  const bytes = isWhole ? jsonBytes(body) : undefined;
  if (bytes !== undefined) return { status: answer.status, type: type ?? JSON_TYPE, text: bytes };
  const wrapped = envelope === undefined ? body : { body: body ?? null, status: answer.status, headers: envelopeHeaders(headers) };
  const text = JSON.stringify(wrapped ?? null, null, pretty === undefined ? undefined : 4);
  if (text === undefined) throw new Error('what toJSON of an answer answers cannot be written as JSON');
  const status = envelope === undefined ? answer.status : 200;
  // An envelope around an error is no error, and an envelope has its own type.
  if (NO_CALLBACK.includes(callback)) return { status, type: envelope !== undefined ? JSON_TYPE : (type ?? JSON_TYPE), text };
  // Two characters that JSON allows end a line in older scripts.
  return {
    status,
    type: SCRIPT_TYPE,
    text: `/**/${String(callback)}(${text.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')})`,
  };
};

/** The headers in an envelope. Totals are numbers, and an empty list stands for no headers. */
const envelopeHeaders = (headers: Readonly<Record<string, string>>): unknown => {
  const entries = Object.entries(headers);
  if (entries.length === 0) return [];
  return Object.fromEntries(
    entries.map(([name, value]) => [name, /^X-.*-Total/.test(name) && /^\d+$/.test(value) ? Number(value) : value]),
  );
};
