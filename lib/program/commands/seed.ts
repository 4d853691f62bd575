import path from 'node:path';
import type { User } from '../../access';
import type { Services } from '../../content';
import { completeIndexes, lackingIndexes } from '../../database';
import { toUser } from '../authentication';
import { ALONE_BOUNDS, createSeeding, seed } from '../seed/seed';
import { openSeedFiles, type SeedFile } from '../seed/seed-files';
import { beforeExit } from '../service/process';
import { StartError } from '../service/start-error';
import { print, say, withBar } from './output';

/** Stores the fixtures of the files and makes missing indexes. Without files, stores the fixtures that come with the program. */
export async function seedFiles(services: Services, files: readonly string[]): Promise<void> {
  const [first] = await services.users.list();
  if (!first) throw new StartError('There is no user yet to own the fixtures: run "user add" first.');
  const user = toUser(first);
  let completing: Promise<void> | undefined;
  const completeOnce = () => {
    completing ??= makeIndexes(services);
    return completing;
  };
  // If no index is missing, a server may run beside this command.
  const options = { completeIndexes: completeOnce, ...((await areLacking(services)) && { bounds: ALONE_BOUNDS }) };
  const opened = await (files.length === 0 ? ownFixtures(services, user) : openSeedFiles(files, services, user));
  let created = 0;
  await beforeExit(
    () => say('Interrupted: the stored records stay. Run the same command again to continue.'),
    async () => {
      for (const { file, unit, store } of opened) {
        const name = `Seeding ${path.basename(file)}`.trimEnd();
        created += await withBar(name, (show) => store(show, createSeeding(options)), unit);
      }
      await completeOnce();
    },
  );
  print(`${created} records created.`);
}

const areLacking = async ({ connection, stores }: Services): Promise<boolean> =>
  Object.keys(await lackingIndexes(connection.db(), stores.indexes)).length > 0;

async function makeIndexes(services: Services): Promise<void> {
  if (await areLacking(services))
    say('Building the indexes. If you interrupt this, the next "seed" or the next start of the service completes it.');
  await completeIndexes(services.connection, services.stores.indexes, (collection, seconds) =>
    say(`The indexes of ${collection}: ${seconds.toFixed(1)} s.`),
  );
}

/** Returns the fixtures that come with the program, as a file without a name. */
async function ownFixtures(services: Services, user: User): Promise<readonly SeedFile[]> {
  const { buildFixtures } = await import('../../../fixtures/fixtures.js');
  const fixtures = buildFixtures(services.clock.now());
  return [{ file: '', unit: 'records', store: (progress, seeding) => seed(fixtures, services, user, progress, seeding) }];
}
