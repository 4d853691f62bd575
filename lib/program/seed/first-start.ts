import type { Services } from '../../content';
import { toUser } from '../authentication';
import { type Account, addAccount } from '../commands/accounts';
import { StartError } from '../service/start-error';
import type { Settings } from '../settings/settings';
import { seed } from './seed';

const ADMINISTRATOR = 'admin';

/** Marks a database whose fixtures are not all stored. The next start finishes an interrupted one. */
const SEEDING = { _id: 'seeding' };

/** Creates the first administrator if there is no user. It answers the account, with its password, only to the process that created it. */
export async function createAdministrator({ users }: Services): Promise<Account | undefined> {
  if ((await users.list()).length > 0) return undefined;
  return addAccount(users, ADMINISTRATOR, 'administrator').catch(ignoreExisting);
}

/** Loads the fixtures into a database without records if `SEED` says so. The first user owns them. `onLoading` is called before loading. */
export async function seedEmpty(services: Services, { SEED }: Pick<Settings, 'SEED'>, onLoading: () => void): Promise<void> {
  const [first] = await services.users.list();
  if (SEED !== 'auto' || !first) return;
  const counters = services.connection.collection<{ _id: string }>('counters');
  if (!(await counters.findOne(SEEDING)) && !(await isEmpty(services))) return;
  onLoading();
  await counters.updateOne(SEEDING, { $set: SEEDING }, { upsert: true });
  const { buildFixtures } = await import('../../../fixtures/fixtures.js');
  await seed(buildFixtures(services.clock.now()), services, toUser(first));
  await counters.deleteOne(SEEDING);
}

async function isEmpty({ connection, kinds }: Services): Promise<boolean> {
  for (const collection of [...kinds.plurals, 'media']) {
    if (await connection.collection(collection).findOne({}, { projection: { _id: 1 }, sort: { _id: 1 } })) return false;
  }
  return true;
}

/** Ignores the error of a login that another process has added meanwhile. */
const ignoreExisting = (error: unknown): undefined => {
  if (!(error instanceof StartError)) throw error;
  return undefined;
};
