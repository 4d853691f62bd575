import path from 'node:path';
import type { User } from '../../access';
import type { Services } from '../../content';
import { ensureIndexes, lackingIndexes } from '../../database';
import { toUser } from '../authentication';
import { createSeeding, seed } from '../seed/seed';
import { openSeedFiles, type SeedFile } from '../seed/seed-files';
import { beforeExit } from '../service/process';
import { StartError } from '../service/start-error';
import { print, say, withBar } from './output';

/** Stores the fixtures of the files and makes missing indexes. Without files, stores the fixtures that come with the program. */
export async function seedFiles(services: Services, files: readonly string[]): Promise<void> {
  const { users, connection, stores } = services;
  const [first] = await users.list();
  if (!first) throw new StartError('There is no user yet to own the fixtures: run "user add" first.');
  const user = toUser(first);
  let isLacking = Object.keys(await lackingIndexes(connection.db(), stores.indexes)).length > 0;
  const completeIndexes = async () => {
    if (!isLacking) return;
    say('Building the indexes. If you interrupt this, the next "seed" or the next start of the service completes it.');
    await connection.unlimited((db) => ensureIndexes(db, stores.indexes));
    isLacking = false;
  };
  const opened = await (files.length === 0 ? ownFixtures(services, user) : openSeedFiles(files, services, user));
  let created = 0;
  await beforeExit(
    () => say('Interrupted: the stored records stay. Run the same command again to continue.'),
    async () => {
      for (const { file, unit, store } of opened) {
        const name = `Seeding ${path.basename(file)}`.trimEnd();
        created += await withBar(name, (show) => store(show, createSeeding(completeIndexes)), unit);
      }
      await completeIndexes();
    },
  );
  print(`${created} records created.`);
}

/** Returns the fixtures that come with the program, as a file without a name. */
async function ownFixtures(services: Services, user: User): Promise<readonly SeedFile[]> {
  const { buildFixtures } = await import('../../../fixtures/fixtures.js');
  const fixtures = buildFixtures(services.clock.now());
  return [{ file: '', unit: 'records', store: (progress, seeding) => seed(fixtures, services, user, progress, seeding) }];
}
