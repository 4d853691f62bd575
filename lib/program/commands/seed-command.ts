import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import type { User } from '../../access';
import type { Services } from '../../content';
import type { SeedingOptions } from '../seed/seed';
import { StartError, unreadableFile } from '../service/start-error';
import { withLateIndexes } from './command-resources';
import { print, say } from './output';

/** Adds the command that loads fixtures from files, or those that come with the program. */
export function addSeedCommand(program: Command): void {
  program
    .command('seed')
    .argument('[files...]', 'JSON files of fixtures, or .ndjson, a record a line; without any, those that come with the program')
    .description('load fixtures; records that are there already stay as they are')
    .action((files: string[]) => withLateIndexes(({ services }) => seedFiles(services, files)));
}

async function seedFiles(services: Services, files: readonly string[]): Promise<void> {
  const { indexCompletion } = await import('../service/index-completion.js');
  const { ALONE_BOUNDS: ALONE } = await import('../seed/seeding-batches.js');
  const { beforeExit: beforeEnding } = await import('../service/signals.js');
  const user = await firstUser(services);
  const { areLacking, completeIndexes } = indexCompletion(services, say);
  // If no index is missing, a server may run beside this command.
  const ways = { completeIndexes, ...((await areLacking()) && { bounds: ALONE }) };
  const steps = files.length === 0 ? [() => seedExamples(services, user, ways)] : await stepsOf(files, services, user, ways);
  let created = 0;
  await beforeEnding(
    () => say('Interrupted: what has been stored stays, and the same command goes on from there.'),
    async () => {
      for (const step of steps) created += await step();
      await completeIndexes();
    },
  );
  print(`${created} records created.`);
}

async function firstUser(services: Services): Promise<User> {
  const { toUser } = await import('../authentication.js');
  const [first] = await services.users.list();
  if (!first) throw new StartError('There is no user yet who could own the fixtures: run "user add" first.');
  return toUser(first);
}

/** A function that stores the fixtures of a file, or of the program, and answers the number of new records. */
type Step = () => Promise<number>;

async function seedExamples(services: Services, user: User, ways: SeedingOptions): Promise<number> {
  const { buildFixtures } = await import('../../../fixtures/fixtures.js');
  const { createSeeding, seed } = await import('../seed/seed.js');
  const { withBar } = await import('./progress-bar.js');
  const fixtures = buildFixtures(services.clock.now());
  return withBar('Seeding', (show) => seed(fixtures, services, user, show, createSeeding(ways)));
}

const isOfLines = (file: string): boolean => /\.(?:ndjson|jsonl)$/i.test(file);

/** The steps that store the fixtures of files. Files that cannot be used are refused before anything is stored. */
async function stepsOf(files: readonly string[], services: Services, user: User, ways: SeedingOptions): Promise<readonly Step[]> {
  for (const file of files.filter(isOfLines)) assertReadable(file);
  const { openSeedFiles } = await import('../seed/seed-file.js');
  const { withBar } = await import('./progress-bar.js');
  const wholeFiles = await openSeedFiles(
    files.filter((file) => !isOfLines(file)),
    services,
    user,
  );
  return files.map((file) => {
    const whole = wholeFiles.get(file);
    if (whole === undefined) return () => seedLinesOf(file, services, user, ways);
    return () => withBar(`Seeding ${path.basename(file)}`, (show) => whole.store(show, ways));
  });
}

async function seedLinesOf(file: string, services: Services, user: User, ways: SeedingOptions): Promise<number> {
  const { createSeeding } = await import('../seed/seed.js');
  const { seedLines } = await import('../seed/seed-lines.js');
  const { withBar } = await import('./progress-bar.js');
  return withBar(`Seeding ${path.basename(file)}`, (show) => seedLines(file, services, user, show, createSeeding(ways)), 'bytes');
}

function assertReadable(file: string): void {
  try {
    closeSync(openSync(file, 'r'));
  } catch (error) {
    throw unreadableFile(file, error);
  }
}
