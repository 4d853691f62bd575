import { type Command, Option } from 'commander';
import { LANGUAGES, type Language } from '../../language';
import type { Foundation } from '../foundation';
import { StartError } from '../service/start-error';
import { readSettings, type Settings } from '../settings/settings';

interface RoutesOptions {
  readonly json?: true;
  readonly openapi?: true | string;
  readonly args?: string;
  readonly language?: Language;
}

const print = (text: string): void => {
  process.stdout.write(text);
};

/** A list as JSON, one object a line. */
const toJson = (rows: readonly unknown[]): string => `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`;

/** Adds the command that prints all registered routes, plugins included. It needs no database. */
export function addRoutesCommand(program: Command): void {
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
      const settings = readSettings(process.env);
      const service = await createUnconnected(settings);
      try {
        print(await report(service, settings, options));
      } finally {
        await service.close();
      }
    });
}

/** A service whose database is never opened. The routes are known without it. */
async function createUnconnected(settings: Settings): Promise<Foundation> {
  const { unopenedDatabase } = await import('../service/database.js');
  const { layFoundation } = await import('../foundation.js');
  return layFoundation({ settings, database: unopenedDatabase() });
}

async function report(
  { registry, services }: Foundation,
  settings: Settings,
  { json, openapi, args: path, language = settings.DEFAULT_LANGUAGE }: RoutesOptions,
): Promise<string> {
  if (!settings.LANGUAGES.includes(language))
    throw new StartError(`--language must be one of LANGUAGES (${settings.LANGUAGES.join(', ')}); it is ${JSON.stringify(language)}.`);
  const { describeArgs } = await import('./arg-list.js');
  const { findRoutes, listRoutes } = await import('./route-list.js');
  if (openapi) {
    const { toDocumentation } = await import('../../site/index.js');
    const namespace = openapi === true ? services.namespace : openapi;
    if (!registry.namespaces.includes(namespace)) {
      throw new StartError(`No namespace ${namespace} is registered: name one of ${registry.namespaces.join(', ')}.`);
    }
    const baseUrl = `${addressOf(settings)}/${language}`;
    const documented = { services, namespace, language, baseUrl };
    return `${JSON.stringify(toDocumentation(registry, documented), undefined, 2)}\n`;
  }
  if (path === undefined) {
    const lines = listRoutes(registry);
    if (json) return toJson(lines);
    return toTextTable([
      ['METHODS', 'PATH', 'PERMISSION', 'PLUGIN'],
      ...lines.map((line) => [line.methods.join(', '), `/${line.namespace}${line.path}`, line.permission, line.plugin]),
    ]);
  }
  const found = findRoutes(registry, path).flatMap((route) => {
    const lines = listRoutes({ routes: [route] });
    return route.endpoints.flatMap((endpoint, index) => ({ ...lines[index], args: describeArgs(route, endpoint, language) }));
  });
  if (json) return toJson(found);
  return found
    .map(({ methods = [], namespace, path: declared, args }) => {
      const table = toTextTable([
        ['NAME', 'FROM', 'TYPE', 'REQUIRED', 'DEFAULT', 'DESCRIPTION'],
        ...args.map((arg) => [
          arg.name,
          arg.from.join(', '),
          arg.type,
          arg.required ? 'yes' : 'no',
          arg.computed ? '(computed)' : 'default' in arg ? JSON.stringify(arg.default) : '',
          arg.description,
        ]),
      ]);
      return `${methods.join(', ')} /${namespace}${declared}\n${table}`;
    })
    .join('\n');
}

const addressOf = ({ PUBLIC_URL, HOST, PORT }: Settings): string =>
  PUBLIC_URL ?? `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}`;

/** Formats rows as a table, one row a line. Each column is as wide as its widest cell. */
export function toTextTable(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, cell.length);
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, index) => cell.padEnd(widths[index] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}
