import { type Command, Option } from 'commander';
import { LANGUAGES } from '../../language';
import { startServer } from '../service/database-server';
import { readSettings, settingsHelp } from '../settings/settings';
import { addAccount, changeRole, GIVEN_ROLES, readRole, removeAccount, renewPassword } from './accounts';
import { withAccounts, withConnection, withLateIndexes, withUnprepared } from './command-resources';
import { print } from './output';
import type { RoutesOptions } from './routes';

const printJson = (value: unknown): void => print(JSON.stringify(value));

const printCounts = (done: string, file: string, { counts }: { readonly counts: Readonly<Record<string, number>> }): void => {
  const all = Object.entries(counts).filter(([, count]) => count > 0);
  const total = all.reduce((sum, [, count]) => sum + count, 0);
  print(`${total} documents ${done} (${file}): ${all.map(([name, count]) => `${count} ${name}`).join(', ')}.`);
};

const CHECKED = `
Prints a line for each fault. Ends with 1 if a fault is left, and with 0 if none was found or all were mended. Compares:
  counts        the number of public records that name a term, a venue or an organizer
  links         IDs of records that are gone or of another content type, links of another shape than declared, parents in a circle
  slugs         doubled and missing slugs, notes of taken numbers that are not taken
  translations  members that are gone, of another language or group, or that do not name each other; two of one language
  words         words of texts that the search index lacks
  counters      counters below the highest ID; records whose layout is older than noted
Name in PLUGINS what the service loads: content types and fields of other plugins are not checked.`;

const LINKED = `
FILE has one pair of records a line, as JSON, by their IDs or by their slugs. Blank lines are skipped:
  {"kind":"events","records":[12,87]}
  {"kind":"venues","records":[{"language":"en","slug":"town-hall"},{"language":"fr","slug":"mairie"}]}
"kind" is the plural of any content type: of the calendar, or of a plugin in PLUGINS. The second record becomes a translation of the first.
It takes from the first what all translations share, in the name of the first administrator; nothing else of it changes.
Pairs that are translations of one another already stay as they are, so the same file may be run again.
Prints a line for each pair that is refused, with the reason, and goes on with the next. Ends with 1 if any was refused. Make a backup first.`;

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
    .description('print every user as JSON, one a line')
    .action(() =>
      withAccounts(async ({ users }) => {
        for (const { _id, login, role } of await users.list()) printJson({ id: _id, login, role });
      }),
    );
  user
    .command('role')
    .argument('<login>')
    .argument('<role>')
    .description('give a user another role; the last administrator stays one')
    .action(async (login: string, role: string) => {
      const checked = readRole(role);
      await withAccounts((accounts) => changeRole(accounts, login, checked));
    });
  user
    .command('password')
    .argument('<login>')
    .description('replace the application password and print the new one as JSON')
    .action(async (login: string) => printJson(await withAccounts(({ users }) => renewPassword(users, login))));
  user
    .command('remove')
    .argument('<login>')
    .description('remove a user, unless it is the last administrator; the records stay')
    .action(async (login: string) => {
      await withAccounts((accounts) => removeAccount(accounts, login));
    });
}

function addSeedCommand(program: Command): void {
  program
    .command('seed')
    .argument('[files...]', 'JSON files of fixtures, or .ndjson, a record a line; without any, those that come with the program')
    .description('load fixtures; records that are there already stay as they are')
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
    .argument('<file>', 'a new file: JSON, a document a line, compressed with gzip; only its owner can read it')
    .description('write the whole database, as it is at one moment, into a file; the service may run')
    .action((file: string) =>
      withAccounts(async ({ connection }) => {
        const { backUp } = await import('./backup.js');
        printCounts('backed up', file, await backUp(connection, file, new Date()));
      }),
    );
  program
    .command('restore')
    .argument('<file>', 'a file that "backup" made')
    .description('store a backup in an empty database, all of it or nothing')
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
    .option('--mend', 'mend the faults; without it, nothing is written')
    .description('compare counts, links, slugs and translations with the records; the service may run')
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
    .requiredOption('--link <file>', 'a file of pairs, one a line; - is standard input')
    .description('join records as translations of one another; the service may run')
    .addHelpText('after', LINKED)
    .action(async ({ link }: { link: string }) => {
      const { assertPairsFile, linkTranslations } = await import('./translate.js');
      await assertPairsFile(link);
      await withUnprepared(async ({ services }) => {
        if (!(await linkTranslations(services, link))) process.exitCode = 1;
      });
    });
}

function addRoutesCommand(program: Command): void {
  program
    .command('routes')
    .description('print the registered routes: methods, path, who may use them, and the plugin that they come from')
    .option('--json', 'print them as JSON, with the names of their args')
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
