import type { Socket } from 'node:net';

export interface ArrivingBody {
  /** The network of the client, as `countedAddress` returns it. */
  readonly network: string;
  /** The time when the body began to arrive, in ms of `performance.now()`. */
  readonly began: number;
  /** Returns the recent rate of arrival, in bytes per second. */
  rate(now: number): number;
}

/** The rate below which an arriving body is slow, in bytes per second. At eight times this rate the longest body takes half a minute. */
const SLOW = 4096;

/** The period for measuring the rate of an arriving body, in ms. Younger bodies are never slow. */
const GRACE = 1000;

/** Begins to measure the arrival of a request body over a connection. An initial burst counts for one second. */
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

interface Rated<B> {
  readonly body: B;
  readonly rate: number;
}

/** Sorts arriving bodies by network: first the network that uses the most space. Within a network the slowest are first. */
const byNetwork = <B extends ArrivingBody>(bodies: readonly Rated<B>[], weightOf: (body: B) => number): readonly B[] => {
  const networks = new Map<string, { weight: number; readonly own: Rated<B>[] }>();
  for (const one of bodies) {
    const network = networks.get(one.body.network) ?? { weight: 0, own: [] };
    network.weight += weightOf(one.body);
    network.own.push(one);
    networks.set(one.body.network, network);
  }
  return [...networks.values()]
    .sort((one, other) => other.weight - one.weight)
    .flatMap(({ own }) => own.sort((one, other) => one.rate - other.rate).map(({ body }) => body));
};

/**
 * Sorts arriving bodies for eviction when memory gets scarce, in three lists: slow, fair, and young (too young to judge). Each list
 * begins with the network that uses the most space in it, the slowest body first. Slow bodies are evicted before fair ones, so that
 * clients behind one proxy address do not lose fair bodies first.
 */
export const slowestFirst = <B extends ArrivingBody>(bodies: Iterable<B>, weightOf: (body: B) => number = () => 1) => {
  const now = performance.now();
  const all = [...bodies].map((body): Rated<B> => ({ body, rate: body.rate(now) }));
  const isYoung = ({ body }: Rated<B>): boolean => now - body.began < GRACE;
  return {
    slow: byNetwork(
      all.filter((one) => !isYoung(one) && one.rate < SLOW),
      weightOf,
    ),
    fair: byNetwork(
      all.filter((one) => !isYoung(one) && one.rate >= SLOW),
      weightOf,
    ),
    young: byNetwork(all.filter(isYoung), weightOf),
  };
};
