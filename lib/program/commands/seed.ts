import path from 'node:path';
import type { User } from '../../access';
import type { Services } from '../../content';
import { completeIndexes, lackingIndexes } from '../../database';
import { toUser } from '../authentication';
import { createSeeding, type SeedingOptions, seed } from '../seed/seed';
import { openSeedFiles } from '../seed/seed-file';
import { seedLines } from '../seed/seed-lines';
import { ALONE_BOUNDS } from '../seed/seeding-batches';
import { beforeExit } from '../service/process';
import { assertReadable, StartError } from '../service/start-error';
import { print, say, withBar } from './output';

const MEGABYTE = 1_000_000;

/** Stores the fixtures of the files and makes missing indexes. Without files, stores the fixtures that come with the program. */
export async function seedFiles(services: Services, files: readonly string[]): Promise<void> {
  const [first] = await services.users.list();
  if (!first) throw new StartError('There is no user yet who could own the fixtures: run "user add" first.');
  let completing: Promise<void> | undefined;
  const completeOnce = () => {
    completing ??= makeIndexes(services);
    return completing;
  };
  // If no index is missing, a server may run beside this command.
  const options = { completeIndexes: completeOnce, ...((await areLacking(services)) && { bounds: ALONE_BOUNDS }) };
  const steps = await stepsOf(files, services, toUser(first), options);
  let created = 0;
  await beforeExit(
    () => say('Interrupted: what has been stored stays, and the same command goes on from there.'),
    async () => {
      for (const step of steps) created += await step();
      await completeOnce();
    },
  );
  print(`${created} records created.`);
}

const areLacking = async ({ connection, kinds }: Services): Promise<boolean> =>
  Object.keys(await lackingIndexes(connection.db(), kinds.indexes)).length > 0;

/** Makes missing indexes. Prints the time for each collection, and the size of each search index. */
async function makeIndexes(services: Services): Promise<void> {
  if (await areLacking(services))
    say('Making the indexes: what is broken off now is finished by the next "seed", or by the next start of the service.');
  await completeIndexes(services.connection, services.kinds.indexes, ({ collection, isOfWords, seconds, bytes }) => {
    const size = bytes === undefined ? '' : `, ${(bytes / MEGABYTE).toFixed(1)} MB on disk`;
    say(`${isOfWords ? 'The search index' : 'The indexes'} of ${collection}: ${seconds.toFixed(1)} s${size}.`);
  });
}

const isOfLines = (file: string): boolean => /\.(?:ndjson|jsonl)$/i.test(file);

/**
 * Makes one function for each file, or one for the program's own fixtures. Each function stores the fixtures and returns the number of new
 * records. Throws a `StartError` for unusable files before anything is stored.
 */
async function stepsOf(
  files: readonly string[],
  services: Services,
  user: User,
  options: SeedingOptions,
): Promise<readonly (() => Promise<number>)[]> {
  if (files.length === 0) {
    const { buildFixtures } = await import('../../../fixtures/fixtures.js');
    const fixtures = buildFixtures(services.clock.now());
    return [() => withBar('Seeding', (show) => seed(fixtures, services, user, show, createSeeding(options)))];
  }
  for (const file of files.filter(isOfLines)) await assertReadable(file);
  const wholeFiles = files.filter((file) => !isOfLines(file));
  const opened = await openSeedFiles(wholeFiles, services, user);
  return files.map((file) => {
    const whole = opened.get(file);
    const name = `Seeding ${path.basename(file)}`;
    if (whole !== undefined) return () => withBar(name, (show) => whole.store(show, options));
    return () => withBar(name, (show) => seedLines(file, services, user, show, createSeeding(options)), 'bytes');
  });
}
