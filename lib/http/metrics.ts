import type { Connections } from './limits/connections';
import type { Load } from './limits/scheduler';

/** An answered request, with the index key of its route (empty for none) and its error code. */
interface AnsweredRequest {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly code: string | undefined;
}

/** Several numbers of one metric, indexed by the values of its label. */
type Readings = Readonly<Record<string, number>>;

const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The maximum number of error codes with a count of their own. Plugins may invent any number of codes. */
const MOST_CODES = 500;

/** Makes the metrics of a service: requests and durations by route, method and status, refusals by code, and the process. */
export const createMetrics = () => {
  // Loaded here, since the registry alone has no metrics.
  const { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } = require('prom-client') as typeof import('prom-client');
  const register = new Registry();
  collectDefaultMetrics({ register });
  const registers = [register];
  const byRoute = { labelNames: ['method', 'route', 'status'] as const, registers };
  const byCode = { labelNames: ['code'] as const, registers };
  const seconds = { name: 'http_request_duration_seconds', help: 'How long requests took to answer', buckets: BUCKETS };
  const requests = new Counter({ ...byRoute, name: 'http_requests_total', help: 'Requests answered' });
  const durations = new Histogram({ ...byRoute, ...seconds });
  const refusals = new Counter({ ...byCode, name: 'http_refusals_total', help: 'Requests refused, by the code of the error' });
  const codes = new Set<string>();

  return {
    observe({ method, route, status, milliseconds, code }: AnsweredRequest): void {
      // Other methods would make any number of labels.
      const labels = { method: METHODS.includes(method) ? method : 'other', route: route === '' ? 'none' : route, status: String(status) };
      requests.inc(labels);
      durations.observe(labels, milliseconds / 1000);
      if (code === undefined) return;
      if (codes.size < MOST_CODES) codes.add(code);
      refusals.inc({ code: codes.has(code) ? code : 'other' });
    },
    /** Adds a gauge: a number, or several by `label`. `read` is called whenever the metrics are read. */
    gauge(name: string, help: string, read: () => number | Readings, label?: string): void {
      new Gauge({
        name,
        help,
        registers,
        labelNames: label === undefined ? [] : [label],
        collect() {
          const now = read();
          if (typeof now === 'number') this.set(now);
          else for (const [value, number] of Object.entries(now)) this.set({ [label ?? '']: value }, number);
        },
      });
    },
    /** Adds counters: numbers that only grow, by `label`. */
    total(name: string, help: string, read: () => Readings, label: string): void {
      new Counter({
        name,
        help,
        registers,
        labelNames: [label],
        collect() {
          this.reset();
          for (const [value, number] of Object.entries(read())) this.inc({ [label]: value }, number);
        },
      });
    },
    /** Adds a histogram of durations. Returns the function that counts one duration, in ms. */
    durations(name: string, help: string): (milliseconds: number) => void {
      const histogram = new Histogram({ name, help, buckets: BUCKETS, registers });
      return (milliseconds) => histogram.observe(milliseconds / 1000);
    },
    async read(): Promise<{ readonly type: string; readonly text: string }> {
      return { type: register.contentType, text: await register.metrics() };
    },
  };
};

export type Metrics = ReturnType<typeof createMetrics>;

export const showLoad = (metrics: Metrics, load: () => Load, connections: Connections | undefined): void => {
  metrics.gauge(
    'http_requests_admitted',
    'Requests in work, waiting for their turn, and allowed in work at once',
    () => ({ ...load() }),
    'state',
  );
  if (connections === undefined) return;
  const { state } = connections;
  metrics.gauge(
    'http_connections',
    'Connections of clients with a request (busy) and without (idle)',
    () => ({ busy: state().open - state().idle, idle: state().idle }),
    'state',
  );
  metrics.total('http_connections_closed_total', 'Connections that the service closed early', () => state().closed, 'reason');
};
