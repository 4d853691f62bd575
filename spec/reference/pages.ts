import { Command } from 'commander';
import { CODES } from '../../lib/errors/errors';
import { LANGUAGES, type Language, type Text } from '../../lib/language';
import { addCommands } from '../../lib/program/commands/commands';
import { describeArgs } from '../../lib/program/commands/routes';
import { readSettings } from '../../lib/program/settings/settings';
import { docstringOf, exportsOf } from '../package/exports';
import type { Running } from '../support/service';
import { code, fileOf, pageOf, table } from './markdown';

export const FOLDER = 'docs/reference';

/** A width that no line of the help exceeds, so that descriptions stay on one line. */
const ONE_LINE = 10_000;

const program = (width: number): Command => addCommands(new Command('calendar-events').configureOutput({ getOutHelpWidth: () => width }));

const helpOf = (command: Command): string => {
  const pieces: string[] = [];
  command.configureOutput({ writeOut: (piece) => void pieces.push(piece) }).outputHelp();
  return pieces.join('');
};

/** The valid values of a setting, taken from the error for an invalid one. */
const valuesOf = (setting: string): string => {
  try {
    readSettings({ [setting]: '\0' });
  } catch (error) {
    return /^\S+ must (?:be |have )?(.*?); /.exec(String((error as Error).message))?.[1] ?? '';
  }
  return '';
};

/** The page with the settings in the help of the program. */
const settingsPage = (): string => {
  const lines = [...helpOf(program(ONE_LINE)).matchAll(/^ {2}([A-Z_]+) +(.*?)(?: \(([^()]*)\))?$/gm)];
  const rows = lines.map(([, name = '', what = '', given = '']) => [
    code(name),
    given.includes(' ') ? given : code(given),
    what,
    valuesOf(name),
  ]);
  const parts = [
    'A setting is an environment variable. [Settings in use](../operate/settings.md) says where to set them and which ones most sites need.',
    table(['Setting', 'Default', 'Meaning', 'Values'], rows),
  ];
  return pageOf('settings', 'en', parts);
};

const withSubcommands = (command: Command): Command[] => [command, ...command.commands.flatMap(withSubcommands)];

const nameOf = (command: Command): string => `${command.parent ? `${nameOf(command.parent)} ` : ''}${command.name()}`;

/** The page with the help of each command. Settings have a page of their own. */
const commandsPage = (): string => {
  const commands = withSubcommands(program(80)).slice(1);
  const parts = commands.map((command) => {
    const name = nameOf(command);
    const help = helpOf(command).replace(/(Settings come from the environment:\n)[\s\S]*/, '$1  …\n');
    return `## ${name.replace('calendar-events ', '')}\n\n\`\`\`sh\nnpx ${name} --help\n\`\`\`\n\n\`\`\`text\n${help.trimEnd()}\n\`\`\``;
  });
  return pageOf('commands', 'en', [
    'Each command prints its own help. Commands read the same [settings](settings.md) as the service.',
    ...parts,
  ]);
};

const ERRORS: Readonly<Record<'intro' | 'code' | 'status' | 'title' | 'remedy', Text>> = {
  intro: {
    en: 'Each error has one of these codes. `{kind}` stands for the name of a content type, e.g. `venue-not-accessible`. A plugin may add its own codes. The service has a page for each code, e.g. `/en/errors/rest_no_route`.',
    fr: 'Chaque erreur a l’un de ces codes. `{kind}` remplace le nom d’un type de contenu, par exemple `venue-not-accessible`. Une extension peut ajouter ses propres codes. Le service a une page pour chaque code, par exemple `/fr/errors/rest_no_route`.',
  },
  code: { en: 'Code', fr: 'Code' },
  status: { en: 'Status', fr: 'Statut' },
  title: { en: 'Title', fr: 'Titre' },
  remedy: { en: '**What to do:**', fr: '**Que faire :**' },
};

const errorsPage = (language: Language): string => {
  const codes = Object.entries(CODES).sort(([one], [other]) => (one < other ? -1 : 1));
  const anchorOf = (one: string): string => one.replaceAll(/[{}]/g, '');
  const heads = [ERRORS.code, ERRORS.status, ERRORS.title].map(({ [language]: head }) => head);
  const rows = codes.map(([one, { status, title }]) => [`[\`${one}\`](#${anchorOf(one)})`, status.join(', '), title[language]]);
  const explained = codes.map(
    ([one, { meaning, remedy }]) => `## ${one}\n\n${meaning[language]}\n\n${ERRORS.remedy[language]} ${remedy[language]}`,
  );
  return pageOf('errors', language, [ERRORS.intro[language], table(heads, rows), ...explained]);
};

const LISTS: Readonly<Record<'intro' | 'computed' | 'same' | 'without' | 'name' | 'type' | 'default' | 'meaning', Text>> = {
  intro: {
    en: 'These are the query parameters of the lists of the calendar. [Finding events](../use/finding-events.md) shows them in use. Plugins add their own: `npx calendar-events routes --args /events` prints those of your service. Each route also accepts `_fields`, `_envelope`, `_jsonp` and `_pretty`.',
    fr: 'Voici les paramètres de requête des listes du calendrier. Les extensions ajoutent les leurs : `npx calendar-events routes --args /events --language fr` affiche ceux de votre service. Chaque route accepte aussi `_fields`, `_envelope`, `_jsonp` et `_pretty`.',
  },
  computed: { en: 'by the date', fr: 'selon la date' },
  same: { en: 'As for', fr: 'Comme pour' },
  without: { en: 'except', fr: 'sauf' },
  name: { en: 'Parameter', fr: 'Paramètre' },
  type: { en: 'Type', fr: 'Type' },
  default: { en: 'Default', fr: 'Valeur par défaut' },
  meaning: { en: 'Meaning', fr: 'Signification' },
};

