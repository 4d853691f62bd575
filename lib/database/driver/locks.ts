/** Thrown where another transaction of this process holds what one is about to change. */
export class Busy extends Error {
  override readonly name = 'Busy';
}

/** The keys that one transaction holds, and those that it waits for. */
export interface Hold {
  /** Takes the keys that it has not yet. Throws `Busy` where another has one: then `wait` before the work is done anew. */
  take(keys: readonly string[]): void;
  /** Waits until it has every key that it ever asked for, behind those that came before; false where that lasts until `end`, in ms since 1970. */
  wait(end: number): Promise<boolean>;
  release(): void;
}

/** Makes a table of keys that one holds at a time; each call of what it answers is one more that may hold some. */
export function createLocks(): () => Hold {
  /** Those who wait for each key that is held, in the order in which they came. */
  const lines = new Map<string, Set<() => void>>();

  const enter = (key: string, end: number): Promise<boolean> =>
    new Promise((resolve) => {
      const line = lines.get(key);
      if (line === undefined) {
        lines.set(key, new Set());
        resolve(true);
        return;
      }
      const come = () => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        line.delete(come);
        resolve(false);
      }, end - Date.now());
      line.add(come);
    });

  const leave = (key: string): void => {
    const line = lines.get(key);
    const [next] = line ?? [];
    if (next === undefined) {
      lines.delete(key);
      return;
    }
    // The key is handed on.
    line?.delete(next);
    next();
  };

  return () => {
    const wanted = new Set<string>();
    const held = new Set<string>();
    const release = () => {
      for (const key of held) leave(key);
      held.clear();
    };
    return {
      take(keys) {
        for (const key of keys) wanted.add(key);
        for (const key of keys) {
          if (held.has(key)) continue;
          if (lines.has(key)) throw new Busy(`Another transaction holds ${key}.`);
          lines.set(key, new Set());
          held.add(key);
        }
      },
      async wait(end) {
        release();
        // All wait in one order, holding only what comes before: nobody waits for one who waits for him.
        for (const key of [...wanted].sort()) {
          if (!(await enter(key, end))) return false;
          held.add(key);
        }
        return true;
      },
      release,
    };
  };
}
