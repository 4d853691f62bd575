import type { Progress } from '../../maintenance';
import { beforeExit } from '../service/process';

/** Writes a line with a result of a command on standard output. Messages go to standard error. */
export const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Writes a line on standard error, for messages about the progress of a command. */
export const say = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

/** Runs `work`, on a terminal with a progress bar on standard error. The bar shows `name`, e.g. “Seeding”, and the noun `unit`. */
export async function withBar<T>(name: string, work: (show: Progress) => Promise<T>, unit = 'records'): Promise<T> {
  if (!process.stderr.isTTY) return work(() => undefined);
  const { Presets, SingleBar } = require('cli-progress') as typeof import('cli-progress');
  const bar = new SingleBar({ format: `${name} [{bar}] {value}/{total} ${unit}`, stream: process.stderr }, Presets.legacy);
  const stop = () => bar.stop();
  bar.start(1, 0);
  try {
    // If the program ended without `stop`, the terminal would cut off long lines from then on.
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
