import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { dataFile } from '../../lib/embedded/storage/folder';
import { createRandom } from './chance';
import { crashImage, lastImage, remainsBy } from './power-loss/crash-image';
import type { FileTrace } from './power-loss/file-trace';
import { type ImageCheck, lostOf, startImageCheck } from './power-loss/image-check';
import { earlyOf } from './power-loss/order';
import { readTrace, TRACED } from './power-loss/trace-reader';
import type { Outcome, Terms, Trial } from './trial';

const RECORDS = 250;
const MAX_SHOWN = 10;
const PROCESSES = 3;

/** Runs the writer under strace. Rejects if strace is missing or the writer fails. */
const traceWriter = async (folder: string, trace: string): Promise<void> => {
  const writer = [path.join(__dirname, 'power-loss/record-writer.js'), folder, String(RECORDS)];
  const strace = ['-f', '-qq', '-xx', '-s', String(2 ** 24), '-e', `trace=${TRACED}`, '-e', 'signal=none', '-o', trace];
  // Writes with io_uring would not appear in the trace.
  const env = { PATH: process.env['PATH'], UV_USE_IO_URING: '0' };
  const child = spawn('strace', [...strace, process.execPath, ...writer], { stdio: ['ignore', 'ignore', 'inherit'], env });
  const [code] = await once(child, 'close').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new Error('There is no strace in PATH: install it, e.g. apt-get install strace.') : error;
  });
  if (code !== 0) throw new Error(`The writer ended with ${code}.`);
};

/** Selects syncs by number: the first after the file has its name, the end of the trace, and random others. */
const sample = ({ syncs, named }: FileTrace, size: number, chance: () => number): number[] => {
  const [first, last] = [named + 1, syncs.length + 1];
  const between = Array.from({ length: last - first - 1 }, (_, index) => ({ number: first + index + 1, rank: chance() }));
  const chosen = between.sort((one, other) => one.rank - other.rank).map(({ number }) => number);
  return [first, last, ...chosen].slice(0, size).sort((one, other) => one - other);
};

const openImages = async (trace: FileTrace, folder: string, { rounds, seed, note }: Terms): Promise<Outcome> => {
  const { writes, syncs, acknowledgements } = trace;
  const chance = createRandom(seed);
  const checks = Array.from({ length: PROCESSES }, (_, index) => startImageCheck(path.join(folder, `images-${index}`)));
  const failures: string[] = [];
  let opened = 0;
  let lost = 0;
  try {
    for (const number of sample(trace, rounds, chance)) {
      const acknowledged = acknowledgements.slice(0, syncs[number - 1]?.acknowledged);
      const images = remainsBy(chance).map((remains) => ({ title: remains.title, image: crashImage(trace, number, remains) }));
      const openSome = async (check: ImageCheck) => {
        for (let next = images.shift(); next; next = images.shift()) {
          const reading = await check.read(next.image);
          const missing = lostOf(acknowledged, reading);
          const faults = missing.length === 0 ? reading.faults : [...reading.faults, `lost: ${missing.slice(0, MAX_SHOWN).join(' ')}`];
          if (faults.length > 0) failures.push(`Before sync ${number} of ${syncs.length}, with ${next.title}: ${faults.join('; ')}`);
          lost += missing.length;
          opened += 1;
        }
      };
      await Promise.all(checks.map(openSome));
      note(`sync ${number} of ${syncs.length}: ${opened} images, ${failures.length} failures`);
    }
  } finally {
    for (const check of checks) check.end();
  }
  return { figures: { syncs: syncs.length, writes: writes.length, acknowledged: acknowledgements.length, images: opened, lost }, failures };
};

/** Simulates a power loss of the embedded database from a trace of its system calls. */
export const powerLoss: Trial = {
  about:
    'every acknowledgement follows the sync of what it acknowledges, and whatever of the writes after a sync the disk has, each acknowledged record is there',
  rounds: { long: 200 },
  only: 'embedded',
  run: async (terms) => {
    const folder = mkdtempSync(path.join(realpathSync(tmpdir()), 'power-loss-'));
    try {
      const data = path.join(folder, 'data');
      const text = path.join(folder, 'trace');
      await traceWriter(data, text);
      const trace = await readTrace(text, data);
      if (!lastImage(trace).equals(readFileSync(dataFile(data))))
        throw new Error('The file is not what the traced writes make: some escape the trace.');
      const early = earlyOf(trace);
      const { figures, failures } = await openImages(trace, folder, terms);
      const { nameless } = trace;
      const first = early.length === 0 ? [] : [`${early.length} acknowledged before their sync: ${early.slice(0, MAX_SHOWN).join(' ')}`];
      if (nameless > 0) first.push(`${nameless} acknowledged before the folder was synced, in which the file has its name`);
      return { figures: { ...figures, early: early.length, nameless }, failures: [...first, ...failures] };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
