import type { Socket } from 'node:net';

/** The body of a request that has not come whole yet. */
export interface ArrivingBody {
  /** The network of the client, as `countedAddress` names it. */
  readonly network: string;
  /** The moment at which it began, in ms of `performance.now()`. */
  readonly began: number;
  /** The rate at which it has come of late, in bytes a second. */
  rate(now: number): number;
}

/** Bytes a second below which a body is slow: the longest that is allowed takes half a minute at eight times as many. */
const SLOW = 4096;

/** The time after which a body is judged and its rate is measured anew, in ms. */
const GRACE = 1000;

/** Begins to measure the body of a request that arrives over a connection: a burst at the beginning counts for a second after it was noticed. */
export const measureArrival = (socket: Socket): Pick<ArrivingBody, 'began' | 'rate'> => {
  const began = performance.now();
  let [since, bytes] = [began, socket.bytesRead];
  let last: number | undefined;
  return {
    began,
    rate(now) {
      const rate = ((socket.bytesRead - bytes) / Math.max(1, now - since)) * 1000;
      if (now - since < GRACE) return last ?? rate;
      [since, bytes, last] = [now, socket.bytesRead, rate];
      return rate;
    },
  };
};

/** A body with its rate, in bytes a second. */
interface Rated<B> {
  readonly body: B;
  readonly rate: number;
  readonly isJudged: boolean;
}

/** Parts bodies by the networks of their clients, that first which holds the most; in each the slowest are first. */
const byNetwork = <B extends ArrivingBody>(bodies: readonly Rated<B>[], weightOf: (body: B) => number): readonly B[] => {
  const networks = new Map<string, { weight: number; readonly held: Rated<B>[] }>();
  for (const one of bodies) {
    const network = networks.get(one.body.network) ?? { weight: 0, held: [] };
    network.weight += weightOf(one.body);
    network.held.push(one);
    networks.set(one.body.network, network);
  }
  return [...networks.values()]
    .sort((one, other) => other.weight - one.weight)
    .flatMap(({ held }) => held.sort((one, other) => one.rate - other.rate).map(({ body }) => body));
};

/** Bodies in the order in which they are given up when room gets scarce. */
export interface Scarcity<B> {
  /** Those that are slow. */
  readonly slow: readonly B[];
  /** Those that come at a fair rate. */
  readonly fair: readonly B[];
  /** Those that have only just begun. */
  readonly young: readonly B[];
}

/**
 * Orders bodies as they are given up when room gets scarce: each list begins with those of the network that holds the most room in it, the slowest
 * first. Clients that share an address, that of a proxy, lose no body that comes at a fair rate while another one is slow.
 */
export const slowestFirst = <B extends ArrivingBody>(bodies: Iterable<B>, weightOf: (body: B) => number = () => 1): Scarcity<B> => {
  const now = performance.now();
  const all = [...bodies].map((body): Rated<B> => ({ body, rate: body.rate(now), isJudged: now - body.began >= GRACE }));
  const judged = all.filter(({ isJudged }) => isJudged);
  const ordered = (some: readonly Rated<B>[]) => byNetwork(some, weightOf);
  return {
    slow: ordered(judged.filter(({ rate }) => rate < SLOW)),
    fair: ordered(judged.filter(({ rate }) => rate >= SLOW)),
    young: ordered(all.filter(({ isJudged }) => !isJudged)),
  };
};
