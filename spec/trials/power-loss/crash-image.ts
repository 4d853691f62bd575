import type { FileTrace, FileWrite } from './file-trace';

/** Decides if a part of an unsynced write has reached the disk. */
type Survival = (write: FileWrite, at: number) => boolean;

/** The remains of unsynced writes on the disk: the unit of writing, and a decision for each part. */
export interface Remains {
  readonly title: string;
  readonly unit: number;
  readonly survives: Survival;
  /** The file has its full length, even if bytes are missing. */
  readonly long?: true;
}

const [PAGE, SECTOR] = [4096, 512];

/** The possible states of the disk after a power loss. `chance` returns numbers from 0 (inclusive) to 1 (exclusive). */
export const remainsBy = (chance: () => number): readonly Remains[] => {
  const half = () => chance() < 0.5;
  const whole = new Map<FileWrite, boolean>();
  const survivesWhole = (write: FileWrite): boolean => {
    const survived = whole.get(write) ?? half();
    whole.set(write, survived);
    return survived;
  };
  return [
    { title: 'none of the writes', unit: Number.POSITIVE_INFINITY, survives: () => false },
    { title: 'none of the writes but the length', unit: Number.POSITIVE_INFINITY, survives: () => false, long: true },
    { title: 'all writes', unit: Number.POSITIVE_INFINITY, survives: () => true },
    { title: 'some writes', unit: Number.POSITIVE_INFINITY, survives: survivesWhole },
    { title: 'some pages', unit: PAGE, survives: half },
    { title: 'some sectors', unit: SECTOR, survives: half },
  ];
};

/** Splits a write at page or sector boundaries of the file. */
function* partsOf({ at, bytes }: FileWrite, unit: number): Generator<readonly [at: number, bytes: Buffer]> {
  const end = at + bytes.length;
  for (let from = at; from < end; ) {
    const to = Math.min(end, unit === Number.POSITIVE_INFINITY ? end : (Math.floor(from / unit) + 1) * unit);
    yield [from, bytes.subarray(from - at, to - at)];
    from = to;
  }
}

/**
 * Builds the file after a power loss during a sync, with its number counted from 1.
 * It contains all synced writes and the remains of the others.
 */
export const crashImage = ({ writes, syncs }: FileTrace, number: number, { unit, survives, long }: Remains): Buffer => {
  const previous = writes.slice(0, syncs[number - 1]?.writes);
  const parts: (readonly [at: number, bytes: Buffer])[] = [];
  for (const write of previous) {
    if (write.durable !== undefined && write.durable < number) parts.push([write.at, write.bytes]);
    else for (const part of partsOf(write, unit)) if (survives(write, part[0])) parts.push(part);
  }
  const ends = [...parts, ...(long ? previous.map(({ at, bytes }) => [at, bytes] as const) : [])].map(([at, bytes]) => at + bytes.length);
  const image = Buffer.alloc(ends.reduce((one, other) => Math.max(one, other), 0));
  for (const [at, bytes] of parts) bytes.copy(image, at);
  return image;
};

/** Builds the file after all writes. */
export const lastImage = (trace: FileTrace): Buffer =>
  crashImage(trace, trace.syncs.length + 1, { title: 'all writes', unit: Number.POSITIVE_INFINITY, survives: () => true });
