import type { Answer } from '../program/program';

/** The method, body and headers of a request. */
export interface Message {
  readonly method?: string;
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The result of a request. Status 0 means that the connection failed, with the reason in `body`. */
export interface Attempt extends Answer {
  /** A defect of the answer, such as invalid JSON or a timeout. */
  readonly fault?: string;
}

/** Sends a request to a path of a service. */
export type AttemptClient = (path: string, message?: Message) => Promise<Attempt>;

/** Timeout in ms. The service promises an answer within 10 s. */
const TIMEOUT_MS = 30_000;

const reasonOf = (error: unknown): string => (error instanceof Error ? String(error.cause ?? error) : String(error));

/** Checks length headers and JSON of an answer. */
const faultOf = (headers: Headers, text: string): string | undefined => {
  if (!headers.has('content-length') && !headers.has('transfer-encoding')) return 'Nothing tells where the answer ends.';
  if (!/json/.test(headers.get('content-type') ?? '')) return undefined;
  try {
    JSON.parse(text);
    return undefined;
  } catch {
    return `Its ${text.length} characters are no JSON.`;
  }
};

/** Creates a function that sends requests with the credentials `login:password`. It never rejects. */
export const createAttemptClient = (address: string, login: string): AttemptClient => {
  const authorization = `Basic ${Buffer.from(login).toString('base64')}`;
  return async (path, { method = 'GET', json, headers: more = {} } = {}) => {
    const began = performance.now();
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const headers = { authorization, ...(json !== undefined && { 'content-type': 'application/json' }), ...more };
    try {
      const response = await fetch(`${address}${path}`, {
        method,
        headers,
        signal,
        body: json === undefined ? null : JSON.stringify(json),
      });
      const text = await response.text();
      const fault = faultOf(response.headers, text);
      const milliseconds = performance.now() - began;
      const isJson = fault === undefined && /json/.test(response.headers.get('content-type') ?? '');
      const answer = { status: response.status, headers: Object.fromEntries(response.headers), milliseconds };
      return { ...answer, body: isJson ? JSON.parse(text) : text, ...(fault !== undefined && { fault }) };
    } catch (error) {
      const nothing = { status: 0, headers: {}, body: reasonOf(error), milliseconds: performance.now() - began };
      return signal.aborted ? { ...nothing, fault: `No answer came within ${TIMEOUT_MS / 1000} s.` } : nothing;
    }
  };
};
