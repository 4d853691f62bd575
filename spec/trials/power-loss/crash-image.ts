import type { FileTrace, FileWrite } from './file-trace';

/** Whether the part of a write that begins at a place of the file has reached the disk although nobody waited for it. */
type Survival = (write: FileWrite, at: number) => boolean;

/** What the disk has of writes that nobody waited for: how many bytes it takes at once, and which of these it has taken. */
export interface Remains {
  readonly title: string;
  readonly unit: number;
  readonly survives: Survival;
  /** Whether the file has its length, even where its bytes are missing. */
  readonly long?: true;
}

const [PAGE, SECTOR] = [4096, 512];

/** The ways in which the disk may be found after a loss of power; `chance` answers numbers from 0 (inclusive) to 1 (exclusive). */
export const remainsBy = (chance: () => number): readonly Remains[] => {
  const half = () => chance() < 0.5;
  const whole = new Map<FileWrite, boolean>();
  const keep = (write: FileWrite): boolean => {
    const kept = whole.get(write) ?? half();
    whole.set(write, kept);
    return kept;
  };
  return [
    { title: 'none of the writes', unit: Number.POSITIVE_INFINITY, survives: () => false },
    { title: 'none of the writes but the length', unit: Number.POSITIVE_INFINITY, survives: () => false, long: true },
    { title: 'all writes', unit: Number.POSITIVE_INFINITY, survives: () => true },
    { title: 'some writes', unit: Number.POSITIVE_INFINITY, survives: keep },
    { title: 'some pages', unit: PAGE, survives: half },
    { title: 'some sectors', unit: SECTOR, survives: half },
  ];
};

/** The parts of a write, by pages or sectors as the disk has them, wherever the write begins. */
function* partsOf({ at, bytes }: FileWrite, unit: number): Generator<readonly [at: number, bytes: Buffer]> {
  const end = at + bytes.length;
  for (let from = at; from < end; ) {
    const to = Math.min(end, unit === Number.POSITIVE_INFINITY ? end : (Math.floor(from / unit) + 1) * unit);
    yield [from, bytes.subarray(from - at, to - at)];
    from = to;
  }
}

/** The file as a loss of power leaves it just before a sync (its number, counted from 1) ends: what was synced before, and what else remains. */
export const crashImage = ({ writes, syncs }: FileTrace, number: number, { unit, survives, long }: Remains): Buffer => {
  const given = writes.slice(0, syncs[number - 1]?.writes);
  const kept: (readonly [at: number, bytes: Buffer])[] = [];
  for (const write of given) {
    if (write.durable !== undefined && write.durable < number) kept.push([write.at, write.bytes]);
    else for (const part of partsOf(write, unit)) if (survives(write, part[0])) kept.push(part);
  }
  const ends = [...kept, ...(long ? given.map(({ at, bytes }) => [at, bytes] as const) : [])].map(([at, bytes]) => at + bytes.length);
  const image = Buffer.alloc(ends.reduce((one, other) => Math.max(one, other), 0));
  for (const [at, bytes] of kept) bytes.copy(image, at);
  return image;
};

/** The file as it is after all writes. */
export const lastImage = (trace: FileTrace): Buffer =>
  crashImage(trace, trace.syncs.length + 1, { title: 'all writes', unit: Number.POSITIVE_INFINITY, survives: () => true });
