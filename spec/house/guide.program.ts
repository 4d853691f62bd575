import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { type Capability, roleCan } from '../../lib/access/roles';
import { exportsOf } from '../package/exports';
import type { Complaint } from '../support/compiler';
import { clockAt, type Running, startService } from '../support/service';
import { type Block, blocksOf, commandsOf } from './blocks';
import { createOwnProject, type OwnProject } from './own-project';
import { completed, quotedText } from './quoted';
import { repository } from './repository';

const GUIDE = 'routes/README.md';

/** What readme.program.ts runs. */
const ELSEWHERE: readonly (readonly [string, string])[] = [
  ['README.md', 'Try it'],
  ['README.md', 'Whose clients'],
];
const blocks = [GUIDE, 'README.md']
  .flatMap(blocksOf)
  .filter((one) => !ELSEWHERE.some((own) => own.join() === [one.paper, one.section].join()));

const isCode = ({ language }: Block): boolean => language === 'ts' || language === 'js';
const folderOf = ({ file = '' }: Block): string => path.posix.dirname(file);
const isProgram = (block: Block): boolean => isCode(block) && ['.', 'wrong'].includes(folderOf(block)) && quotedAfter(block) !== undefined;

/** The block after this one, in the same section. */
const next = (block: Block): Block | undefined => {
  const after = blocks[blocks.indexOf(block) + 1];
  return after?.section === block.section ? after : undefined;
};

/** The text after a block: what the compiler, a program or the shell says of it. */
const quotedAfter = (block: Block): string | undefined => (next(block)?.language === 'text' ? next(block)?.text : undefined);

const files = blocks.filter(({ file }) => file !== undefined);
const plugins = files.filter((block) => folderOf(block) === 'plugins');
const refusals = files.filter((block) => folderOf(block) === 'wrong' && block.language === 'ts');
const programs = files.filter((block) => isProgram(block) && !refusals.includes(block));
const shells = blocks.filter(({ language }) => language === 'sh');
const answers = blocks.filter(({ language, file }) => language === 'json' && file === undefined);

