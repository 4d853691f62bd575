import { Presets, SingleBar } from 'cli-progress';

/** Shows how far a piece of work is. */
export type ShowProgress = (done: number, total: number) => void;

const ENDING = ['SIGINT', 'SIGTERM'] as const;

/** Does work of a name (“Seeding”) with a progress bar on standard error, of so many records or other units, where that is a terminal. */
export async function withBar<T>(name: string, work: (show: ShowProgress | undefined) => Promise<T>, unit = 'records'): Promise<T> {
  if (!process.stderr.isTTY) return work(undefined);
  const bar = new SingleBar({ format: `${name} [{bar}] {value}/{total} ${unit}`, stream: process.stderr }, Presets.legacy);
  // A terminal whose program ends while a bar is shown would cut off long lines from then on.
  const end = (signal: NodeJS.Signals) => {
    bar.stop();
    process.kill(process.pid, signal);
  };
  for (const signal of ENDING) process.once(signal, end);
  bar.start(1, 0);
  try {
    return await work((done, total) => {
      bar.setTotal(total);
      bar.update(done);
    });
  } finally {
    for (const signal of ENDING) process.off(signal, end);
    bar.stop();
  }
}
