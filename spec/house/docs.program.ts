import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import type { CompilerError } from '../support/compiler';
import { mongoUri } from '../support/server';
import { clockAt, type Running, startService } from '../support/service';
import { type Block, commandsOf } from './blocks';
import { addressed, invocationIn, isRun, prepares, runnable } from './commands';
import { addressesIn, checkOf } from './configuration';
import { createExamplesCopy, type ExamplesCopy } from './examples-copy';
import { strangeLines } from './excerpts';
import { createOwnProject, type OwnProject } from './own-project';
import {
  BLOCKS,
  beside,
  continued,
  FILES,
  folderOf,
  isCode,
  isExcerpt,
  OUTPUTS,
  PAPERS,
  PLUGINS,
  PROGRAMS,
  placeOf,
  quotedBelow,
  REFUSALS,
  SHELLS,
} from './papers';
import { completed, quotedText } from './quoted';
import { repository } from './repository';

/*
 * Rules for the blocks of the papers. A reader writes all files into one folder, so a name means one file in all pages. Each page runs by itself:
 *
 * - Its commands run in one shell, one after the other, in that folder. A service listens beside them at http://127.0.0.1:3000, which is noon of
 *   1 December 2029, has the example events and users of every role, and loads the page's `plugins/*`, and those of the pages that it continues
 *   ("This page continues [Args](args.md)."). `$API` is its address and `$PASSWORD` the password of admin; https://calendar.example.org is the
 *   same service to curl. `npx calendar-events …` works on its database; `serve` prints the routes instead.
 * - A block right after commands is the output of the last one, if that is JSON, else of all. `…` stands for anything. An answer that is an error
 *   must be quoted.
 * - `ts` and `js` name their file in the first line. What the tsconfig.json of the pages includes compiles; other JavaScript only runs.
 *   A program with a `text` below it is run, and every other one by a command. In `wrong/` the text is the compiler's.
 *   A file of this repository (`// lib/language.ts`) is quoted: its lines stand there.
 * - Commands that prepare a machine are not run: see commands.ts for what is checked of them, and configuration.ts for all other languages.
 */

const NOW = '2029-12-01T12:00:00Z';

/** True for a program that is run: its output is below it, a command names it, or another file imports it. */
function isUsed(block: Block): boolean {
  if (folderOf(block) !== '.' || block.file === 'index.ts' || PROGRAMS.includes(block)) return true;
  const name = path.parse(block.file ?? '').name;
  const isOthers = (one: Block): boolean => one !== block && (one.language === 'sh' || isCode(one)) && one.text.includes(name);
  return BLOCKS.some((one) => one.paper === block.paper && isOthers(one));
}

/** Says how a block is held; undefined if nothing holds it. */
function ruleOf(block: Block): string | undefined {
  if (isExcerpt(block)) return 'lines of a file';
  if (block.file !== undefined && block.language === 'json') return 'a file that is compiled';
  if (block.file !== undefined && isCode(block)) return isUsed(block) ? 'a file that is compiled' : undefined;
  if (block.language === 'sh')
    return commandsOf(block.text).every((one) => isRun(one) || prepares(one)) ? 'commands that are run' : undefined;
  if (OUTPUTS.includes(block)) return 'an output that is compared';
  if (block.language === 'text') {
    const above = beside(block, -1);
    return above !== undefined && [...PROGRAMS, ...REFUSALS].includes(above) ? 'an output that is compared' : undefined;
  }
  return checkOf(block) && 'a text that is checked';
}

/** Whether an output is the refusal of a service. */
function isRefusal(output: string): boolean {
  try {
    const { code, data } = JSON.parse(output) as { code?: unknown; data?: { status?: unknown } };
    return code !== undefined && Number(data?.status) >= 400;
  } catch {
    return false;
  }
}

let project: OwnProject;
let complaints: readonly CompilerError[];
let examples: ExamplesCopy;

/** What the commands of a page printed, by block. */
type Outputs = ReadonlyMap<Block, readonly string[]>;

