import http from 'node:http';

/** What came of the requests of one sort of answer: how many, and how long they took, in ms. */
export interface Times {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  readonly most: number;
}

/** What a load came to. */
export interface Load {
  readonly seconds: number;
  /** Answers below 400; 503 with `rest_overloaded` and `Retry-After`; and what is neither, e.g. `500` or `ECONNRESET`. */
  readonly served: Times;
  readonly refused: Times;
  readonly others: Readonly<Record<string, number>>;
}

/** What `load` is told on its command line, as JSON. */
export interface LoadOrder {
  readonly address: string;
  /** Asked for one after the other, again and again. */
  readonly paths: readonly string[];
  readonly seconds: number;
  /** So many a second, whatever becomes of them; or so many at once, each when the one before is answered. */
  readonly rate?: number;
  readonly clients?: number;
}

/** How long an answer is waited for, in ms. */
const PATIENCE = 15_000;
const TICK = 10;

const timesOf = (all: number[]): Times => {
  const sorted = all.sort((a, b) => a - b);
  const at = (part: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0);
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), most: at(1) };
};

const work = async ({ address, paths, seconds, rate, clients = 16 }: LoadOrder): Promise<Load> => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const served: number[] = [];
  const refused: number[] = [];
  const others: Record<string, number> = {};
  let next = 0;

  const ask = (): Promise<void> =>
    new Promise((resolve) => {
      const began = performance.now();
      const end = (what: 'served' | 'refused' | (string & {})): void => {
        const took = performance.now() - began;
        if (what === 'served') served.push(took);
        else if (what === 'refused') refused.push(took);
        else others[what] = (others[what] ?? 0) + 1;
        resolve();
      };
      const request = http.get(`${address}${paths[next++ % paths.length]}`, { agent, timeout: PATIENCE }, (response) => {
        const { statusCode: status = 0, headers } = response;
        let text = '';
        response.setEncoding('latin1').on('data', (chunk: string) => {
          if (status === 503) text += chunk;
        });
        response.on('end', () => {
          const isRefusal = status === 503 && headers['retry-after'] !== undefined && text.includes('"rest_overloaded"');
          end(status < 400 ? 'served' : isRefusal ? 'refused' : String(status));
        });
        response.on('error', () => end('broken off'));
      });
      request.on('timeout', () => request.destroy(Object.assign(new Error('late'), { code: 'late' })));
      request.on('error', (error: NodeJS.ErrnoException) => end(error.code ?? 'error'));
    });

  const began = performance.now();
  const elapsed = () => (performance.now() - began) / 1000;
  const asked: Promise<void>[] = [];
  if (rate === undefined) {
    const client = async () => {
      while (elapsed() < seconds) await ask();
    };
    await Promise.all(Array.from({ length: clients }, client));
  } else {
    for (let sent = 0; elapsed() < seconds; ) {
      for (const due = elapsed() * rate; sent < due; sent++) asked.push(ask());
      await new Promise((resolve) => setTimeout(resolve, TICK));
    }
    await Promise.all(asked);
  }
  const took = elapsed();
  agent.destroy();
  return { seconds: took, served: timesOf(served), refused: timesOf(refused), others };
};

if (require.main === module) {
  void work(JSON.parse(process.argv[2] ?? '{}') as LoadOrder).then((load) => process.stdout.write(JSON.stringify(load)));
}
