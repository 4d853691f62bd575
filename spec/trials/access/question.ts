import { whenLessBusy } from '../../program/program';
import type { Line } from '../line';
import type { Asker } from './rights';

/** One question of the table. */
export interface Question {
  readonly asker: Asker;
  readonly method: string;
  /** From the root on. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  /** What the answer should be; without it, only that it tells nothing is looked at. */
  readonly expected?: Expected;
}

/** What an answer should be. */
export interface Expected {
  readonly statuses: readonly number[];
  /** The code of the error. */
  readonly code?: string;
  /** What must be answered just the same: the question of a record that does not exist. */
  readonly as?: Question;
  /** How many the list tells of. */
  readonly total?: number;
  /** How many records a term counts. */
  readonly count?: number;
  /** The IDs that the list shows of these; others are nobody's concern. */
  readonly ids?: { readonly of: readonly number[]; readonly shown: readonly number[] };
  /** The methods that the header `Allow` names, beside GET. */
  readonly allows?: readonly string[];
}

/** An answer to one. */
export interface Told {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: trials look into answers of every shape.
  readonly body: any;
}

const PATIENCE = 20_000;
let asked = 0;

const tellOnce = async (line: Line, { method, path, headers = {}, json }: Question, authorization: string | undefined): Promise<Told> => {
  asked += 1;
  const body = json === undefined ? undefined : JSON.stringify(json);
  const lines = Object.entries({
    Host: 'calendar.example',
    // Wrong passwords from one address are refused after a while.
    'X-Forwarded-For': `10.${asked % 250}.${(asked >> 8) % 250}.${(asked >> 16) % 250}`,
    ...(authorization !== undefined && { Authorization: authorization }),
    ...(body !== undefined && { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) }),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`);
  const bytes = Buffer.from([`${method} ${path} HTTP/1.1`, ...lines, '', body ?? ''].join('\r\n'));
  const received = await line.ask(bytes, method, PATIENCE);
  if (received === undefined) throw new Error(`${method} ${path} has no answer.`);
  const text = received.body.toString('utf8');
  const isJson = /json/.test(received.headers['content-type'] ?? '') && text !== '';
  return { status: received.status, headers: received.headers, text, body: isJson ? JSON.parse(text) : undefined };
};

/**
 * Asks over a line, again where the service says that it is overloaded, since a busy machine tells nothing of rights; `authorization` is the header
 * of whoever asks. Throws where no answer comes.
 */
export const tell = (line: Line, question: Question, authorization: string | undefined): Promise<Told> =>
  whenLessBusy(() => tellOnce(line, question, authorization));
