const ENDING = ['SIGINT', 'SIGTERM'] as const;

/** Runs work, and calls `leave` first if a signal ends the program meanwhile. The innermost `leave` is called before the others. */
export async function beforeEnding<T>(leave: () => void, work: () => Promise<T>): Promise<T> {
  const end = (signal: NodeJS.Signals) => {
    leave();
    process.kill(process.pid, signal);
  };
  for (const signal of ENDING) process.prependOnceListener(signal, end);
  try {
    return await work();
  } finally {
    for (const signal of ENDING) process.off(signal, end);
  }
}
