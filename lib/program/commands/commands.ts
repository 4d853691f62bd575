import { type Command, Option } from 'commander';
import { LANGUAGES } from '../../language';
import { startServer } from '../service/database-server';
import { readSettings, settingsHelp } from '../settings/settings';
import { addAccount, changeRole, GIVEN_ROLES, readRole, removeAccount, renewPassword } from './accounts';
import { withAccounts, withConnection, withExistingAccounts, withLateIndexes, withUnprepared } from './command-resources';
import { print } from './output';
import type { RoutesOptions } from './routes';

const printJson = (value: unknown): void => print(JSON.stringify(value));

const printCounts = (done: string, file: string, { counts }: { readonly counts: Readonly<Record<string, number>> }): void => {
  const all = Object.entries(counts).filter(([, count]) => count > 0);
  const total = all.reduce((sum, [, count]) => sum + count, 0);
  print(`${total} documents ${done} (${file}): ${all.map(([name, count]) => `${count} ${name}`).join(', ')}.`);
};

const CHECKED = `
Prints one line for each fault. The exit code is 1 if faults are left, else 0. Compares:
  counts        the number of public records that name a term, a venue or an organizer
  links         IDs of missing records or of another content type, links of the wrong form, parents in a circle
  slugs         duplicate and missing slugs
  translations  members that are missing, have another language or group, or do not name each other; two members in one language
  marks         published records that are marked to wait for another, public terms that are marked as hidden
  counters      counters below the highest ID
Set PLUGINS as for the service: content types and fields of other plugins are not checked.`;

const LINKED = `
FILE has one pair of records on each line, as JSON, by ID or by slug. Blank lines are skipped:
  {"kind":"events","records":[12,87]}
  {"kind":"venues","records":[{"language":"en","slug":"town-hall"},{"language":"fr","slug":"mairie"}]}
"kind" is the plural of a content type of the calendar or of a plugin in PLUGINS. The second record becomes a translation of the first.
It takes the shared fields from the first, and its other fields stay as they are. The first administrator counts as the user.
Pairs that are already translations of each other stay as they are, so you can run the same file again.
Prints one line with the reason for each refused pair, and continues. The exit code is 1 if a pair was refused. Make a backup first.`;

export function addCommands(program: Command): Command {
  program.addHelpText('after', settingsHelp);
  addServeCommand(program);
  addUserCommands(program.command('user').description('manage the users and their application passwords'));
  addSeedCommand(program);
  addBackupCommands(program);
  addCheckCommand(program);
  addTranslateCommand(program);
  addRoutesCommand(program);
  return program;
}

function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('listen for requests until stopped')
    .addHelpText('after', settingsHelp)
    .action(async () => {
      const settings = readSettings(process.env);
      // The embedded database starts in its thread while the rest of the program is loaded.
      const server = startServer(settings);
      const { serve } = await import('./serve.js');
      await serve(settings, server);
    });
}

function addUserCommands(user: Command): void {
  user
    .command('add')
    .argument('<login>', 'the name to log in with')
    .requiredOption('--role <role>', GIVEN_ROLES.join(', '))
    .description('create a user and print the new application password as JSON')
    .action(async (login: string, { role }: { role: string }) => {
      const checked = readRole(role);
      printJson(await withAccounts(({ users }) => addAccount(users, login, checked)));
    });
  user
    .command('list')
    .description('print all users as JSON, one per line')
    .action(() =>
      withExistingAccounts(async ({ users }) => {
        for (const { _id, login, role } of await users.list()) printJson({ id: _id, login, role });
      }),
    );
  user
    .command('role')
    .argument('<login>')
    .argument('<role>')
    .description('change the role of a user, except the last administrator')
    .action(async (login: string, role: string) => {
      const checked = readRole(role);
      await withExistingAccounts((accounts) => changeRole(accounts, login, checked));
    });
  user
    .command('password')
    .argument('<login>')
    .description('replace the application password and print the new one as JSON')
    .action(async (login: string) => printJson(await withExistingAccounts(({ users }) => renewPassword(users, login))));
  user
    .command('remove')
    .argument('<login>')
    .description('remove a user, except the last administrator; the records of the user stay')
    .action(async (login: string) => {
      await withExistingAccounts((accounts) => removeAccount(accounts, login));
    });
}

function addSeedCommand(program: Command): void {
  program
    .command('seed')
    .argument('[files...]', 'JSON files of fixtures, or .ndjson files with one record per line; without files, the example events')
    .description('load fixtures; existing records stay as they are')
    .action((files: string[]) =>
      withLateIndexes(async ({ services }) => {
        const { seedFiles } = await import('./seed.js');
        await seedFiles(services, files);
      }),
    );
}

function addBackupCommands(program: Command): void {
  program
    .command('backup')
    .argument('<file>', 'a new file: JSON, one document per line, compressed with gzip; only its owner can read it')
    .description('write a snapshot of the whole database to a file; the service may be running')
    .action((file: string) =>
      withExistingAccounts(async ({ connection }) => {
        const { backUp } = await import('./backup.js');
        printCounts('backed up', file, await backUp(connection, file, new Date()));
      }),
    );
  program
    .command('restore')
    .argument('<file>', 'a file that "backup" wrote')
    .description('restore a backup into an empty database, completely or not at all')
    .action(async (file: string) => {
      const { checkFile, restore } = await import('./backup.js');
      const end = await checkFile(file);
      await withConnection(({ connection }) => restore(connection, file, end));
      printCounts('restored', file, end);
    });
}

function addCheckCommand(program: Command): void {
  program
    .command('check')
    .option('--mend', 'mend the faults; without this option nothing is written')
    .description('check counts, links, slugs and translations against the records; the service may be running')
    .addHelpText('after', CHECKED)
    .action(({ mend = false }: { mend?: boolean }) =>
      withUnprepared(async (service) => {
        const { check } = await import('./check.js');
        if (!(await check(service.services, { mend }))) process.exitCode = 1;
      }),
    );
}

function addTranslateCommand(program: Command): void {
  program
    .command('translate')
    .requiredOption('--link <file>', 'a file with one pair per line; - is standard input')
    .description('join records as translations of each other; the service may be running')
    .addHelpText('after', LINKED)
    .action(({ link }: { link: string }) =>
      withUnprepared(async ({ services }) => {
        const { linkTranslations } = await import('./translate.js');
        if (!(await linkTranslations(services, link))) process.exitCode = 1;
      }),
    );
}

function addRoutesCommand(program: Command): void {
  program
    .command('routes')
    .description('print the registered routes: methods, path, permission and plugin')
    .option('--json', 'print the routes as JSON, with the names of their args')
    .addOption(
      new Option('--openapi [namespace]', 'print the OpenAPI document of a namespace (that of the calendar)').conflicts(['json', 'args']),
    )
    .option('--args <path>', 'print the args of one route, e.g. /events/{id}')
    .addOption(new Option('--language <language>', 'the language of descriptions (DEFAULT_LANGUAGE)').choices([...LANGUAGES]))
    .action(async (options: RoutesOptions) => {
      const { printRoutes } = await import('./routes.js');
      await printRoutes(options);
    });
}
