import { beforeExit } from '../service/process';

/** Writes a line on standard output, for the results of a command. Other programs may read them, so nothing else is written there. */
export const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Writes a line on standard error, for messages about the work. */
export const say = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

type ShowProgress = (done: number, total: number) => void;

/** Runs work with a progress bar on standard error, if that is a terminal. `name` is like “Seeding”, `unit` the noun of what is counted. */
export async function withBar<T>(name: string, work: (show: ShowProgress | undefined) => Promise<T>, unit = 'records'): Promise<T> {
  if (!process.stderr.isTTY) return work(undefined);
  const { Presets, SingleBar } = require('cli-progress') as typeof import('cli-progress');
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
