import autocannon from 'autocannon';
import { cpuTime } from './processes';
import type { Question } from './questions';

const CONNECTIONS = 16;
const MAX_SECONDS = 120;

/** The results of one slice of load on one server. */
export interface Slice {
  /** Requests per second. */
  readonly rate: number;
  /** Latency percentiles in ms. */
  readonly p50: number;
  readonly p99: number;
  /** CPU time per request in ms, of the server and of a separate database. `undefined` if it is unknown. */
  readonly cpu: number | undefined;
  readonly databaseCpu: number | undefined;
}

export interface Load {
  readonly address: string;
  readonly pid: number | undefined;
  readonly databasePid: number | undefined;
  readonly seconds: number;
  /** Includes creations, so that errors report the body of a refused one. */
  readonly creates: boolean;
  /** The expected status of a request. */
  statusOf(question: Question): number;
  next(): Question;
}

const percentile = (sorted: Float64Array, part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;

/**
 * Sends requests on 16 connections for the time of a slice. Without any answer it repeats with double the time, up to two minutes.
 * Throws an error if an answer has an unexpected status.
 */
export async function measure(load: Load): Promise<Slice> {
  const { address, pid, databasePid, seconds, creates, statusOf, next } = load;
  const latencies: number[] = [];
  const unexpected = new Map<number, number>();
  let refusal = '';
  // All requests of a scenario expect one status, except in scenarios that mix reads and creations.
  const expected = new Set<number>();
  const before = [cpuTime(pid), cpuTime(databasePid)];
  const began = performance.now();
  const options: autocannon.Options = {
    url: address,
    connections: CONNECTIONS,
    duration: seconds,
    timeout: MAX_SECONDS,
    requests: [
      {
        ...(creates && {
          onResponse(status: number, body: string) {
            if (!expected.has(status)) refusal = body;
          },
        }),
        setupRequest(request) {
          const question = next();
          expected.add(statusOf(question));
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
      if (!expected.has(status)) unexpected.set(status, (unexpected.get(status) ?? 0) + 1);
    });
  });
  const took = (performance.now() - began) / 1000;
  if (latencies.length === 0 && errors === 0 && 2 * seconds <= MAX_SECONDS) return measure({ ...load, seconds: 2 * seconds });
  if (unexpected.size > 0 || errors > 0 || timeouts > 0 || latencies.length === 0) {
    const found = Array.from(unexpected, ([status, count]) => `${count} × ${status}`).join(', ') || 'none';
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
