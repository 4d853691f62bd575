import { connect, type Socket } from 'node:net';

/** The number of answers, and their latency percentiles in ms. */
export interface Times {
  readonly count: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly most: number;
}

export interface Load {
  readonly seconds: number;
  /** `served`: answers below 400. `refused`: 503 with `rest_overloaded` and `Retry-After`. `others`: any other status or error code. */
  readonly served: Times;
  readonly refused: Times;
  readonly others: Readonly<Record<string, number>>;
  /** Requests that were not sent because all connections were busy. */
  readonly unsent: number;
}

/** The options of the `load` program, as JSON on its command line. */
export interface LoadOrder {
  readonly address: string;
  /** Paths to request in turn. `{number}` becomes a unique number. */
  readonly paths: readonly string[];
  readonly seconds: number;
  /** The number of connections, opened before the load starts. */
  readonly clients: number;
  /** Requests per second, independent of the answers. Without a rate, each client sends its next request after each answer. */
  readonly rate?: number;
}

const TIMEOUT_MS = 15_000;
const TICK_MS = 5;
/** Connections opened at a time. A server accepts one in each turn of its event loop. */
const CONNECT_BATCH = 10;

/** The status or error code of an answer, and the text of a refusal. */
interface Answer {
  readonly outcome: number | string;
  readonly text: string;
}

/** Creates a connection for one request at a time. It needs less CPU time than the HTTP client of Node. */
const createClient = async (address: string) => {
  const { hostname, port, host } = new URL(address);
  let end: ((answer: Answer) => void) | undefined;
  let parts: Buffer[] = [];
  let received = 0;
  let expected: number | undefined;
  let status = 0;
  const finish = (outcome: number | string): void => {
    const text = outcome === 503 ? Buffer.concat(parts).toString('latin1') : '';
    const done = end;
    end = undefined;
    [parts, received, expected] = [[], 0, undefined];
    done?.({ outcome, text });
  };
  const read = (chunk: Buffer): void => {
    parts.push(chunk);
    received += chunk.length;
    if (expected === undefined) {
      const text = Buffer.concat(parts).toString('latin1');
      const head = text.indexOf('\r\n\r\n');
      if (head < 0) return;
      status = Number(text.slice(9, 12));
      expected = head + 4 + Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
    }
    if (received >= expected) finish(status);
  };
  const open = (): Promise<Socket> =>
    new Promise((resolve) => {
      const one = connect(Number(port), hostname, () => resolve(one)).setNoDelay(true);
      one.on('data', read);
      one.on('error', (error: NodeJS.ErrnoException) => finish(error.code ?? 'error'));
      one.on('close', () => finish('closed'));
    });
  let socket = await open();
  return {
    async ask(path: string): Promise<Answer> {
      if (socket.destroyed) socket = await open();
      return new Promise((resolve) => {
        const late = setTimeout(() => {
          finish('late');
          socket.destroy();
        }, TIMEOUT_MS);
        end = (answer) => {
          clearTimeout(late);
          resolve(answer);
        };
        socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept: application/json\r\n\r\n`);
      });
    },
    close: () => socket.destroy(),
  };
};

const timesOf = (all: number[]): Times => {
  const sorted = all.sort((a, b) => a - b);
  const at = (part: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0);
  return { count: sorted.length, p50: at(0.5), p90: at(0.9), p99: at(0.99), most: at(1) };
};

const isRefusal = ({ outcome, text }: Answer): boolean =>
  outcome === 503 && /retry-after: \d/i.test(text) && text.includes('"rest_overloaded"');

const work = async ({ address, paths, seconds, rate, clients }: LoadOrder): Promise<Load> => {
  const all: Awaited<ReturnType<typeof createClient>>[] = [];
  while (all.length < clients) all.push(...(await Promise.all(Array.from({ length: CONNECT_BATCH }, () => createClient(address)))));
  const idle = [...all];
  const served: number[] = [];
  const refused: number[] = [];
  const others: Record<string, number> = {};
  let [next, unsent] = [0, 0];

  const ask = async (): Promise<void> => {
    const client = idle.pop();
    if (client === undefined) {
      unsent += 1;
      return;
    }
    next += 1;
    const path = (paths[next % paths.length] ?? '/').replace('{number}', String(Math.round(performance.timeOrigin) + next));
    const began = performance.now();
    const answer = await client.ask(path);
    const took = performance.now() - began;
    if (Number(answer.outcome) < 400) served.push(took);
    else if (isRefusal(answer)) refused.push(took);
    else others[answer.outcome] = (others[answer.outcome] ?? 0) + 1;
    idle.push(client);
  };

  const began = performance.now();
  const elapsed = () => (performance.now() - began) / 1000;
  const pending: Promise<void>[] = [];
  const repeat = async (): Promise<void> => {
    while (elapsed() < seconds) await ask();
  };
  if (rate === undefined) pending.push(...all.map(repeat));
  else
    for (let sent = 0; elapsed() < seconds; ) {
      for (const due = elapsed() * rate; sent < due; sent++) pending.push(ask());
      await new Promise((resolve) => setTimeout(resolve, TICK_MS));
    }
  await Promise.all(pending);
  const took = elapsed();
  for (const client of all) client.close();
  return { seconds: took, served: timesOf(served), refused: timesOf(refused), others, unsent };
};

if (require.main === module) {
  void work(JSON.parse(process.argv[2] ?? '{}') as LoadOrder).then((load) => process.stdout.write(JSON.stringify(load)));
}
