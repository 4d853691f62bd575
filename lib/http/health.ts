import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { waitAtMost } from '../deadline';
import { errors } from '../errors';
import type { Answer } from './exchange';

/** The service's own measurements. */
export interface Metrics {
  /** Counts one answered request. */
  observe(request: { readonly method: string; readonly route: string; readonly status: number; readonly milliseconds: number }): void;
  /** Everything measured, in the text format of Prometheus. */
  read(): Promise<{ readonly type: string; readonly text: string }>;
}

const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Makes the measurements of one service: requests and their durations by route, method and status, and the process'. */
export const createMetrics = (): Metrics => {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const labelNames = ['method', 'route', 'status'] as const;
  const requests = new Counter({ name: 'http_requests_total', help: 'Requests answered', labelNames, registers: [register] });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took to answer',
    labelNames,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [register],
  });
  return {
    observe: ({ method, route, status, milliseconds }) => {
      // Only known words become labels: what clients invent would fill the memory.
      const labels = { method: METHODS.includes(method) ? method : 'other', route: route === '' ? 'none' : route, status: String(status) };
      requests.inc(labels);
      durations.observe(labels, milliseconds / 1000);
    },
    read: async () => ({ type: register.contentType, text: await register.metrics() }),
  };
};

/** How long `/readyz` waits for the database, in ms; it has to answer within 2 s. */
const PATIENCE = 1500;

const NO_STORE = { 'Cache-Control': 'no-store' };

/** `/healthz`: the process runs. */
export const healthAnswer = (): Answer => ({ status: 200, headers: NO_STORE, body: { status: 'ok' } });

/** `/readyz`: the database answers (200), or it does not in time (503). */
export const readyAnswer = async (ready: () => Promise<boolean>): Promise<Answer> => {
  const isReady = await waitAtMost(
    PATIENCE,
    ready().catch(() => false),
    { late: () => false },
  );
  return isReady
    ? { status: 200, headers: NO_STORE, body: { status: 'ok' } }
    : { status: 503, headers: { ...NO_STORE, 'Retry-After': '2' }, body: { status: 'unavailable' } };
};

/** `/metrics`, for those who may read them; for others there is no such address. */
export const metricsAnswer = async (metrics: Metrics, allowed: boolean): Promise<Answer> => {
  if (!allowed) throw errors.noRoute();
  const { type, text } = await metrics.read();
  return { status: 200, headers: { ...NO_STORE, 'Content-Type': type }, body: text };
};
