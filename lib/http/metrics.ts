import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

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
