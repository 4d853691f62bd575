import { jsonBytes, type SelectedFields, selectedFields, writtenIndex } from '../../registry';
import type { Answer, RequestContext, WrittenAnswer } from '../requests/request-context';
import { IGNORED_PARAMS } from './headers';

/**
 * Picks the selected members of a JSON body (`_fields`), also within lists. If no member is selected, the body becomes `[]`, as in
 * WordPress. Inner objects and empty bodies stay objects.
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
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) => {
      const inner = selected.get(name);
      return inner === undefined ? [] : [[name, inner === true ? value : pickMembers(value, inner)]];
    }),
  );
};

/** Returns the value that JSON writes for an object: the result of `toJSON`, as for dates, or the object. */
const plain = (body: object): object => {
  const written: unknown = 'toJSON' in body && typeof body.toJSON === 'function' ? body.toJSON() : body;
  return typeof written === 'object' && written !== null ? written : {};
};

const JSON_TYPE = 'application/json; charset=UTF-8';
const SCRIPT_TYPE = 'application/javascript; charset=UTF-8';

/** The values of `_jsonp` that mean no callback. */
const NO_CALLBACK: readonly unknown[] = [undefined, '', '0'];

/** True if `_jsonp` is a function name, or means no callback (empty and `0`). */
export const isCallback = (name: unknown): boolean => NO_CALLBACK.includes(name) || (typeof name === 'string' && /^[\w.]+$/.test(name));

export const writtenText = (status: number, type: string, text: string | Buffer): WrittenAnswer => {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  return { status, type, text: bytes, length: bytes.length, compressed: new Map() };
};

/**
 * Writes a response as `_fields`, `_envelope`, `_pretty` and `_jsonp` ask. A response with its own media type stays unchanged. Text
 * other than HTML becomes a JSON string if `_envelope` or `_jsonp` is sent.
 */
export const represent = (answer: Answer, { query, fields, allow, ignored }: RequestContext): WrittenAnswer => {
  const { _envelope: envelope, _pretty: pretty, _jsonp: callback } = query.values;
  const { status, headers, body } = answer;
  const own = headers['Content-Type'];
  const hasCallback = !NO_CALLBACK.includes(callback);
  if (own !== undefined && (typeof body === 'string' || Buffer.isBuffer(body))) {
    const goesIntoJson = typeof body === 'string' && !own.startsWith('text/html') && (envelope !== undefined || hasCallback);
    if (!goesIntoJson) return writtenText(status, own, body);
  }
  const type = typeof body === 'string' ? JSON_TYPE : (own ?? JSON_TYPE);
  // Without a valid callback the refusal is sent as it is, without an envelope.
  if (!isCallback(callback)) return writtenText(status, type, JSON.stringify(body ?? null));
  const selected = answer.refusal ? undefined : selectedFields(fields, answer.kept);
  const picked = selected === undefined ? body : pickFields(body, selected);
  const isWhole = ![selected, envelope, pretty].some((one) => one !== undefined) && !hasCallback;
  const index = isWhole ? writtenIndex(picked) : undefined;
  if (index !== undefined) return { status, type, ...index, length: index.text.length };
  const bytes = isWhole ? jsonBytes(picked) : undefined;
  if (bytes !== undefined) return writtenText(status, type, bytes);
  const all = {
    ...headers,
    ...(allow === undefined ? {} : { Allow: allow.join(', ') }),
    ...(ignored === undefined ? {} : { [IGNORED_PARAMS]: ignored }),
  };
  const wrapped = envelope === undefined ? picked : { body: picked ?? null, status, headers: envelopeHeaders(all) };
  const text = JSON.stringify(wrapped ?? null, null, pretty === undefined ? undefined : 4);
  if (text === undefined) throw new Error('what toJSON of an answer answers cannot be written as JSON');
  // An envelope around an error has status 200 and the media type JSON.
  const [sentStatus, sentType] = envelope === undefined ? [status, type] : [200, JSON_TYPE];
  if (!hasCallback) return writtenText(sentStatus, sentType, text);
  // U+2028 and U+2029, which JSON allows in strings, end a line in older scripts.
  const script = text.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
  return writtenText(sentStatus, SCRIPT_TYPE, `/**/${String(callback)}(${script})`);
};

/** Returns the headers for an envelope. Totals become numbers. Without headers the result is an empty list. */
const envelopeHeaders = (headers: Readonly<Record<string, string>>): unknown => {
  const entries = Object.entries(headers).map(([name, value]) => {
    const isTotal = /^X-.*-Total/.test(name) && /^\d+$/.test(value);
    return [name, isTotal ? Number(value) : value] as const;
  });
  return entries.length === 0 ? [] : Object.fromEntries(entries);
};