/** Runs the commands of a page. Throws for one that fails. */
async function runCommands(page: string, running: Running, database: string): Promise<Outputs> {
  const shells = SHELLS.filter(({ paper }) => paper === page);
  const commands = shells.flatMap((block) =>
    commandsOf(block.text)
      .filter(isRun)
      .map((command) => [block, runnable(command, running.address)] as const),
  );
  const [, password = ''] = Buffer.from(running.authorization('admin').slice('Basic '.length), 'base64').toString().split(':');
  const environment = { PASSWORD: password, API: running.address, MONGODB_URI: await mongoUri(), MONGODB_DB: database, LOG_LEVEL: 'error' };
  const texts = await project.shell(
    commands.map(([, command]) => command),
    environment,
  );
  const outputs = new Map<Block, string[]>(shells.map((block) => [block, []]));
  for (const [at, [block]] of commands.entries()) outputs.get(block)?.push(texts[at] ?? '');
  return outputs;
}

/** The file that runs of a source. */
const runningFile = ({ file = '', language }: Block): string =>
  language === 'js' ? path.join(project.folder, file) : project.compiled(file);

/** The plugins that the service of a page loads. */
const pluginsOf = (page: string): string[] => {
  const pages = [...continued(page), page];
  return [...new Set(PLUGINS.filter(({ paper }) => pages.includes(paper)).map(runningFile))];
};

/** Lets the programs of a page ask the service of the page. */
function address(page: string, to: string): void {
  const programs = FILES.filter((block) => block.paper === page && isCode(block) && folderOf(block) === '.');
  for (const file of programs.map(runningFile)) writeFileSync(file, addressed(readFileSync(file, 'utf8'), to));
}

