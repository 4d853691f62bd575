import { appendFileSync } from 'node:fs';

/** The file for durations, named by `TIMINGS`. It gets each spec file, and each spec that takes over a second. */
const file = process.env['TIMINGS'];

const SLOW_MILLISECONDS = 1000;

let began = 0;
let used = process.cpuUsage();

const line = (...cells: readonly (string | number)[]): void => {
  if (file) appendFileSync(file, `${cells.map((cell) => (typeof cell === 'number' ? Math.round(cell) : cell)).join('\t')}\n`);
};

const namesOf = (path: string | undefined): string => path?.replace(/^.*\/dist\/spec\//, '') ?? '';

export const beginFile = (): void => {
  began = performance.now();
  used = process.cpuUsage();
};

/** Writes a line for a file: `file`, the total ms, the CPU ms of this process, and the name. */
export const endFile = (suite: Mocha.Suite | undefined): void => {
  const { user, system } = process.cpuUsage(used);
  const slow = (kind: string, runnable: Mocha.Runnable) => {
    if ((runnable.duration ?? 0) >= SLOW_MILLISECONDS) line(kind, runnable.duration ?? 0, '', namesOf(runnable.file), runnable.fullTitle());
  };
  const files = new Set<string>();
  suite?.eachTest((test) => {
    files.add(namesOf(test.file));
    slow('spec', test);
  });
  line('file', performance.now() - began, (user + system) / 1000, [...files].join(', ').slice(0, 200));
};
