import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { compileProject } from '../support/compiler';
import { repository } from './repository';

const sources = repository.files().filter((file) => /^(?:lib|routes|fixtures)\/.*\.ts$/.test(file));

/** A source without its comments. */
const codeOf = (file: string): string => repository.read(file).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

/** The sources that look at all languages that there are, whatever is served, and what for. */
const KNOWING: Readonly<Record<string, string>> = {
  'fixtures/fixtures-file.ts': 'what files of fixtures must say',
  'lib/index.ts': 'a public name',
  'lib/kinds/answers/address-answers.ts': 'the types of answers',
  'lib/pages/layout.ts': 'what addresses have in common',
  'lib/pages/local-time.ts': 'the script, which is the same on every page',
  'lib/calendar/postal-address.ts': 'what countries are called, by whomever an address was written',
  'lib/program/record-pair.ts': 'records that are stored, shown or not',
  'lib/program/route-list.ts': 'addresses that somebody pastes',
  'lib/program/routes-command.ts': 'what may be asked for, before the settings are read',
  'lib/program/setting-values.ts': 'what may be served',
  'lib/program/settings.ts': 'what is served unless given',
  'lib/records/check/counts.ts': 'records that are stored, shown or not',
  'lib/records/check/notes.ts': 'records that are stored, shown or not',
  'lib/registry-on-koa.ts': 'a public name',
  'lib/registry/declaration-check.ts': 'what declarations must say',
  'lib/registry/meta-keywords.ts': 'what declarations must say',
  'lib/registry/openapi/refusals.ts': 'a refusal of which the code alone matters',
};

/** Takes the list of all languages from where it is. */
const TAKES_ALL = /\{[^{}]*\bLANGUAGES\b[^{}]*\} from '[^']*\/language'/;

describe('A third language', () => {
  let folder = '';
  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'languages-'));
    for (const part of ['lib', 'routes', 'fixtures', 'package.json'])
      cpSync(path.join(repository.root, part), path.join(folder, part), { recursive: true });
    symlinkSync(path.join(repository.root, 'node_modules'), path.join(folder, 'node_modules'));
    const config = JSON.parse(repository.read('tsconfig.json'));
    const compilerOptions = { ...config.compilerOptions, noEmit: true, declaration: false, sourceMap: false };
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['lib', 'routes', 'fixtures'] }));
    const languages = path.join(folder, 'lib/language.ts');
    writeFileSync(languages, readFileSync(languages, 'utf8').replace("['en', 'fr'] as const", "['en', 'fr', 'de'] as const"));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('is asked for by the compiler in every file that holds texts', async () => {
    const complaints = await compileProject(folder);
    const counts = new Map<string, number>();
    for (const { file } of complaints) counts.set(file, (counts.get(file) ?? 0) + 1);
    const withTexts = sources.filter((file) => /\bfr: (?!_)/.test(codeOf(file)));
    expect(withTexts.length).to.be.above(100);
    expect(withTexts.filter((file) => !counts.has(file))).to.deep.equal([]);
    // What is asked for lies nowhere else: no file without texts is in the way.
    const others = [...counts.keys()].filter((file) => !withTexts.includes(file));
    expect(
      others.filter((file) => !complaints.some((one) => one.file === file && /\bde\b|Text|Language/.test(one.sentences.join(' ')))),
    ).to.deep.equal([]);
    expect([...counts.values()].reduce((sum, count) => sum + count, 0)).to.be.above(withTexts.length);
  });

  it('is served where the settings say so: no source that answers looks at the list of all', () => {
    const looking = sources.filter((file) => TAKES_ALL.test(codeOf(file)));
    expect(looking).to.have.members(Object.keys(KNOWING));
  });

  it('is named by no source but the list of languages: none is picked by hand', () => {
    const naming = sources.filter(
      (file) => !file.startsWith('fixtures/') && file !== 'lib/language.ts' && /'(?:en|fr)'/.test(codeOf(file)),
    );
    expect(naming).to.deep.equal([]);
  });
});
