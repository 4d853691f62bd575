const ENDING = ['SIGINT', 'SIGTERM'] as const;

/** Does work; where a signal ends the program meanwhile, `leave` is called first, the one of the innermost work before the others. */
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
