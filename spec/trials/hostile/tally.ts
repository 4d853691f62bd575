import { residentMemory } from '../resident-memory';

/** What answers came to, and what they cost. */
export interface Tally {
  count(number: number, outcome: number | 'refused 503' | 'without answer', milliseconds: number): void;
  /** Looks at the memory of the service, and says it. */
  weigh(): number;
  figures(requests: number): Readonly<Record<string, number>>;
  /** What of the memory must not be: that of the end is more than a quarter above that after the third tenth, and more than 50 MB; of short runs nothing. */
  growth(): readonly string[];
}

/** Requests after which a service has loaded and compiled what it will, so that its memory can be judged. */
const SETTLED = 15_000;

const classOf = (status: number) => `${Math.floor(status / 100)}xx`;

/** Opens the books on so many requests to the service of this process. */
export const openTally = (rounds: number, pid: number): Tally => {
  const began = performance.now();
  const counts: Record<string, number> = { '2xx': 0, '3xx': 0, '4xx': 0, 'refused 503': 0, 'without answer': 0 };
  const times = new Float32Array(rounds);
  const memory = [residentMemory(pid)];
  return {
    count(number, outcome, milliseconds) {
      const name = typeof outcome === 'number' ? classOf(outcome) : outcome;
      counts[name] = (counts[name] ?? 0) + 1;
      times[number] = milliseconds;
    },
    weigh() {
      const held = residentMemory(pid);
      memory.push(held);
      return held;
    },
    figures(requests) {
      const sorted = times.subarray(0, requests).toSorted();
      const tenths = (value: number | undefined) => Math.round((value ?? 0) * 10) / 10;
      return {
        requests,
        ...counts,
        'slowest ms': tenths(sorted.at(-1)),
        'p99 ms': tenths(sorted[Math.floor(requests * 0.99)]),
        'rss start MB': memory[0] ?? 0,
        'rss mid MB': memory[Math.floor(memory.length / 2)] ?? 0,
        'rss end MB': memory.at(-1) ?? 0,
        'per second': Math.round((requests * 1000) / (performance.now() - began)),
      };
    },
    growth() {
      const [third = 0, last = 0] = [memory[3], memory.at(-1)];
      return rounds * 0.3 >= SETTLED && last > third * 1.25 + 50 ? [`The memory does not level: ${memory.join(', ')} MB.`] : [];
    },
  };
};
