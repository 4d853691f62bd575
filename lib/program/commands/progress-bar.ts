import { Presets, SingleBar } from 'cli-progress';
import { beforeEnding } from '../service/ending-signals';

/** Shows how far a piece of work is. */
export type ShowProgress = (done: number, total: number) => void;

/** Does work of a name (“Seeding”) with a progress bar on standard error, of so many records or other units, where that is a terminal. */
export async function withBar<T>(name: string, work: (show: ShowProgress | undefined) => Promise<T>, unit = 'records'): Promise<T> {
  if (!process.stderr.isTTY) return work(undefined);
  const bar = new SingleBar({ format: `${name} [{bar}] {value}/{total} ${unit}`, stream: process.stderr }, Presets.legacy);
  const stop = () => bar.stop();
  bar.start(1, 0);
  try {
    // A terminal whose program ends while a bar is shown would cut off long lines from then on.
    return await beforeEnding(stop, () =>
      work((done, total) => {
        bar.setTotal(total);
        bar.update(done);
      }),
    );
  } finally {
    stop();
  }
}
