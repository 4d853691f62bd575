import { isUtf8 } from 'node:buffer';
import { constants } from 'node:fs';
import { access, readFile, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { FixtureRecord } from '../../../fixtures/fixture';
import { faultSentence } from '../../../fixtures/fixture-fault';
import { fixturesOf, inspectFixtures, inspectLine, placedSentence } from '../../../fixtures/fixtures-file';
import { isNamed, namedBy } from '../../../fixtures/naming';
import type { User } from '../../access';
import type { Services } from '../../content';
import type { Progress } from '../../maintenance';
import { StartError, unreadableFile } from '../service/start-error';
import { type BoundedLine, boundedLines, linesOfFile } from './bounded-lines';
import { FixtureRefusal, findFaults, type ListName } from './fixture-drafts';
import { createSeeding, LARGEST_BATCH, LONGEST_BATCH, type Seeding, seed } from './seed';

/** The maximum size of a JSON file, in bytes. The file is read into memory as a whole. */
const MOST_BYTES = 268_435_456;
/** The maximum length of a line of a file with a fixture a line, in bytes. */
const LONGEST_LINE = 1_048_576;

/** A checked file of fixtures. The progress of storing counts in units of `unit`. */
export interface SeedFile {
  readonly file: string;
  readonly unit: 'records' | 'bytes';
  /** Stores the fixtures and returns the number of new records. Throws a `StartError` with the line of a rejected fixture. */
  store(progress: Progress, seeding: Seeding): Promise<number>;
}

const isOfLines = (file: string): boolean => /\.(?:ndjson|jsonl)$/i.test(file);

/**
 * Reads JSON files of the shape `Fixtures`, and checks all of them before anything is stored. Files with a fixture a line need only be
 * readable. Throws a `StartError` with a line for each fault: file, line and reason.
 */
export const openSeedFiles = async (files: readonly string[], services: Services, user: User): Promise<readonly SeedFile[]> => {
  for (const file of files.filter(isOfLines))
    await access(file, constants.R_OK).catch((error) => Promise.reject(unreadableFile(file, error)));
  const opened: SeedFile[] = [];
  const wrong: string[] = [];
  for (const file of files) {
    if (isOfLines(file)) {
      opened.push({ file, unit: 'bytes', store: (progress, seeding) => seedLines(file, services, user, progress, seeding) });
      continue;
    }
    try {
      opened.push({ file, unit: 'records', store: await openWholeFile(file, services, user) });
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      wrong.push(error.message);
    }
  }
  if (wrong.length > 0) throw new StartError(wrong.join('\n'));
  return opened;
};

const openWholeFile = async (file: string, services: Services, user: User): Promise<SeedFile['store']> => {
  const bytes = await readFile(file).catch((error) => Promise.reject(unreadableFile(file, error)));
  if (bytes.length > MOST_BYTES)
    throw new StartError(
      `The file ${file} has more than ${MOST_BYTES} bytes: write one record per line into a file whose name ends in .ndjson.`,
    );
  const faults = createSeedFaults(file);
  if (!isUtf8(bytes)) {
    for await (const { number, fault } of boundedLines(Readable.from([bytes]), MOST_BYTES))
      if (fault !== undefined) faults.add(number, fault);
  }
  // The decoder drops a byte order mark (BOM).
  const inspected = inspectFixtures(new TextDecoder().decode(bytes));
  for (const { line, sentence } of inspected.faults) faults.add(line, sentence);
  for (const { list, path, ...judged } of inspected.records)
    for (const fault of await findFaults(services, user, list, judged)) {
      const whole = { ...fault, path: [...path, ...fault.path] };
      faults.add(inspected.lineOf(whole.path), faultSentence(whole));
    }
  faults.assertNone();
  const fixtures = fixturesOf(inspected.records);
  return async (progress, seeding) => {
    try {
      return await seed(fixtures, services, user, progress, seeding);
    } catch (error) {
      if (!(error instanceof FixtureRefusal)) throw error;
      const { list, key, message } = error;
      const found = inspected.records.find((one) => one.list === list && one.record.key === key);
      throw new StartError(placedSentence(file, { line: inspected.lineOf(found?.path ?? []), sentence: message }));
    }
  };
};

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
  if (!found.isFile()) throw new StartError(`${file} is not a file: name a file with one record per line.`);
  const { size } = found;
  progress(0, size);
  const before = seeding.stored;
  const faults = createSeedFaults(file);
  const readRecord = createRecordReader(services, user, faults);
  let part: Part = new Map();
  let read = 0;
  let begun = 0;

  const storePart = async (): Promise<void> => {
    const stored = part;
    part = new Map();
    begun = read;
    if (stored.size === 0) return;
    try {
      await seed(fixturesOf([...stored.values()]), services, user, undefined, seeding);
      progress(Math.min(read, size), size);
    } catch (error) {
      if (!(error instanceof FixtureRefusal)) throw error;
      faults.add(stored.get(nameOf(error.list, error.key))?.line ?? 1, error.message);
    }
  };

  for await (const line of linesOfFile(file, LONGEST_LINE)) {
    read += Buffer.byteLength(line.text) + 1;
    const fixture = await readRecord(line);
    if (fixture !== undefined && faults.count === 0) add(part, fixture);
    if (part.size === LARGEST_BATCH || read - begun >= LONGEST_BATCH) await storePart();
  }
  await storePart();
  const created = seeding.stored - before;
  const [separator, first] = faults.count === 1 ? [' ', 'it'] : ['\n', 'the first of them'];
  faults.assertNone(`${separator}${created} records were created before ${first}.`);
  return created;
}

