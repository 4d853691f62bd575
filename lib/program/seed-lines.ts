import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { FixtureRecord } from '../../fixtures/fixture';
import { readFixtureLine } from '../../fixtures/fixtures';
import { isNamed, namedBy, noFixtures } from '../../fixtures/naming';
import type { User } from '../access/user';
import type { Services } from '../kinds/services';
import { boundedLines } from './bounded-lines';
import { createSeeding, type Progress, type Seeding, seed } from './seed';
import { StartError } from './start-error';

/** How many bytes a line may have. */
const MOST_BYTES = 1_048_576;

/**
 * Stores the fixtures of a file that has one a line, `{"venues": {…}}`, however long it is: as many at once as are stored together. Answers how
 * many records it made. What a record names stands before it. Where it was interrupted it goes on when it is asked again: what is stored stays as it is.
 * `progress` hears of bytes. Throws a `StartError` that names the line; what stands before it is stored.
 */
export async function seedLines(
  file: string,
  services: Services,
  user: User,
  progress: Progress = () => undefined,
  seeding: Seeding = createSeeding(),
): Promise<number> {
  const { size } = await stat(file);
  progress(0, size);
  const { largest, characters } = seeding.bounds;
  const known = new Map<string, Set<string>>();
  let waiting = noFixtures();
  const waitingKeys = new Set<string>();
  let number = 0;
  let read = 0;
  let begun = 0;
  let made = 0;
  let storing: Promise<void> = Promise.resolve();
  /** Stores what waits as soon as all before it is stored; the lines behind it are read meanwhile. */
  const store = async (): Promise<void> => {
    await storing;
    const [part, end] = [waiting, Math.min(read, size)];
    waiting = noFixtures();
    waitingKeys.clear();
    number = 0;
    begun = read;
    storing = seed(part, services, user, undefined, seeding).then((count) => {
      made += count;
      progress(end, size);
    });
    // Whoever waits for it hears of a failure.
    storing.catch(() => undefined);
  };
  const take = (text: string, place: string): void => {
    const [list, record] = readFixtureLine(text, place);
    for (const [other, key] of namedBy(list, record))
      if (!known.get(other)?.has(key)) throw new Error(`${place}: it names "${key}", which is none of the ${other} before it.`);
    if (isNamed(list)) known.set(list, (known.get(list) ?? new Set()).add(record.key));
    const records: FixtureRecord[] = waiting[list];
    // As in a file that was begun before, the first of a key counts.
    const name = `${list} ${record.key}`;
    if (waitingKeys.has(name)) return;
    waitingKeys.add(name);
    records.push(record);
    number += 1;
  };

  let fault: Error | undefined;
  for await (const line of boundedLines(createReadStream(file) as AsyncIterable<Buffer>, MOST_BYTES)) {
    read += Buffer.byteLength(line.text) + 1;
    const place = `${file}, line ${line.number}`;
    try {
      if (line.fault !== undefined) throw new Error(`${place}: ${line.fault}`);
      if (line.text.trim() !== '') take(line.text, place);
    } catch (error) {
      fault = error as Error;
      break;
    }
    if (number === largest || read - begun >= characters) await store();
  }
  if (number > 0) await store();
  await storing;
  if (fault !== undefined) throw new StartError(`${fault.message} ${made} records were created before it.`);
  return made;
}
