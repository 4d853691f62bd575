import type { Answer } from '../program/program';

/** What a request carries. */
export interface Message {
  readonly method?: string;
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What came of a request. Status 0: no answer, or the connection broke off in it, and the body says why. */
export interface Attempt extends Answer {
  /** What is wrong with an answer that looks whole, or that none came at all. */
  readonly fault?: string;
}

/** Asks at a path below the address of a service. */
export type Attempts = (path: string, message?: Message) => Promise<Attempt>;

/** After so long, in ms, no answer is a fault: the service promises 10 s. */
const PATIENCE = 30_000;

const reasonOf = (error: unknown): string => (error instanceof Error ? String(error.cause ?? error) : String(error));

/** What is wrong with the form of an answer. */
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

/** Makes what asks a service as a user, `login:password`, over connections that are kept; it never rejects. */
export const createAttempts = (address: string, login: string): Attempts => {
  const authorization = `Basic ${Buffer.from(login).toString('base64')}`;
  return async (path, { method = 'GET', json, headers: more = {} } = {}) => {
    const began = performance.now();
    const signal = AbortSignal.timeout(PATIENCE);
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
      return signal.aborted ? { ...nothing, fault: `No answer came within ${PATIENCE / 1000} s.` } : nothing;
    }
  };
};
