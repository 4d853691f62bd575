import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { FixtureRecord, Fixtures } from '../../../fixtures/fixture';
import { faultSentence } from '../../../fixtures/fixture-fault';
import { inspectLine } from '../../../fixtures/fixtures-file';
import { isNamed, namedBy, noFixtures } from '../../../fixtures/naming';
import type { User } from '../../access';
import type { Services } from '../../content';
import { isReadFailure, StartError, unreadableFile } from '../service/start-error';
import { type BoundedLine, boundedLines } from './bounded-lines';
import { createSeedFaults, FixtureRefusal, type SeedFaults } from './faults';
import { createFixtureCheck } from './fixture-check';
import { createSeeding, type Progress, type Seeding, seed } from './seed';

const MOST_BYTES = 1_048_576;

/**
 * Stores the fixtures of a file with one fixture a line, `{"venues": {…}}`. Returns the number of new records. The file may have any
 * length, since it is stored in parts. A fixture may only name fixtures of earlier lines. An interrupted run can be repeated, since
 * stored records are skipped. After the first invalid line nothing more is stored, but all lines are checked. `progress` counts bytes.
 * Throws a `StartError` that names each invalid line.
 */
export async function seedLines(
  file: string,
  services: Services,
  user: User,
  progress: Progress = () => undefined,
  seeding: Seeding = createSeeding(),
): Promise<number> {
  const found = await stat(file).catch((error) => Promise.reject(unreadableFile(file, error)));
  if (!found.isFile()) throw new StartError(`${file} is no file: name one that has a record a line.`);
  const { size } = found;
  progress(0, size);
  const { largest, characters } = seeding.bounds;
  const before = seeding.stored;
  const faults = createSeedFaults(file);
  const readRecord = createRecordReader(services, user, faults);
  let waiting = openPart();
  let read = 0;
  let begun = 0;
  let isRefused = false;
  let storing: Promise<void> = Promise.resolve();

  const storePart = async ({ fixtures, lines }: Part, end: number): Promise<void> => {
    if (isRefused || lines.size === 0) return;
    try {
      await seed(fixtures, services, user, undefined, seeding);
      progress(end, size);
    } catch (error) {
      if (!(error instanceof FixtureRefusal)) throw error;
      isRefused = true;
      faults.add(lines.get(nameOf(error.list, error.key)) ?? 1, error.message);
    }
  };
  /** Starts to store the collected part after the previous part, while the next lines are read. */
  const store = async (): Promise<void> => {
    await storing;
    storing = storePart(waiting, Math.min(read, size));
    // The next `await storing` throws the error.
    storing.catch(() => undefined);
    waiting = openPart();
    begun = read;
  };

  try {
    for await (const line of boundedLines(createReadStream(file) as AsyncIterable<Buffer>, MOST_BYTES)) {
      read += Buffer.byteLength(line.text) + 1;
      const record = await readRecord(line);
      if (record !== undefined && faults.count === 0) add(waiting, record, line.number);
      if (waiting.lines.size === largest || read - begun >= characters) await store();
    }
  } catch (error) {
    throw isReadFailure(error) ? unreadableFile(file, error) : error;
  }
  await store();
  await storing;
  const created = seeding.stored - before;
  const [separator, first] = faults.count === 1 ? [' ', 'it'] : ['\n', 'the first of them'];
  faults.assertNone(`${separator}${created} records were created before ${first}.`);
  return created;
}

/** Fixtures that are stored together, and their line numbers by list and key. */
interface Part {
  readonly fixtures: Fixtures;
  readonly lines: Map<string, number>;
}

const openPart = (): Part => ({ fixtures: noFixtures(), lines: new Map() });

const nameOf = (list: string, key: string): string => `${list} ${key}`;

interface FoundRecord {
  readonly list: keyof Fixtures;
  readonly record: FixtureRecord;
}

const add = ({ fixtures, lines }: Part, { list, record }: FoundRecord, line: number): void => {
  const name = nameOf(list, record.key);
  // The first fixture of a key counts, as in a repeated run.
  if (lines.has(name)) return;
  lines.set(name, line);
  (fixtures[list] as FixtureRecord[]).push(record);
};

/** Makes the function that reads a fixture from a line. Undefined for a blank or invalid line; the latter is added to `faults`. */
const createRecordReader = (
  services: Services,
  user: User,
  faults: SeedFaults,
): ((line: BoundedLine) => Promise<FoundRecord | undefined>) => {
  const check = createFixtureCheck(services, user);
  const keys = new Map<string, Set<string>>();

  return async ({ number, text, fault }) => {
    if (fault !== undefined) faults.add(number, fault);
    if (fault !== undefined || text.trim() === '') return undefined;
    const { found, faults: own } = inspectLine(text);
    for (const sentence of own) faults.add(number, sentence);
    if (found === undefined) return undefined;
    const { list, key, record } = found;
    const missing = [...namedBy(list, record)].filter(([other, named]) => !keys.get(other)?.has(named));
    // An invalid fixture counts as present, so that fixtures that name its key are not reported too.
    if (key !== undefined && isNamed(list)) keys.set(list, (keys.get(list) ?? new Set()).add(key));
    for (const [other, named] of missing) faults.add(number, `it names "${named}", which is none of the ${other} before it.`);
    const refused = await check(list, found);
    for (const { path, why } of refused) faults.add(number, faultSentence({ path: [list, ...path], why }));
    return own.length + missing.length + refused.length > 0 ? undefined : { list, record };
  };
};
