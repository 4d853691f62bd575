import type { Connections } from './connections';

/** Mean length of slow turns in ms, normally and while clients connect. Node.js accepts one connection per turn. */
const SLOW_TURN = 50;
const SLOW_TURN_CONNECTING = 10;
/** Time after which the mean has mostly forgotten earlier turns, in ms. */
const MEMORY = 100;

/** Watches the turns of the event loop: their mean length, and new connections in the last two turns. */
export const watchTurns = (connections: Connections | undefined) => {
  let mean = 0;
  let isMeasuring = false;
  let connecting = 0;
  const quieten = (): void => {
    connecting -= 1;
  };
  connections?.onOpen(() => {
    connecting += 1;
    setImmediate(() => setImmediate(quieten));
  });
  return {
    isConnecting: () => connecting > 0,
    isSlow: () => mean > (connecting > 0 ? SLOW_TURN_CONNECTING : SLOW_TURN),
    /** Measures the next turn. */
    measure(): void {
      if (isMeasuring) return;
      isMeasuring = true;
      setImmediate(() => {
        const began = performance.now();
        setImmediate(() => {
          const took = performance.now() - began;
          mean += (took - mean) * Math.min(1, took / MEMORY);
          isMeasuring = false;
        });
      });
    },
  };
};
