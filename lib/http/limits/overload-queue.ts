export interface QueueEntry {
  /** The client's address, as `countedAddress` returns it. */
  readonly address: string;
  /** The time that the request has waited in an earlier queue, in ms. */
  readonly waited?: number | undefined;
  isConnected(): boolean;
}

/** A waiting request or job, and the two ways in which its wait ends. */
export interface Waiting extends QueueEntry {
  begin(): void;
  refuse(): void;
}

interface TimedEntry extends Waiting {
  readonly since: number;
  readonly timer: NodeJS.Timeout;
}

const MOST = 500;

interface QueueOptions {
  /** The maximum time that a request waits, in ms. */
  readonly milliseconds: number;
  /** The highest number of waiting requests. */
  readonly most?: number;
  /** True if a request of an address may begin now. */
  mayBegin?(address: string): boolean;
}

/**
 * Makes a first-in, first-out queue of requests in which none waits longer than `milliseconds`. It is full with `most` requests, or if
 * the first has waited for half that time. If it is full, a new request replaces the last request of the address with the most requests,
 * provided that its own address has fewer. Otherwise the new request is refused, unless it may begin. So a single address cannot block
 * others.
 */
export const createQueue = ({ milliseconds, most = MOST, mayBegin }: QueueOptions) => {
  const all = new Set<TimedEntry>();
  const byAddress = new Map<string, TimedEntry[]>();

  const remove = (entry: TimedEntry): void => {
    clearTimeout(entry.timer);
    all.delete(entry);
    const own = byAddress.get(entry.address) ?? [];
    own.splice(own.indexOf(entry), 1);
    if (own.length === 0) byAddress.delete(entry.address);
  };

  const refuse = (entry: TimedEntry): void => {
    remove(entry);
    entry.refuse();
  };

  const isFull = (now: number): boolean => {
    const [first] = all;
    return all.size >= most || (first !== undefined && now - first.since > milliseconds / 2);
  };

  /** Finds the last request of the address with the most requests. Undefined if no address has more than this one would have. */
  const lastOfMost = (address: string): TimedEntry | undefined => {
    // With one more request the two addresses would only swap positions.
    let least = (byAddress.get(address)?.length ?? 0) + 1;
    let last: TimedEntry | undefined;
    for (const own of byAddress.values()) {
      if (own.length <= least) continue;
      least = own.length;
      last = own.at(-1);
    }
    return last;
  };

  return {
    /** Adds a request, or refuses it if the queue is full. */
    add(request: Waiting): void {
      const { address, waited = 0 } = request;
      const now = performance.now();
      if (isFull(now) && !mayBegin?.(address)) {
        const last = lastOfMost(address);
        if (last === undefined) {
          request.refuse();
          return;
        }
        refuse(last);
      }
      const timer = setTimeout(() => refuse(entry), milliseconds - waited);
      const entry: TimedEntry = { ...request, since: now - waited, timer };
      all.add(entry);
      const own = byAddress.get(address);
      if (own === undefined) byAddress.set(address, [entry]);
      else own.push(entry);
    },
    /** Begins the first request that may begin and whose client is still connected. Returns its address; undefined if there is none. */
    beginNext(): string | undefined {
      for (const entry of all) {
        if (!entry.isConnected() || performance.now() - entry.since > milliseconds) refuse(entry);
        else if (mayBegin?.(entry.address) ?? true) {
          remove(entry);
          entry.begin();
          return entry.address;
        }
      }
      return undefined;
    },
    /** True if a request waits that may begin now. */
    canBegin: (): boolean => [...all].some(({ address }) => mayBegin?.(address) ?? true),
    size: () => all.size,
  };
};

export type Queue = ReturnType<typeof createQueue>;
