import { connect, type Socket } from 'node:net';

/** What came of the requests of one sort of answer: how many, and how long they took, in ms. */
export interface Times {
  readonly count: number;
  readonly p50: number;
  readonly p90: number;
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
  /** Requests that were due while every connection was busy. */
  readonly unsent: number;
}

/** What `load` is told on its command line, as JSON. */
export interface LoadOrder {
  readonly address: string;
  /** Asked for one after the other, again and again. `{number}` stands for a number that no other request has. */
  readonly paths: readonly string[];
  readonly seconds: number;
  /** Connections, which are opened before. */
  readonly clients: number;
  /** So many requests a second, whatever becomes of them; without, each client asks again when it is answered. */
  readonly rate?: number;
}

/** The time after which an answer is late, in ms. */
const PATIENCE = 15_000;
const TICK = 5;
/** Connections that are opened at once: a server accepts one of them in each turn of its event loop. */
const OPENED_AT_ONCE = 10;

/** An answer: its status, or why there is none, and its text if it is a refusal. */
interface Answered {
  readonly outcome: number | string;
  readonly text: string;
}

/** A connection that asks for one thing at a time. It costs less than Node's own client, which would be busier than the server. */
const createClient = async (address: string) => {
  const { hostname, port, host } = new URL(address);
  let end: ((answer: Answered) => void) | undefined;
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
    async ask(path: string): Promise<Answered> {
      if (socket.destroyed) socket = await open();
      return new Promise((resolve) => {
        const late = setTimeout(() => {
          finish('late');
          socket.destroy();
        }, PATIENCE);
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

const isRefusal = ({ outcome, text }: Answered): boolean =>
  outcome === 503 && /retry-after: \d/i.test(text) && text.includes('"rest_overloaded"');

const work = async ({ address, paths, seconds, rate, clients }: LoadOrder): Promise<Load> => {
  const all: Awaited<ReturnType<typeof createClient>>[] = [];
  while (all.length < clients) all.push(...(await Promise.all(Array.from({ length: OPENED_AT_ONCE }, () => createClient(address)))));
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
  const asked: Promise<void>[] = [];
  const again = async (): Promise<void> => {
    while (elapsed() < seconds) await ask();
  };
  if (rate === undefined) asked.push(...all.map(again));
  else
    for (let sent = 0; elapsed() < seconds; ) {
      for (const due = elapsed() * rate; sent < due; sent++) asked.push(ask());
      await new Promise((resolve) => setTimeout(resolve, TICK));
    }
  await Promise.all(asked);
  const took = elapsed();
  for (const client of all) client.close();
  return { seconds: took, served: timesOf(served), refused: timesOf(refused), others, unsent };
};

if (require.main === module) {
  void work(JSON.parse(process.argv[2] ?? '{}') as LoadOrder).then((load) => process.stdout.write(JSON.stringify(load)));
}
