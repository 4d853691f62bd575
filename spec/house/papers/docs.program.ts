import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import type { CompilerError } from '../../support/compiler';
import { mongoUri } from '../../support/server';
import { clockAt, type Running, startService } from '../../support/service';
import { addressesIn, checkOf } from '../configuration';
import { repository } from '../repository';
import { type Block, commandsOf } from './blocks';
import { invocationIn, isRun, prepares, runnable, withAddress } from './commands';
import { createExamplesCopy, type ExamplesCopy } from './examples-copy';
import { missingLines } from './excerpts';
import { createOwnProject, type OwnProject } from './own-project';
import {
  BLOCKS,
  continued,
  FILES,
  folderOf,
  isCode,
  isExcerpt,
  neighbourOf,
  OUTPUTS,
  PAPERS,
  PLUGINS,
  PROGRAMS,
  placeOf,
  quotedBelow,
  REFUSALS,
  SHELLS,
} from './papers';
import { filledIn, quotedText } from './quoted';

/*
 * Rules for the code blocks of the documentation. Readers write all files into one folder, so a file name means the same file on all pages.
 * Each page runs separately:
 *
 * - The commands of a page run in one shell, in order, in that folder.
 * - A service listens at http://127.0.0.1:3000. Its clock shows 12:00 on 1 December 2029. It has the example events and users of every role.
 *   It loads the files in `plugins/` of this page and of the pages that it continues ("This page continues [Args](args.md).").
 * - `$API` is the address of the service and `$PASSWORD` the password of admin. For curl, https://calendar.example.org is the same service.
 *   `npx calendar-events …` uses the same database. `serve` only prints the routes.
 * - A block after commands is the output of the last command if it is JSON, and otherwise of all commands. `…` stands for anything.
 *   The page must quote an answer that is an error.
 * - Blocks in `ts` and `js` name their file in the first line. Files in the `include` list of the pages' tsconfig.json are compiled.
 *   Other JavaScript only runs. A program runs directly if a `text` block follows it, and through a command otherwise.
 *   In `wrong/`, the `text` block shows the errors of the compiler. A block that names a file of this repository quotes lines of it.
 * - Commands that prepare a machine do not run. See commands.ts for their checks, and configuration.ts for other languages.
 */

const NOW = '2029-12-01T12:00:00Z';

/** True if a command names the program, a file imports it, or its output is below it. */
function isUsed(block: Block): boolean {
  if (folderOf(block) !== '.' || block.file === 'index.ts' || PROGRAMS.includes(block)) return true;
  const name = path.parse(block.file ?? '').name;
  const isOthers = (one: Block): boolean => one !== block && (one.language === 'sh' || isCode(one)) && one.text.includes(name);
  return BLOCKS.some((one) => one.paper === block.paper && isOthers(one));
}

/** Names the check of a block; undefined if nothing checks it. */
function ruleOf(block: Block): string | undefined {
  if (isExcerpt(block)) return 'lines of a file';
  if (block.file !== undefined && block.language === 'json') return 'a file that is compiled';
  if (block.file !== undefined && isCode(block)) return isUsed(block) ? 'a file that is compiled' : undefined;
  if (block.language === 'sh')
    return commandsOf(block.text).every((one) => isRun(one) || prepares(one)) ? 'commands that are run' : undefined;
  if (OUTPUTS.includes(block)) return 'an output that is compared';
  if (block.language === 'text') {
    const above = neighbourOf(block, -1);
    return above !== undefined && [...PROGRAMS, ...REFUSALS].includes(above) ? 'an output that is compared' : undefined;
  }
  return checkOf(block) && 'a text that is checked';
}

