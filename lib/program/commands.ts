import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { addAccount, readRole, renewPassword, unknownUser } from './accounts';
import { toUser } from './authentication';
import { seedWithBar } from './seed-bar';
import { createService, type Service } from './service';
import { readSettings } from './settings';
import { StartError } from './start-error';

const print = (value: unknown): void => {
  process.stdout.write(`${JSON.stringify(value)}\n`);
};

const SETTINGS = `
Settings come from the environment: PORT, HOST, MONGODB_URI, MONGODB_DB, DATA_DIR, PUBLIC_URL, SITE_URL, SITE_TIMEZONE,
CURRENCY_SYMBOL, CURRENCY_POSITION, MAX_PER_PAGE, SEED, RATE_LIMIT, PLUGINS, CORS_ORIGINS, LOG_LEVEL, SHUTDOWN_SECONDS,
TRUST_PROXY, METRICS. README says what each means.`;

/** Works on the database that the settings name, beside a running server too, and closes it. */
async function withService<T>(work: (service: Service) => Promise<T>): Promise<T> {
  const service = await createService({ settings: readSettings(process.env) });
  try {
    await service.open();
    return await work(service);
  } finally {
    await service.close();
  }
}

/** Adds the commands of the program (DESIGN 4). */
export function addCommands(program: Command): Command {
  program.addHelpText('after', SETTINGS);
  program
    .command('serve', { isDefault: true })
    .description('listen for requests until stopped')
    .action(async () => {
      const { serve } = await import('./serve.js');
      await serve(readSettings(process.env));
    });

  const user = program.command('user').description('manage the users and their application passwords');
  user
    .command('add')
    .argument('<login>', 'the name to log in with')
    .requiredOption('--role <role>', 'administrator, editor, author, contributor or subscriber')
    .description('create a user and print the new application password as JSON')
    .action(async (login: string, { role }: { role: string }) => {
      const checked = readRole(role);
      print(await withService(({ services }) => addAccount(services.users, login, checked)));
    });
  user
    .command('list')
    .description('print every user as JSON, one a line')
    .action(() =>
      withService(async ({ services }) => {
        for (const { _id, login, role } of await services.users.list()) print({ id: _id, login, role });
      }),
    );
  user
    .command('role')
    .argument('<login>')
    .argument('<role>')
    .description('give a user another role')
    .action(async (login: string, role: string) => {
      const checked = readRole(role);
      await withService(async ({ services }) => {
        if (!(await services.users.change(login, { role: checked }))) throw unknownUser(login);
      });
    });
  user
    .command('password')
    .argument('<login>')
    .description('replace the application password and print the new one as JSON')
    .action(async (login: string) => print(await withService(({ services }) => renewPassword(services.users, login))));
  user
    .command('remove')
    .argument('<login>')
    .description('remove a user; the records stay')
    .action(async (login: string) => {
      const removed = await withService(({ services }) => services.users.remove(login));
      if (!removed) throw unknownUser(login);
    });

  program
    .command('seed')
    .argument('[files...]', 'JSON files of fixtures; without any, those that come with the program')
    .description('load fixtures; what is there already stays as it is')
    .action((files: string[]) =>
      withService(async ({ services }) => {
        const { buildFixtures, readFixtures } = await import('../../fixtures/fixtures.js');
        const [first] = await services.users.list();
        if (!first) throw new StartError('There is no user yet who could own the fixtures: run "user add" first.');
        const fixtures = files.length === 0 ? [buildFixtures(services.clock.now())] : files.map((file) => readFixtures(readText(file), file));
        let made = 0;
        for (const one of fixtures) made += await seedWithBar(one, services, toUser(first));
        process.stdout.write(`${made} records created.\n`);
      }),
    );

  program
    .command('routes')
    .description('print the registered routes')
    .action(async () => {
      const service = await createService({ settings: readSettings(process.env) });
      try {
        for (const { namespace, path, endpoints } of service.registry.routes) {
          for (const { methods } of endpoints) process.stdout.write(`${methods.join(', ').padEnd(18)} /${namespace}${path}\n`);
        }
      } finally {
        await service.close();
      }
    });
  return program;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new StartError(`The file ${file} cannot be read (${(error as NodeJS.ErrnoException).code}): check its name and rights.`);
  }
}
