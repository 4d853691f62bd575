import { Presets, SingleBar } from 'cli-progress';
import { beforeExit } from '../service/signals';

export type ShowProgress = (done: number, total: number) => void;

/** Runs work with a progress bar on standard error, if that is a terminal. `name` is like “Seeding”, `unit` the noun of what is counted. */
export async function withBar<T>(name: string, work: (show: ShowProgress | undefined) => Promise<T>, unit = 'records'): Promise<T> {
  if (!process.stderr.isTTY) return work(undefined);
  const bar = new SingleBar({ format: `${name} [{bar}] {value}/{total} ${unit}`, stream: process.stderr }, Presets.legacy);
  const stop = () => bar.stop();
  bar.start(1, 0);
  try {
    // If the program ends while a bar is shown, the terminal cuts off long lines from then on.
    return await beforeExit(stop, () =>
      work((done, total) => {
        bar.setTotal(total);
        bar.update(done);
      }),
    );
  } finally {
    stop();
  }
}