function describePage(page: string, number: number): void {
  const own = BLOCKS.filter(({ paper }) => paper === page);
  const shells = own.filter((block) => SHELLS.includes(block));
  const programs = own.filter((block) => PROGRAMS.includes(block));
  const html = own.filter(({ language, file }) => language === 'html' && file !== undefined);
  const outputs = own.filter((block) => OUTPUTS.includes(block));
  if (shells.length + programs.length + html.length === 0) return;

  describe(page, () => {
    let running: Running;
    let printed: Outputs;
    const database = `page_${process.pid}_${number}`;
    const others = shells.flatMap(({ text }) => [...text.matchAll(/\bMONGODB_DB=(\w+)/g)].map(([, name = '']) => name));

    before(async function () {
      this.timeout(180_000);
      await examples.into(database);
      const plugins = pluginsOf(page);
      // Without plugins all pages share the document that their answers are held against.
      running = await startService({
        clock: clockAt(NOW),
        database,
        ...(plugins.length > 0 && { environment: { PLUGINS: plugins.join(',') } }),
      });
      address(page, running.address);
      printed = await runCommands(page, running, database);
    });
    after(async () => {
      await running?.stop();
      await examples.drop(...others);
    });
    const outputAbove = (block: Block): readonly string[] => printed.get(beside(block, -1) ?? block) ?? [];

    for (const block of outputs.filter(({ language }) => language === 'json')) {
      it(`is answered as quoted: ${placeOf(block)}`, () => {
        const answer = JSON.parse(outputAbove(block).at(-1) ?? '');
        expect(answer).to.deep.equal(completed(addressed(block.text, running.address), answer));
      });
    }

    for (const block of outputs.filter(({ language }) => language !== 'json')) {
      it(`prints what is quoted: ${placeOf(block)}`, () => {
        expect(outputAbove(block).join('\n')).to.match(quotedText(addressed(block.text, running.address)));
      });
    }

    for (const block of programs) {
      it(`runs and prints what is quoted: ${placeOf(block)}`, async () => {
        const { stdout } = await promisify(execFile)(process.execPath, [runningFile(block)], { cwd: project.folder });
        expect(stdout).to.match(quotedText(addressed(quotedBelow(block) ?? '', running.address)));
      });
    }

    for (const block of html) {
      it(`names addresses that are answered: ${placeOf(block)}`, async () => {
        const answers = await Promise.all(
          addressesIn(block.text).map(async (one) => [one, (await fetch(running.address + one)).status] as const),
        );
        expect(answers.filter(([, status]) => status !== 200)).to.deep.equal([]);
      });
    }

    it('quotes every refusal', () => {
      const silent = shells.flatMap((block) => {
        const texts = printed.get(block) ?? [];
        const isQuoted = outputs.some((one) => beside(one, -1) === block);
        return (isQuoted ? texts.slice(0, -1) : texts).filter(isRefusal).map((text) => `${placeOf(block)}: ${text}`);
      });
      expect(silent).to.deep.equal([]);
    });

    const specs = own.filter((block) => folderOf(block) === 'spec');
    if (specs.length > 0) {
      it('passes its own specs', () => {
        const output = [...printed].filter(([block]) => block.text.includes('npx mocha')).flatMap(([, texts]) => texts);
        const titles = specs.flatMap(({ text }) => text.match(/\bit\('/g) ?? []);
        expect(output.join(''))
          .to.match(new RegExp(`\\b${titles.length} passing`))
          .and.not.to.include('failing');
      });
    }
  });
}

describe('The blocks of the papers', () => {
  before(async function () {
    this.timeout(180_000);
    project = createOwnProject('film-club', new Map(FILES.map(({ file = '', text }) => [file, text])));
    [complaints, examples] = await Promise.all([project.compile(), createExamplesCopy(NOW)]);
  });
  after(async () => {
    await examples?.close();
    project?.remove();
  });

  it('are held, every one, by one of the rules here', () => {
    expect(BLOCKS.length).to.be.above(50);
    expect(BLOCKS.filter((block) => ruleOf(block) === undefined).map(placeOf)).to.deep.equal([]);
    expect(PAPERS.filter((paper) => /^[ >]+(?:```|~~~)|^~~~/m.test(repository.read(paper)))).to.deep.equal([]);
  });

  it('give a file once', () => {
    const texts = new Map(FILES.map(({ file, text }) => [file, text]));
    expect(FILES.filter(({ file, text }) => texts.get(file) !== text).map(placeOf)).to.deep.equal([]);
  });

  it('compile, except those that are said not to', () => {
    const wrong = REFUSALS.map(({ file }) => file);
    expect(complaints.filter(({ file }) => !wrong.includes(file))).to.deep.equal([]);
  });

  for (const block of REFUSALS) {
    it(`are refused by the compiler in the words that are quoted: ${placeOf(block)}`, () => {
      const own = complaints.filter(({ file }) => file === block.file).flatMap(({ sentences }) => sentences);
      expect(own).to.include.members(quotedBelow(block)?.split('\n') ?? ['']);
    });
  }

  it('quote files as they are', () => {
    expect(BLOCKS.filter(isExcerpt).flatMap((block) => strangeLines(block).map((line) => `${placeOf(block)}: ${line}`))).to.deep.equal([]);
  });

  it('configure what there is', () => {
    const checked = BLOCKS.filter((block) => ruleOf(block) === 'a text that is checked');
    expect(checked.flatMap((block) => (checkOf(block)?.(block.text) ?? []).map((one) => `${placeOf(block)}: ${one}`))).to.deep.equal([]);
  });

  it('name commands and options that there are', async () => {
    const invocations = SHELLS.flatMap((block) =>
      commandsOf(block.text).flatMap((one) => [invocationIn(one) ?? []].filter(([command]) => command)),
    );
    const commands = [...new Set(invocations.map(([command]) => command))];
    const helps = await project.shell(commands.map((command) => `npx calendar-events ${command} --help`));
    const help = new Map(commands.map((command, at) => [command, helps[at] ?? '']));
    const unknown = invocations.flatMap(([command, options = []]) => options.filter((one) => !help.get(command)?.includes(one)));
    expect(unknown).to.deep.equal([]);
  });

  for (const [number, page] of PAPERS.entries()) describePage(page, number);
});
