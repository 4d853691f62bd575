/** How much the last turn of the event loop counts in the mean of what they take. */
const WEIGHT = 0.1;

/** Knows whether connections come one after the other, in each turn of the event loop; `end` hears when they do no more. */
export const createArrivals = (end: () => void) => {
  let continues = false;
  let isHeard = false;
  const listen = (): void => {
    isHeard = false;
    setImmediate(() => {
      if (isHeard) return listen();
      continues = false;
      end();
    });
  };
  return {
    continue: () => continues,
    heard(): void {
      isHeard = true;
      if (continues) return;
      continues = true;
      // Not before the next turn, in which what was sent at once with the connection is read too.
      setImmediate(listen);
    },
  };
};

/** Learns how long the event loop takes for one turn while requests come: so long they have waited before they are heard of. */
export const createLoopProbe = () => {
  let mean = 0;
  let looking = false;
  return {
    milliseconds: () => mean,
    look(): void {
      if (looking) return;
      looking = true;
      setImmediate(() => {
        const began = performance.now();
        setImmediate(() => {
          mean += (performance.now() - began - mean) * WEIGHT;
          looking = false;
        });
      });
    },
  };
};
