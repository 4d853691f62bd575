import { repository } from '../repository';

const { name, version, scripts, devDependencies } = JSON.parse(repository.read('package.json')) as {
  name: string;
  version: string;
  scripts: Readonly<Record<string, string>>;
  devDependencies: Readonly<Record<string, string>>;
};

const ASSIGNED = String.raw`(?:[A-Z_]+=(?:'[^']*'|"[^"]*"|\S*)\s+(?:\\\n\s*)?)*`;
/** Commands of administrators that prepare a machine. */
const ADMINISTRATION =
  /^(?:sudo (?:-u \S+ )?)?(?:apt-get|apt|adduser|useradd|install|mkdir|cp|mv|rm|ln|chown|chmod|tee|cd|git clone|tar|rsync|scp|ssh|crontab|certbot|nginx|journalctl|systemctl|docker|mongod|mongosh|mongodump|mongorestore|kill|calendar-events|curl -fsSL https:)\b/;

const hasFile = (file: string): boolean => repository.files().includes(file);
const isNamed = (unit: string): boolean =>
  ['mongod', 'nginx', 'daemon-reload', 'postfix'].includes(unit) ||
  repository
    .files()
    .some((file) => file.endsWith('.md') && repository.read(file).includes(`/${unit}${/\.\w+$/.test(unit) ? '' : '.service'}`));

/** Commands that are not run, since they change the machine or never end. The first match checks the names in the command. */
const PREPARING: readonly (readonly [RegExp, (word: string) => boolean])[] = [
  [/^npm init -y$/, () => true],
  [/^npm install (?:\S*\/)?(\S+)\.tgz$/, (archive) => archive === `${name}-${version}`],
  [/^npm install --save-dev (.+)$/, (names) => names.split(' ').every((one) => Object.hasOwn(devDependencies, one))],
  [/^npm install (\S+)$/, (packed) => packed === name || Object.hasOwn(devDependencies, packed)],
  [/^(?:sudo )?npm (?:ci|pack|install)(?: --[\w-]+(?:[= ][\w./]+)?)*$/, () => true],
  [/^(?:npm ci && )?npm (start|test)\b/, (script) => Object.hasOwn(scripts, script)],
  [new RegExp(`^(?:sudo )?${ASSIGNED}npm run ([\\w:]+)`), (script) => Object.hasOwn(scripts, script)],
  [new RegExp(`^${ASSIGNED}(\\.ci/[\\w/]+)`), hasFile],
  [new RegExp(`^${ASSIGNED}npx mocha --no-parallel dist/(\\S+)\\.js`), (spec) => hasFile(`${spec}.ts`)],
  [new RegExp(`^${ASSIGNED}node (?:--expose-gc |--env-file=\\S+ )?dist/((?:lib|spec)/\\S+)\\.js`), (program) => hasFile(`${program}.ts`)],
  [
    /^docker compose (?:logs|exec|cp|restart|stop) (?:-\S+ |--\S+ )*(\w+)/,
    (service) => repository.read('compose.yaml').includes(`\n  ${service}:\n`),
  ],
  [/^(?:sudo )?systemctl (?:[a-z-]+ )(?:--now )?([\w.@-]+)$/, isNamed],
  [/^(?:sudo )?journalctl .*(?:-u|--unit) ([\w.@-]+)/, isNamed],
  [ADMINISTRATION, () => true],
];

const preparing = (command: string) => PREPARING.find(([form]) => form.test(command));

/** True for a command that prepares a machine and only names things that exist. */
export const prepares = (command: string): boolean => {
  const [form, holds] = preparing(command) ?? [];
  return holds?.(form?.exec(command)?.[1] ?? '') ?? false;
};

const RUN = new RegExp(`^${ASSIGNED}(?:$|\\w+=|curl |npx |node |npm start$|printf |echo |cat |grep |ls )`);

export const isRun = (command: string): boolean => preparing(command) === undefined && RUN.test(`${command} `.replace(/ $/, ''));

/** The local address of the service in the pages, and the public address behind a proxy. */
const LOCAL = /http:\/\/(?:127\.0\.0\.1|localhost):3000\b/g;
const PUBLIC = /https:\/\/calendar\.example\.org\b/g;

/** Replaces the address in a text by the address of the running service. */
export const withAddress = (text: string, address: string): string => text.replace(LOCAL, address);

/**
 * Adapts a command to the service at `address`. `serve` prints the routes instead of listening, which also checks settings and plugins.
 * Values that readers type by hand are filled in.
 */
export function runnable(command: string, address: string): string {
  if (/^(?:PASSWORD|API)=/.test(command)) return ':';
  const ending = command
    .replace(/\bMONGODB_URI=(?:'[^']*'|\S+)\s/, '')
    .replace(/ node --watch(?:-path=\S+)* /, ' node ')
    .replace(/\bnpm start$/, 'npx calendar-events routes')
    .replace(/ serve(?: &)?$/, ' routes');
  const local = withAddress(ending, address);
  return /^curl /.test(local) ? local.replace(PUBLIC, address) : local;
}

/** The command of this program in a shell command, with its options: `['user add', '--role']`. */
export function invocationIn(command: string): readonly [string, readonly string[]] | undefined {
  const [, first, second = '', rest = ''] = /(?:calendar-events|bin\.js) ([a-z]+)(?: ([a-z]+))?([^|]*)/.exec(command) ?? [];
  if (first === undefined) return undefined;
  return [first === 'user' ? `user ${second}` : first, rest.match(/--[a-z-]+/g) ?? []];
}