function isErrorAnswer(output: string): boolean {
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

type Outputs = ReadonlyMap<Block, readonly string[]>;

/** Runs the commands of a page. Throws if one fails. */
async function runCommands(page: string, running: Running, database: string): Promise<Outputs> {
  const shells = SHELLS.filter(({ paper }) => paper === page);
  const commands = shells.flatMap((block) =>
    commandsOf(block.text)
      .filter(isRun)
      .map((command) => [block, runnable(command, running.address)] as const),
  );
  const own = { PASSWORD: running.password('admin'), API: running.address };
  const environment = { ...own, MONGODB_URI: await mongoUri(), MONGODB_DB: database, LOG_LEVEL: 'error' };
  const texts = await project.shell(
    commands.map(([, command]) => command),
    environment,
  );
  const outputs = new Map<Block, string[]>(shells.map((block) => [block, []]));
  for (const [at, [block]] of commands.entries()) outputs.get(block)?.push(texts[at] ?? '');
  return outputs;
}

/** The JavaScript file to run for a block. */
const runningFile = ({ file = '', language }: Block): string =>
  language === 'js' ? path.join(project.folder, file) : project.compiled(file);

/** Lists the plugins that the service of a page loads. */
const pluginsOf = (page: string): string[] => {
  const pages = [...continued(page), page];
  return [...new Set(PLUGINS.filter(({ paper }) => pages.includes(paper)).map(runningFile))];
};

/** Writes the address of the running service into the programs of a page. */
function address(page: string, to: string): void {
  const programs = FILES.filter((block) => block.paper === page && isCode(block) && folderOf(block) === '.');
  for (const file of programs.map(runningFile)) writeFileSync(file, withAddress(readFileSync(file, 'utf8'), to));
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
      // Pages without plugins share one OpenAPI document. Their answers are checked against it.
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
    const outputAbove = (block: Block): readonly string[] => printed.get(neighbourOf(block, -1) ?? block) ?? [];

    for (const block of outputs.filter(({ language }) => language === 'json')) {
      it(`is answered as quoted: ${placeOf(block)}`, () => {
        const answer = JSON.parse(outputAbove(block).at(-1) ?? '');
        expect(answer).to.deep.equal(filledIn(withAddress(block.text, running.address), answer));
      });
    }

    for (const block of outputs.filter(({ language }) => language !== 'json')) {
      it(`prints what is quoted: ${placeOf(block)}`, () => {
        expect(outputAbove(block).join('\n')).to.match(quotedText(withAddress(block.text, running.address)));
      });
    }

    for (const block of programs) {
      it(`runs and prints what is quoted: ${placeOf(block)}`, async () => {
        const { stdout } = await promisify(execFile)(process.execPath, [runningFile(block)], { cwd: project.folder });
        expect(stdout).to.match(quotedText(withAddress(quotedBelow(block) ?? '', running.address)));
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

    it('quotes every error', () => {
      const silent = shells.flatMap((block) => {
        const texts = printed.get(block) ?? [];
        const isQuoted = outputs.some((one) => neighbourOf(one, -1) === block);
        return (isQuoted ? texts.slice(0, -1) : texts).filter(isErrorAnswer).map((text) => `${placeOf(block)}: ${text}`);
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

  it('are all covered by a rule', () => {
    expect(BLOCKS.length).to.be.above(50);
    expect(BLOCKS.filter((block) => ruleOf(block) === undefined).map(placeOf)).to.deep.equal([]);
    expect(PAPERS.filter((paper) => /^[ >]+(?:```|~~~)|^~~~/m.test(repository.read(paper)))).to.deep.equal([]);
  });

  it('show each file once', () => {
    const texts = new Map(FILES.map(({ file, text }) => [file, text]));
    expect(FILES.filter(({ file, text }) => texts.get(file) !== text).map(placeOf)).to.deep.equal([]);
  });

  it('compile, except those that are said not to', () => {
    const wrong = REFUSALS.map(({ file }) => file);
    expect(complaints.filter(({ file }) => !wrong.includes(file))).to.deep.equal([]);
  });

  for (const block of REFUSALS) {
    it(`are refused by the compiler with the quoted errors: ${placeOf(block)}`, () => {
      const own = complaints.filter(({ file }) => file === block.file).flatMap(({ sentences }) => sentences);
      expect(own).to.include.members(quotedBelow(block)?.split('\n') ?? ['']);
    });
  }

  it('quote files as they are', () => {
    expect(BLOCKS.filter(isExcerpt).flatMap((block) => missingLines(block).map((line) => `${placeOf(block)}: ${line}`))).to.deep.equal([]);
  });

  it('configure only existing things', () => {
    const checked = BLOCKS.filter((block) => ruleOf(block) === 'a text that is checked');
    expect(checked.flatMap((block) => (checkOf(block)?.(block.text) ?? []).map((one) => `${placeOf(block)}: ${one}`))).to.deep.equal([]);
  });

  it('name existing commands and options', async () => {
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
