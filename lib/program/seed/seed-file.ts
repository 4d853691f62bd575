import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { faultSentence } from '../../../fixtures/fixture-fault';
import { fixturesOf, inspectFixtures } from '../../../fixtures/fixtures-file';
import type { User } from '../../access';
import type { Services } from '../../content';
import { StartError, unreadableFile } from '../service/start-error';
import { createSeedFaults, FixtureRefusal } from './faults';
import { createFixtureCheck } from './fixture-check';
import { createSeeding, type Progress, type SeedingOptions, seed } from './seed';

/** The maximum size of a JSON file, in bytes. The file is read into memory as a whole. */
const MOST_BYTES = 268_435_456;
const LINE_FEED = 10;

interface SeedFile {
  /** Stores the fixtures and returns the number of new records. Throws a `StartError` with the line of a rejected fixture. */
  store(progress: Progress | undefined, options: SeedingOptions): Promise<number>;
}

/**
 * Reads JSON files of the shape `Fixtures`, and checks all of them before anything is stored. Throws a `StartError` with a line for each
 * fault: file, line and reason.
 */
export const openSeedFiles = async (files: readonly string[], services: Services, user: User): Promise<ReadonlyMap<string, SeedFile>> => {
  const opened = new Map<string, SeedFile>();
  const wrong: string[] = [];
  for (const file of files)
    try {
      opened.set(file, await openSeedFile(file, services, user));
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      wrong.push(error.message);
    }
  if (wrong.length > 0) throw new StartError(wrong.join('\n'));
  return opened;
};

const openSeedFile = async (file: string, services: Services, user: User): Promise<SeedFile> => {
  const bytes = await readFile(file).catch((error) => Promise.reject(unreadableFile(file, error)));
  if (bytes.length > MOST_BYTES)
    throw new StartError(
      `The file ${file} has more than ${MOST_BYTES} bytes: write a record a line into a file whose name ends in .ndjson.`,
    );
  const faults = createSeedFaults(file);
  for (const line of misspeltLines(bytes)) faults.add(line, 'It is not UTF-8.');
  // The decoder drops a byte order mark (BOM).
  const inspected = inspectFixtures(new TextDecoder().decode(bytes));
  for (const { line, sentence } of inspected.faults) faults.add(line, sentence);
  const check = createFixtureCheck(services, user);
  for (const { list, path, ...judged } of inspected.records)
    for (const fault of await check(list, judged)) {
      const whole = { ...fault, path: [...path, ...fault.path] };
      faults.add(inspected.lineOf(whole.path), faultSentence(whole));
    }
  faults.assertNone();
  const fixtures = fixturesOf(inspected.records);
  return {
    async store(progress, options) {
      try {
        return await seed(fixtures, services, user, progress, createSeeding(options));
      } catch (error) {
        if (!(error instanceof FixtureRefusal)) throw error;
        const { list, key, message } = error;
        const found = inspected.records.find((one) => one.list === list && one.record.key === key);
        throw new StartError(`${file}, line ${inspected.lineOf(found?.path ?? [])}: ${message}`);
      }
    },
  };
};

function* misspeltLines(bytes: Buffer): Generator<number> {
  if (isUtf8(bytes)) return;
  let begin = 0;
  for (let line = 1; begin <= bytes.length; line += 1) {
    const feed = bytes.indexOf(LINE_FEED, begin);
    const end = feed < 0 ? bytes.length : feed;
    if (!isUtf8(bytes.subarray(begin, end))) yield line;
    begin = end + 1;
  }
}
