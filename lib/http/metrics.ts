/** One answered request, as metrics see it. */
export interface AnsweredRequest {
  readonly method: string;
  /** The index key of its route, empty for none. */
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
  /** The code of its refusal, if it was refused. */
  readonly code: string | undefined;
}

/** Several numbers of one gauge, by the values of its label. */
type Readings = Readonly<Record<string, number>>;

/** What a service measures of itself; names and units are as Prometheus likes them. */
export interface Metrics {
  /** Counts one answered request. */
  observe(request: AnsweredRequest): void;
  /** Adds a number, or several by `label`, read whenever somebody asks. */
  gauge(name: string, help: string, read: () => number): void;
  gauge(name: string, help: string, read: () => Readings, label: string): void;
  /** The same for what only grows. */
  total(name: string, help: string, read: () => Readings, label: string): void;
  /** Adds durations; the function that is answered counts one, in ms. */
  durations(name: string, help: string): (milliseconds: number) => void;
  /** Everything measured, in the text format of Prometheus. */
  read(): Promise<{ readonly type: string; readonly text: string }>;
}

const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** In s. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** How many codes of refusals are told apart: what clients or plugins invent would fill the memory. */
const MOST_CODES = 500;

/** Makes the measurements of one service: requests and their durations by route, method and status, refusals by code, and the process', its event loop among them. */
export const createMetrics = (): Metrics => {
  // Loaded here, since the registry alone has no metrics.
  const { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } = require('prom-client') as typeof import('prom-client');
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  const labelNames = ['method', 'route', 'status'] as const;
  const requests = new Counter({ name: 'http_requests_total', help: 'Requests answered', labelNames, registers });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took to answer',
    labelNames,
    buckets: BUCKETS,
    registers,
  });
  const refusals = new Counter({
    name: 'http_refusals_total',
    help: 'Requests refused, by the code of the error',
    labelNames: ['code'],
    registers,
  });
  const codes = new Set<string>();
  const known = (code: string): string => {
    if (codes.size < MOST_CODES) codes.add(code);
    return codes.has(code) ? code : 'other';
  };

  return {
    observe: ({ method, route, status, milliseconds, code }) => {
      // Only known words become labels.
      const labels = { method: METHODS.includes(method) ? method : 'other', route: route === '' ? 'none' : route, status: String(status) };
      requests.inc(labels);
      durations.observe(labels, milliseconds / 1000);
      if (code !== undefined) refusals.inc({ code: known(code) });
    },
    gauge(name: string, help: string, read: () => number | Readings, label?: string) {
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
    total(name, help, read, label) {
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
    durations(name, help) {
      const histogram = new Histogram({ name, help, buckets: BUCKETS, registers });
      return (milliseconds) => histogram.observe(milliseconds / 1000);
    },
    read: async () => ({ type: register.contentType, text: await register.metrics() }),
  };
};
