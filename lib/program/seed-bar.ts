import { Presets, SingleBar } from 'cli-progress';
import type { Fixtures } from '../../fixtures/fixture';
import type { User } from '../access/user';
import type { Services } from '../kinds/services';
import { seed } from './seed';

/** Seeds with a progress bar on standard error where that is a terminal; answers how many records were made. */
export async function seedWithBar(fixtures: Fixtures, services: Services, user: User): Promise<number> {
  if (!process.stderr.isTTY) return seed(fixtures, services, user);
  const bar = new SingleBar({ format: 'Seeding [{bar}] {value}/{total} records', stream: process.stderr }, Presets.legacy);
  bar.start(1, 0);
  try {
    return await seed(fixtures, services, user, (done, total) => {
      bar.setTotal(total);
      bar.update(done);
    });
  } finally {
    bar.stop();
  }
}
