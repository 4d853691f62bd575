import { setTimeout as delay } from 'node:timers/promises';
import { ask } from '../program/program';

/**
 * Requests these paths in turn until the returned function is called. This returns the number of requests, the failed ones and the longest
 * latency in ms.
 */
export const startOtherClients = (address: string, paths: readonly string[], intervalMs: number) => {
  let isRunning = true;
  let [requests, unserved, slowest] = [0, 0, 0];
  const running = (async () => {
    for (; isRunning; requests++) {
      const failed = { status: 0, milliseconds: 0 };
      const { status, milliseconds } = await ask(address, paths[requests % paths.length] ?? '/').catch(() => failed);
      if (status !== 200) unserved += 1;
      slowest = Math.max(slowest, Math.round(milliseconds));
      await delay(intervalMs);
    }
  })();
  return async () => {
    isRunning = false;
    await running;
    return { requests, unserved, slowest };
  };
};