/** The commands that prepare a machine, which nobody wants a spec to do: what they name must be there. */
const { name, version, scripts, devDependencies } = JSON.parse(repository.read('package.json')) as {
  name: string;
  version: string;
  scripts: Readonly<Record<string, string>>;
  devDependencies: Readonly<Record<string, string>>;
};
const PREPARING: readonly (readonly [RegExp, (word: string) => boolean])[] = [
  [/^npm init -y$/, () => true],
  [/^npm install \.\.\/(\S+)\.tgz$/, (archive) => archive === `${name}-${version}`],
  [/^npm install --save-dev (.+)$/, (names) => names.split(' ').every((one) => Object.hasOwn(devDependencies, one))],
  [/^(?:MONGODB_URI='[^']+' |npm ci && )npm (start|test)(?: +#.*)?$/, (script) => Object.hasOwn(scripts, script)],
  [/^docker (?:run|exec) .+ mongo/, () => true],
  [/^docker compose (?:logs |exec |cp )(\w+)/, (service) => repository.read('compose.yaml').includes(`\n  ${service}:\n`)],
];
const prepares = (command: string): boolean =>
  PREPARING.some(([form, holds]) => holds(form.exec(command)?.[1] ?? '') && form.test(command));

/** What runs of a command: one that would serve for ever tells the routes that it would serve. */
const runnable = (command: string): string[] => (prepares(command) ? [] : [command.replace(/ serve$/, ' routes')]);
const isRun = (command: string): boolean => /^(?:[A-Z]+=|curl |npx )/.test(command) && !prepares(command);

/** What is told in lines that begin with what there is: the files of the repository, or the commands of its program. */
const LISTS: Readonly<Record<string, (line: string, help: string) => boolean>> = {
  Commands: (line, help) => new RegExp(`^  ${/^npx calendar-events (\w+)/.exec(line)?.[1]} `, 'm').test(help),
  'Where things live': (line) =>
    (/^(.+?) {2}/.exec(line)?.[1] ?? line).split(', ').every((one) => repository.isFolder(one) || repository.files().includes(`${one}.ts`)),
};

/** Says how a block is held; undefined where nothing holds it. */
function ruleOf(block: Block): string | undefined {
  if (block.file !== undefined && (isCode(block) || block.language === 'json')) return 'a file that is compiled';
  if (block.language === 'sh')
    return commandsOf(block.text).every((one) => isRun(one) || prepares(one)) ? 'commands that are run' : undefined;
  const before = blocks[blocks.indexOf(block) - 1];
  if (block.language === 'json')
    return before?.language === 'sh' && before.section === block.section ? 'an answer that is compared' : undefined;
  if (block.language === 'text') {
    const holds = before !== undefined && [...shells, ...programs, ...refusals].includes(before);
    return holds ? 'an output that is compared' : undefined;
  }
  return block.language === '' && Object.hasOwn(LISTS, block.section) ? 'a list of what there is' : undefined;
}

const place = ({ paper, line, section, file }: Block): string => `${file ?? section} (${paper}:${line})`;

describe('The code of README and of the guide', () => {
  let project: OwnProject;
  let complaints: readonly Complaint[];
  let running: Running;
  let said: ReadonlyMap<Block, readonly string[]>;

  before(async () => {
    project = createOwnProject('film-club', new Map(files.map(({ file = '', text }) => [file, text])));
    complaints = await project.compile();
    const loaded = plugins.map(({ file = '', language }) => (language === 'js' ? path.join(project.folder, file) : project.compiled(file)));
    running = await startService({ clock: clockAt('2029-12-01T12:00:00Z'), environment: { PLUGINS: loaded.join(',') } });
    const [, password = ''] = Buffer.from(running.authorization('admin').slice('Basic '.length), 'base64').toString().split(':');
    const commands = shells.flatMap((block) =>
      commandsOf(block.text)
        .flatMap(runnable)
        .map((command) => [block, command] as const),
    );
    const opening = [`PASSWORD=${password}`, `API=${running.address}`];
    const texts = await project.shell([...opening, ...commands.map(([, command]) => command.replace(/^(?:PASSWORD|API)=.*/, ':'))]);
    const outputs = new Map<Block, string[]>(shells.map((block) => [block, []]));
    for (const [at, [block]] of commands.entries()) outputs.get(block)?.push(texts[at + opening.length] ?? '');
    said = outputs;
  });
  after(async () => {
    await running?.stop();
    project?.remove();
  });

  it('is held, every block of it, by one of the rules here', () => {
    expect(blocks.length).to.be.above(50);
    expect(blocks.filter((block) => ruleOf(block) === undefined).map(place)).to.deep.equal([]);
  });

  it('compiles, but for what is said not to', () => {
    const wrong = refusals.map(({ file }) => file);
    expect(complaints.filter(({ file }) => !wrong.includes(file))).to.deep.equal([]);
  });

  for (const block of refusals) {
    it(`is refused by the compiler in the words that are quoted: ${place(block)}`, () => {
      const own = complaints.filter(({ file }) => file === block.file).flatMap(({ sentences }) => sentences);
      const quoted = quotedAfter(block)?.split('\n') ?? [''];
      expect(own).to.include.members(quoted);
    });
  }

  for (const block of answers) {
    it(`is answered as quoted: ${place(block)}`, () => {
      const before = blocks[blocks.indexOf(block) - 1];
      const text = (before && said.get(before)?.at(-1)) ?? '';
      expect(JSON.parse(text)).to.deep.equal(completed(block.text, JSON.parse(text)));
    });
  }

  for (const block of shells.filter((one) => quotedAfter(one) !== undefined)) {
    it(`prints what is quoted: ${place(block)}`, () => {
      expect(said.get(block)?.join('\n')).to.match(quotedText(quotedAfter(block) ?? ''));
    });
  }

  for (const block of programs) {
    it(`runs and prints what is quoted: ${place(block)}`, async () => {
      const file = block.language === 'js' ? path.join(project.folder, block.file ?? '') : project.compiled(block.file ?? '');
      const { stdout } = await promisify(execFile)(process.execPath, [file], { cwd: project.folder });
      expect(stdout).to.match(quotedText(quotedAfter(block) ?? ''));
    });
  }

  it('runs its own specs', () => {
    const [output] = [...said].flatMap(([block, texts]) => (block.text.includes('npx mocha') ? [texts.join('')] : []));
    const titles = files.filter((one) => folderOf(one) === 'spec').flatMap(({ text }) => text.match(/\bit\('/g) ?? []);
    expect(output)
      .to.match(new RegExp(`\\b${titles.length} passing`))
      .and.not.to.include('failing');
  });

  for (const [section, holds] of Object.entries(LISTS)) {
    it(`lists what there is: ${section}`, async () => {
      const [help = ''] = await project.shell(['npx calendar-events --help']);
      const [list] = blocks.filter((one) => one.section === section);
      expect(list?.text.split('\n').filter((line) => !holds(line, help))).to.deep.equal([]);
    });
  }
});

/** The rows of the table under a headline of the guide, in cells. */
const tableOf = (section: string): string[][] => {
  const [, text = ''] = new RegExp(`\n##+ ${section}\n([^]*?)(?:\n##+ |$)`).exec(repository.read(GUIDE)) ?? [];
  const rows = text.split('\n').filter((line) => line.startsWith('| '));
  return rows.map((row) => row.split('|').slice(1, -1)).map((cells) => cells.map((cell) => cell.trim()));
};
const namesIn = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, one = '']) => one);

describe('The guide', () => {
  it('says which roles give which capabilities', () => {
    const [head = [], , ...rows] = tableOf('Permissions');
    const roles = head.slice(1) as Parameters<typeof roleCan>[0][];
    const wrong = rows.flatMap(([capabilities, ...cells]) =>
      namesIn(capabilities).flatMap((one) =>
        roles.filter((role, at) => roleCan(role, one as Capability) !== (cells[at] === 'yes')).map((role) => `${one} ${role}`),
      ),
    );
    expect(rows.length).to.be.above(5);
    expect(wrong).to.deep.equal([]);
  });

  const ENTRIES: readonly (readonly [string, string, string])[] = [
    ['lib/index.ts', 'calendar-events', 'both'],
    ['lib/registry-on-koa.ts', '…/registry', 'both'],
  ];
  for (const [source, entry, both] of ENTRIES) {
    it(`names every public name of ${source}, and no other`, () => {
      const rows = tableOf('All public names').filter(([, from = '']) => from === both || from === `\`${entry}\``);
      expect(rows.flatMap(([names]) => namesIn(names))).to.have.members(exportsOf(source).map(({ name: own }) => own));
    });
  }
});