/** The lists of the calendar: GET routes without variables, except for the index and the document. */
const listsOf = ({ service: { registry } }: Running) =>
  registry.routes.flatMap((route) => {
    const endpoint = route.endpoints.find(({ methods }) => methods.includes('GET'));
    return endpoint === undefined || route.variables.length > 0 || /^(?:|\/|\/doc)$/.test(route.path) ? [] : [{ route, endpoint }];
  });

const listsPage = (running: Running, language: Language): string => {
  const heads = [LISTS.name, LISTS.type, LISTS.default, LISTS.meaning].map(({ [language]: head }) => head);
  const [first, ...others] = listsOf(running).map(({ route, endpoint }) => ({
    path: route.path,
    rows: describeArgs(route, endpoint, language).map(({ name, type, default: given, computed, description }) => [
      code(name),
      type,
      computed ? LISTS.computed[language] : code(given === undefined ? '' : JSON.stringify(given)),
      description,
    ]),
  }));
  const shared = new Set(first?.rows.map((row) => row.join('\n')));
  const parts = others.map(({ path, rows }) => {
    const same = rows.filter((row) => shared.has(row.join('\n'))).map(([name]) => name);
    const own = rows.filter((row) => !shared.has(row.join('\n')));
    const lacking = first?.rows.map(([name]) => name).filter((name) => !rows.some(([one]) => one === name)) ?? [];
    const as = `${LISTS.same[language]} \`${first?.path}\``;
    const isShorter = lacking.length < same.length;
    const sentence = isShorter ? `${as}, ${LISTS.without[language]} ${lacking.join(', ')}.` : `${as}: ${same.join(', ')}.`;
    return [`## ${path}`, ...(same.length > 0 ? [sentence] : []), ...(own.length > 0 ? [table(heads, own)] : [])].join('\n\n');
  });
  return pageOf('list-parameters', language, [LISTS.intro[language], `## ${first?.path}\n\n${table(heads, first?.rows ?? [])}`, ...parts]);
};

/** The page with the metrics of the service and their labels. Metrics of the process are left out. */
const metricsPage = async ({ ask }: Running): Promise<string> => {
  await ask('GET', '//en/nowhere');
  const { text } = await ask('GET', '//metrics');
  const rows = [...text.matchAll(/^# HELP ((?:http|database|cache)_\w+) (.*)\n# TYPE \S+ (\w+)\n(.*)/gm)].map(
    ([, name = '', help = '', type = '', sample = '']) => {
      const labels = [...sample.matchAll(/(\w+)="/g)].map(([, label = '']) => label).filter((label) => label !== 'le');
      return [code(name), type, labels.map(code).join(', '), help];
    },
  );
  rows.sort(([one = ''], [other = '']) => (one < other ? -1 : 1));
  const parts = [
    '`/metrics` answers in the text format of Prometheus. Durations are in seconds. [Metrics and logs](../operate/metrics-and-logs.md) says which ones to watch.',
    table(['Metric', 'Type', 'Labels', 'Meaning'], rows),
    'The metrics `process_*` and `nodejs_*` describe the process: memory, processor time, open files, the event loop and garbage collection.',
  ];
  return pageOf('metrics', 'en', parts);
};

const ENTRIES = { 'calendar-events': 'lib/index.ts', 'calendar-events/registry': 'lib/registry-on-koa.ts' } as const;

const sentenceOf = (docstring: string): string => {
  const [text = ''] = docstring.replaceAll(/^\/\*\*|\*\/$|^ *\* ?/gm, '').split(/\n *@|\n\n/);
  return /^(?:e\.g\.|i\.e\.|[^.;]|[.;](?!\s|$))*/.exec(text.trim().replaceAll(/\s+/g, ' '))?.[0] ?? '';
};

const namesPage = (): string => {
  const parts = Object.entries(ENTRIES).map(([entry, source]) => {
    const exported = exportsOf(source).sort((one, other) => (one.name < other.name ? -1 : 1));
    const rows = exported.map((one) => [code(one.name), one.isType ? 'type' : 'value', sentenceOf(docstringOf(one))]);
    return `## ${entry}\n\n${table(['Name', 'Value or type', 'Meaning'], rows)}`;
  });
  const intro =
    'Programs and plugins import these names and no others. Each has an example in its declaration, which editors show. [The first plugin](../extend/first-plugin.md) uses most of them.';
  return pageOf('public-names', 'en', [intro, ...parts]);
};

export const createPages = async (running: Running): Promise<ReadonlyMap<string, string>> =>
  new Map([
    ['settings.md', settingsPage()],
    ['commands.md', commandsPage()],
    ...LANGUAGES.map((language) => [fileOf('errors', language), errorsPage(language)] as const),
    ...LANGUAGES.map((language) => [fileOf('list-parameters', language), listsPage(running, language)] as const),
    ['metrics.md', await metricsPage(running)],
    ['public-names.md', namesPage()],
  ]);
