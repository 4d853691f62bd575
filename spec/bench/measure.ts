import autocannon from 'autocannon';
import { cpuTime } from './processes';
import type { Question } from './questions';

const CONNECTIONS = 16;
/** How long a slice lasts at most that must have an answer. */
const LONGEST_SECONDS = 120;

/** One slice of load on one server. */
export interface Slice {
  /** Requests a second. */
  readonly rate: number;
  /** Latencies in ms: half of the requests, and 99 of 100, took no longer. */
  readonly p50: number;
  readonly p99: number;
  /** CPU time in ms that a request cost the server, and its database where that is another process; undefined where it cannot be told. */
  readonly cpu: number | undefined;
  readonly databaseCpu: number | undefined;
}

/** Where and with what load is put on a server. */
export interface Load {
  readonly address: string;
  /** The processes of the server and of its database. */
  readonly pid: number | undefined;
  readonly databasePid: number | undefined;
  readonly seconds: number;
  /** Whether creations are among the questions: what is said of their refusals is told. */
  readonly creates: boolean;
  /** The status that each question must be answered with. */
  statusOf(question: Question): number;
  next(): Question;
}

const percentile = (sorted: Float64Array, part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;

/**
 * Asks a server one question after the other on 16 connections; where none is answered within the slice, for twice as long, two minutes at most.
 * Throws an error where an answer has another status than it must have.
 */
export async function measure(load: Load): Promise<Slice> {
  const { address, pid, databasePid, seconds, creates, statusOf, next } = load;
  const latencies: number[] = [];
  const wrong = new Map<number, number>();
  let refusal = '';
  // Every question of a scenario is answered alike, but for creations among reads.
  const right = new Set<number>();
  const before = [cpuTime(pid), cpuTime(databasePid)];
  const began = performance.now();
  const options: autocannon.Options = {
    url: address,
    connections: CONNECTIONS,
    duration: seconds,
    timeout: LONGEST_SECONDS,
    requests: [
      {
        ...(creates && {
          onResponse(status: number, body: string) {
            if (!right.has(status)) refusal = body;
          },
        }),
        setupRequest(request) {
          const question = next();
          right.add(statusOf(question));
          const { method, path, headers, body } = question;
          return { ...request, method, path, headers: { ...headers }, ...(body !== undefined && { body }) };
        },
      },
    ],
  };
  const { errors, timeouts } = await new Promise<autocannon.Result>((resolve, reject) => {
    const running = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)));
    running.on('response', (_client, status, _bytes, took) => {
      latencies.push(took);
      if (!right.has(status)) wrong.set(status, (wrong.get(status) ?? 0) + 1);
    });
  });
  const took = (performance.now() - began) / 1000;
  if (latencies.length === 0 && errors === 0 && 2 * seconds <= LONGEST_SECONDS) return measure({ ...load, seconds: 2 * seconds });
  if (wrong.size > 0 || errors > 0 || timeouts > 0 || latencies.length === 0) {
    const found = Array.from(wrong, ([status, count]) => `${count} × ${status}`).join(', ') || 'none';
    throw new Error(
      `${address} failed: of ${latencies.length} answers wrong ${found}; ${errors} errors, ${timeouts} of them timeouts. ${refusal}`,
    );
  }
  const [cpu, databaseCpu] = [cpuTime(pid), cpuTime(databasePid)].map((after, place) => {
    const start = before[place];
    return after === undefined || start === undefined ? undefined : (after - start) / latencies.length;
  });
  const sorted = Float64Array.from(latencies).sort();
  return { rate: latencies.length / took, p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99), cpu, databaseCpu };
}