interface FoundRecord {
  readonly list: ListName;
  readonly record: FixtureRecord;
  readonly line: number;
}

/** Fixtures that are stored together, by list and key. */
type Part = Map<string, FoundRecord>;

const nameOf = (list: string, key: string): string => `${list} ${key}`;

const add = (part: Part, found: FoundRecord): void => {
  const name = nameOf(found.list, found.record.key);
  // The first fixture of a key counts, as in a repeated run.
  if (!part.has(name)) part.set(name, found);
};

/** Makes the function that reads and checks the fixture of a line. Undefined for a blank or invalid line; the latter is added to `faults`. */
const createRecordReader = (
  services: Services,
  user: User,
  faults: SeedFaults,
): ((line: BoundedLine) => Promise<FoundRecord | undefined>) => {
  const keys = new Map<string, Set<string>>();

  return async ({ number: line, text, fault }) => {
    if (fault !== undefined) faults.add(line, fault);
    if (fault !== undefined || text.trim() === '') return undefined;
    const { found, faults: own } = inspectLine(text);
    for (const sentence of own) faults.add(line, sentence);
    if (found === undefined) return undefined;
    const { list, key, record } = found;
    const missing = [...namedBy(list, record)].filter(([other, named]) => !keys.get(other)?.has(named));
    // An invalid fixture counts as present, so that fixtures that name its key are not reported too.
    if (key !== undefined && isNamed(list)) keys.set(list, (keys.get(list) ?? new Set()).add(key));
    for (const [other, named] of missing) faults.add(line, `it names "${named}", which is not one of the ${other} before it.`);
    const refused = await findFaults(services, user, list, found);
    for (const { path, why } of refused) faults.add(line, faultSentence({ path: [list, ...path], why }));
    return own.length + missing.length + refused.length > 0 ? undefined : { list, record, line };
  };
};

/** The maximum number of faults of a file that a message shows. Further faults are only counted. */
const MOST_SHOWN = 100;

type SeedFaults = ReturnType<typeof createSeedFaults>;

const createSeedFaults = (file: string) => {
  const shown: { readonly line: number; readonly sentence: string }[] = [];
  let count = 0;
  return {
    add(line: number, sentence: string) {
      count += 1;
      if (shown.length < MOST_SHOWN) shown.push({ line, sentence });
    },
    get count() {
      return count;
    },
    /** Throws a `StartError` with a line for each fault, if any, and then `end`. */
    assertNone(end = '') {
      if (count === 0) return;
      const lines = shown.toSorted((one, other) => one.line - other.line).map((fault) => placedSentence(file, fault));
      const more = count > shown.length ? [`${file}: ${count - shown.length} more faults.`] : [];
      throw new StartError(`${[...lines, ...more].join('\n')}${end}`);
    },
  };
};
