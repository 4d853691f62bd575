/** A request that waits for its turn. */
export interface Waiting {
  /** The client's address, as `countedAddress` writes it. */
  readonly address: string;
  /** True while the client is connected. */
  isWanted(): boolean;
  begin(): void;
  refuse(): void;
}

interface Entry extends Waiting {
  readonly since: number;
  readonly timer: NodeJS.Timeout;
}

/** A queue of requests, first come first served. */
export interface Queue {
  /** Adds a request that has waited for `waited` ms before, or refuses it if the queue is full. */
  add(request: Waiting, waited?: number): void;
  /** Begins the first request that is still wanted. False if there is none. */
  beginNext(): boolean;
  size(): number;
}

/** The maximum number of waiting requests. */
const MOST = 500;

/**
 * Makes a queue in which nobody waits longer than `milliseconds`. It is full with `most` requests, or if the first has waited for half
 * that time.
 * If it is full, a newcomer replaces the last request of the address with the most requests, provided that its own address has fewer.
 * Otherwise the newcomer is refused.
 * So a single address cannot lock others out.
 */
export const createQueue = (milliseconds: number, most = MOST): Queue => {
  const all = new Set<Entry>();
  const byAddress = new Map<string, Entry[]>();

  const remove = (entry: Entry): void => {
    clearTimeout(entry.timer);
    all.delete(entry);
    const own = byAddress.get(entry.address) ?? [];
    own.splice(own.indexOf(entry), 1);
    if (own.length === 0) byAddress.delete(entry.address);
  };

  const refuse = (entry: Entry): void => {
    remove(entry);
    entry.refuse();
  };

  const isFull = (now: number): boolean => {
    const [first] = all;
    return all.size >= most || (first !== undefined && now - first.since > milliseconds / 2);
  };

  /** The request that makes room for one of this address. Undefined if no address has more to lose. */
  const lastOfMost = (address: string): Entry | undefined => {
    // With one more the two addresses would only swap positions.
    let least = (byAddress.get(address)?.length ?? 0) + 1;
    let last: Entry | undefined;
    for (const own of byAddress.values()) {
      if (own.length <= least) continue;
      least = own.length;
      last = own.at(-1);
    }
    return last;
  };

  return {
    add(request, waited = 0) {
      const now = performance.now();
      if (isFull(now)) {
        const last = lastOfMost(request.address);
        if (last === undefined) return request.refuse();
        refuse(last);
      }
      const timer = setTimeout(() => refuse(entry), milliseconds - waited);
      const entry: Entry = { ...request, since: now - waited, timer };
      all.add(entry);
      const own = byAddress.get(request.address);
      if (own === undefined) byAddress.set(request.address, [entry]);
      else own.push(entry);
    },
    beginNext() {
      for (const entry of all) {
        if (!entry.isWanted() || performance.now() - entry.since > milliseconds) refuse(entry);
        else {
          remove(entry);
          entry.begin();
          return true;
        }
      }
      return false;
    },
    size: () => all.size,
  };
};
