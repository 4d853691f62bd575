import { whenLessBusy } from '../../program/program';
import type { Line } from '../line';
import type { Asker } from './rights';

/** A request of the trial. */
export interface Question {
  readonly asker: Asker;
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  /** The expected answer. Without it, the trial checks for leaks only. */
  readonly expected?: Expected;
}

/** The expected answer to a request. */
export interface Expected {
  readonly statuses: readonly number[];
  readonly code?: string;
  /** A request for a record that does not exist. Both answers must be equal. */
  readonly as?: Question;
  /** The total number of records in the list. */
  readonly total?: number;
  readonly count?: number;
  /** IDs in a list: `of` limits the comparison, `shown` are the expected ones. */
  readonly ids?: { readonly of: readonly number[]; readonly shown: readonly number[] };
  /** The methods in the `Allow` header, except GET. */
  readonly allows?: readonly string[];
}

/** An answer to a request of the trial. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: trials look into answers of every shape.
  readonly body: any;
}

const TIMEOUT_MS = 20_000;
let requestCount = 0;

const sendOnce = async (line: Line, { method, path, headers = {}, json }: Question, authorization: string | undefined): Promise<Reply> => {
  requestCount += 1;
  const body = json === undefined ? undefined : JSON.stringify(json);
  const lines = Object.entries({
    Host: 'calendar.example',
    // Each request has its own client address, because repeated wrong passwords from one address are blocked.
    'X-Forwarded-For': `10.${requestCount % 250}.${(requestCount >> 8) % 250}.${(requestCount >> 16) % 250}`,
    ...(authorization !== undefined && { Authorization: authorization }),
    ...(body !== undefined && { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) }),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`);
  const bytes = Buffer.from([`${method} ${path} HTTP/1.1`, ...lines, '', body ?? ''].join('\r\n'));
  const received = await line.ask(bytes, method, TIMEOUT_MS);
  if (received === undefined) throw new Error(`${method} ${path} has no answer.`);
  const text = received.body.toString('utf8');
  const isJson = /json/.test(received.headers['content-type'] ?? '') && text !== '';
  return { status: received.status, headers: received.headers, text, body: isJson ? JSON.parse(text) : undefined };
};

/**
 * Sends a request with the `Authorization` header of the asker. Repeats it while the service is overloaded.
 * Throws an error if no answer comes.
 */
export const sendQuestion = (line: Line, question: Question, authorization: string | undefined): Promise<Reply> =>
  whenLessBusy(() => sendOnce(line, question, authorization));
