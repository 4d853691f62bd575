import { execFileSync } from 'node:child_process';
import { Script } from 'node:vm';
import { load } from 'js-yaml';
import { readSettings } from '../../lib/program/settings/settings';
import type { Block } from './papers/blocks';
import { repository } from './repository';

/** The faults of a block, one sentence each. */
type Faults = readonly string[];

const because = (action: () => void): Faults => {
  try {
    action();
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
};

const fault = (holds: boolean, sentence: string): Faults => (holds ? [] : [sentence]);
const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^[#;]/.test(line));

/** Variables of Node.js and systemd, which are not settings. */
const FOREIGN = /^(?:NODE_\w+|PATH|HOME|TZ)$/;

/** Checks that settings exist and have valid values. */
function faultsOfSettings(environment: Readonly<Record<string, string>>): Faults {
  const own = Object.fromEntries(Object.entries(environment).filter(([name]) => !FOREIGN.test(name)));
  const settings = readSettings({});
  const unknown = Object.keys(own).filter((name) => !Object.hasOwn(settings, name));
  return [...unknown.map((name) => `${name} is no setting.`), ...because(() => void readSettings(own))];
}

const pairsOf = (lines: readonly string[]): Record<string, string> =>
  Object.fromEntries(lines.map((line) => [line.split('=', 1)[0] ?? '', line.slice(line.indexOf('=') + 1).replaceAll(/^["']|["']$/g, '')]));

/** Checks a file with one setting per line. */
const faultsOfEnvironment = (text: string): Faults => faultsOfSettings(pairsOf(linesOf(text)));

interface ComposeService {
  readonly build?: unknown;
  readonly image?: string;
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly depends_on?: Readonly<Record<string, unknown>> | readonly string[];
}

/** Checks that YAML is well-formed. A compose file must have valid settings and define the services that others depend on. */
function faultsOfYaml(text: string): Faults {
  const faults = because(() => void load(text));
  const { services = {} } = faults.length > 0 ? {} : (Object(load(text)) as { services?: Readonly<Record<string, ComposeService>> });
  const ofServices = Object.values(services).flatMap(({ build, image = '', environment = {}, depends_on: needed = {} }) => {
    const isOurs = build !== undefined || /calendar/.test(image);
    const values = Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, String(value)]));
    const names = Array.isArray(needed) ? needed : Object.keys(needed);
    return [
      ...(isOurs ? faultsOfSettings(values) : []),
      ...names.filter((name) => !Object.hasOwn(services, name)).map((name) => `There is no service ${name}.`),
    ];
  });
  return [...faults, ...ofServices];
}

const LISTENING = /^http:\/\/(?:127\.0\.0\.1|localhost|service):3000(?:\/|$|\$)/;

/** Checks braces, directives and the target of `proxy_pass` in an nginx configuration. */
function faultsOfNginx(text: string): Faults {
  const lines = linesOf(text).map((line) => line.replace(/\s+#.*$/, ''));
  const braces = (sign: string): number => lines.join('\n').split(sign).length - 1;
  const upstreams = [...text.matchAll(/^\s*upstream (\S+) \{/gm)].map(([, upstream]) => `http://${upstream}`);
  const passes = [...text.matchAll(/\bproxy_pass ([^;]+);/g)].map(([, target = '']) => target);
  const servers = [...text.matchAll(/^\s*server (127\.0\.0\.1[^; ]*)/gm)].map(([, server]) => `http://${server}`);
  const wrong = [...passes, ...servers].filter((target) => !LISTENING.test(target) && !upstreams.some((one) => target.startsWith(one)));
  return [
    ...fault(braces('{') === braces('}'), 'Braces do not balance.'),
    ...lines.filter((line) => !/[;{}]$/.test(line)).map((line) => `${line} ends as no directive does.`),
    ...wrong.map((target) => `${target} is neither the service nor an upstream.`),
  ];
}

const UNIT_SECTIONS = ['Unit', 'Service', 'Install', 'Timer', 'Socket', 'Path'];
const COMMANDS = ['serve', 'user', 'seed', 'backup', 'restore', 'check', 'translate', 'routes'];

/** Checks sections, settings and commands of a systemd unit. */
function faultsOfUnit(text: string): Faults {
  // A backslash at the end continues the line.
  const lines = linesOf(text.replaceAll(/\\\n\s*/g, ''));
  const sections = lines.flatMap((line) => /^\[(.+)\]$/.exec(line)?.[1] ?? []);
  const rest = lines.filter((line) => !line.startsWith('['));
  const environment = rest.filter((line) => line.startsWith('Environment=')).map((line) => line.slice('Environment='.length));
  const commands = rest.flatMap((line) => /^Exec\w+=.*(?:calendar-events|bin\.js) (\w+)/.exec(line)?.[1] ?? []);
  return [
    ...sections.filter((section) => !UNIT_SECTIONS.includes(section)).map((section) => `[${section}] is no section of a unit.`),
    ...rest.filter((line) => !/^[A-Z]\w*=/.test(line)).map((line) => `${line} is no assignment of a unit.`),
    ...commands.filter((command) => !COMMANDS.includes(command)).map((command) => `There is no command ${command}.`),
    ...faultsOfSettings(pairsOf(environment.map((line) => line.replaceAll(/^["']|["']$/g, '')))),
  ];
}

/** Joins the sources of the pages and their style sheet. */
const pageSources = (): string =>
  repository
    .files()
    .filter((file) => /^(?:lib|routes)\/.*\.ts$/.test(file))
    .map((file) => repository.read(file))
    .join('\n');

/** Checks braces, and that classes and properties of a style sheet exist in the pages. */
function faultsOfCss(text: string): Faults {
  const names = [...text.matchAll(/(?<=\.)[a-z][\w-]*(?=[^{}]*\{)|--[a-z][\w-]*/g)].map(([name]) => name);
  const sources = names.length > 0 ? pageSources() : '';
  return [
    ...fault(text.split('{').length === text.split('}').length, 'Braces do not balance.'),
    ...names.filter((name) => !sources.includes(name)).map((name) => `No page has ${name}.`),
  ];
}

/** Checks that HTML elements are closed and that scripts compile. */
function faultsOfHtml(text: string): Faults {
  const scripts = [...text.matchAll(/<script(?<attributes>[^>]*)>(?<code>[\s\S]*?)<\/script>/g)].map(({ groups }) => groups);
  const tags = [...text.replaceAll(/<script[\s\S]*?<\/script>|<!--[\s\S]*?-->/g, '').matchAll(/<(\/?)([a-z][a-z0-9]*)\b[^>]*?(\/?)>/g)];
  const open: string[] = [];
  const faults: string[] = [];
  const VOID = /^(?:meta|link|img|br|hr|input)$/;
  for (const [, closing, name = '', closed] of tags) {
    if (closing === '/') faults.push(...fault(open.pop() === name, `</${name}> closes another element.`));
    else if (!closed && !VOID.test(name)) open.push(name);
  }
  const codes = scripts.filter((groups) => !/\bsrc=|json/.test(groups?.['attributes'] ?? '')).map((groups) => groups?.['code'] ?? '');
  return [
    ...faults,
    ...open.map((name) => `<${name}> is not closed.`),
    // A module may use `await` at its top level.
    ...codes.flatMap((code) => because(() => void new Script(`(async () => {${code}\n})`))),
  ];
}

const INSTRUCTION = /^(?:FROM|COPY|RUN|ENV|USER|WORKDIR|VOLUME|EXPOSE|CMD|ENTRYPOINT|ARG|HEALTHCHECK) /;
const faultsOfDockerfile = (text: string): Faults =>
  linesOf(text.replaceAll(/\\\n\s*/g, ''))
    .filter((line) => !INSTRUCTION.test(line))
    .map((line) => `${line} is no instruction.`);

/** Checks that the files, folders and commands in a drawing or a list exist. */
function faultsOfDrawing(text: string): Faults {
  const files = repository.files();
  const isThere = (name: string): boolean => repository.isFolder(name) || files.includes(name) || files.includes(`${name}.ts`);
  const named = text.match(/\b(?:lib|routes|spec|fixtures|docs)\/[\w/.-]*\w/g) ?? [];
  const commands = [...text.matchAll(/npx calendar-events (\w+)/g)].map(([, command = '']) => command);
  return [
    ...named.filter((name) => !isThere(name)).map((name) => `There is no ${name}.`),
    ...commands.filter((command) => !COMMANDS.includes(command)).map((command) => `There is no command ${command}.`),
  ];
}

/** Parses a shell script without running it. */
const faultsOfScript = (text: string): Faults => because(() => void execFileSync('sh', ['-n'], { input: text, stdio: 'pipe' }));

const eachLine = (text: string): Faults => text.split('\n').flatMap((line) => because(() => void JSON.parse(line)));

/** Checks by language, for blocks that are neither compiled nor run. */
const CHECKS: Readonly<Record<string, (text: string) => Faults>> = {
  yaml: faultsOfYaml,
  nginx: faultsOfNginx,
  ini: (text) => (text.includes('[') && /^\[\w+\]$/m.test(text) ? faultsOfUnit(text) : faultsOfEnvironment(text)),
  systemd: faultsOfUnit,
  env: faultsOfEnvironment,
  bash: faultsOfScript,
  css: faultsOfCss,
  html: faultsOfHtml,
  dockerfile: faultsOfDockerfile,
  ndjson: eachLine,
  mermaid: faultsOfDrawing,
  '': faultsOfDrawing,
};

/** The check for a block; undefined if its language has none. */
export const checkOf = ({ language }: Block): ((text: string) => Faults) | undefined =>
  Object.hasOwn(CHECKS, language) ? CHECKS[language] : undefined;

/** Lists the addresses of the service in an HTML page. */
export const addressesIn = (text: string): string[] =>
  [...text.matchAll(/(?:http:\/\/(?:127\.0\.0\.1|localhost):3000|https:\/\/calendar\.example\.org)(\/[^"'`<>\s]*)/g)]
    .map(([, address = '']) => address.replaceAll('&amp;', '&'))
    .filter((address) => !address.includes('${'));
