import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import {
  createSourceFile,
  forEachChild,
  isIdentifier,
  isPropertyAssignment,
  isRegularExpressionLiteral,
  isStringLiteralLike,
  isTemplateHead,
  isTemplateMiddleOrTemplateTail,
  type Node,
  ScriptTarget,
} from 'typescript-5';
import { compileProject } from '../support/compiler';
import { repository } from './repository';

const sources = repository.files().filter((file) => /^(?:lib|routes|fixtures)\/.*\.ts$/.test(file));

const codeOf = (file: string): string => repository.read(file).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

/** Sources that may use the list of all languages, each with the reason. */
const USE_ALL: Readonly<Record<string, string>> = {
  'fixtures/fixture-schema.ts': 'what files of fixtures must say',
  'lib/index.ts': 'a public name',
  'lib/content/types/answers.ts': 'the types of answers',
  'lib/calendar/postal-address.ts': 'what countries are called, by whomever an address was written',
  'lib/program/commands/translate.ts': 'records that are stored, shown or not',
  'lib/program/commands/commands.ts': 'what may be asked for, before the settings are read',
  'lib/program/settings/setting-values.ts': 'what may be served',
  'lib/program/settings/settings.ts': 'what is served unless given',
  'lib/maintenance/check/counts.ts': 'records that are stored, shown or not',
  'lib/database/records/terms.ts': 'records that are stored, shown or not',
  'lib/registry-on-koa.ts': 'a public name',
  'lib/registry/declarations/meta-schema.ts': 'what declarations must say',
  'lib/openapi/statuses.ts': 'a refusal of which the code alone matters',
};

/** Sources with rules for each language besides texts. */
const RULES = [
  'lib/calendar/postal-address.ts',
  'lib/calendar/prices/money.ts',
  'lib/calendar/text/fold.ts',
  'lib/errors/refusal.ts',
  'lib/language.ts',
  'lib/site/values/dates.ts',
  'lib/site/api-page/page/schema.ts',
  'lib/html/locales.ts',
  'lib/program/settings/settings.ts',
  'lib/registry/args/judge.ts',
  'lib/content/search/words.ts',
  'routes/site/words.ts',
  'routes/venues.ts',
];

/** Sources that may contain French outside of `fr` members, each with the reason. */
const FRENCH: Readonly<Record<string, string>> = {
  'lib/calendar/text/collation-key.ts': 'letters of several languages',
  'lib/program/settings/settings.ts': 'what a setting of each language is',
  'lib/registry/args/formats.ts': 'examples of formats with letters beyond ASCII',
};

/** A source whose `fr` member is not a text but the symbol of the Swiss franc. */
const SYMBOLS = 'lib/calendar/prices/money.ts';

const FRENCH_WORD = /[àâçèéêëîïôùûœ]|\b(?:avec|dans|des|gratuite?|les|pour|qui|sont|une|vous)\b/i;

/** True if a text or a pattern outside of `fr` members is French. */
const isFrench = (file: string): boolean => {
  const within = (node: Node): boolean => {
    if (isPropertyAssignment(node) && isIdentifier(node.name) && node.name.text === 'fr') return false;
    const isText =
      isStringLiteralLike(node) || isTemplateHead(node) || isTemplateMiddleOrTemplateTail(node) || isRegularExpressionLiteral(node);
    return (isText && FRENCH_WORD.test(node.text)) || (forEachChild(node, (child) => within(child) || undefined) ?? false);
  };
  return within(createSourceFile(file, repository.read(file), ScriptTarget.Latest));
};

const IMPORTS_ALL = /\{[^{}]*\bLANGUAGES\b[^{}]*\} from '[^']*\/language'/;

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

  it('makes the compiler ask for a text in every file with texts', async () => {
    const complaints = await compileProject(folder);
    const counts = new Map<string, number>();
    for (const { file } of complaints) counts.set(file, (counts.get(file) ?? 0) + 1);
    const withTexts = sources.filter((file) => file !== SYMBOLS && /\bfr: (?!_)/.test(codeOf(file)));
    expect(withTexts.length).to.be.above(100);
    expect(withTexts.filter((file) => !counts.has(file))).to.deep.equal([]);
    expect(RULES.filter((file) => !counts.has(file))).to.deep.equal([]);
    // Other files may only complain about the new language or the type `Text`.
    const others = [...counts.keys()].filter((file) => !withTexts.includes(file) && !RULES.includes(file));
    expect(
      others.filter((file) => !complaints.some((one) => one.file === file && /\bde\b|Text|Language/.test(one.sentences.join(' ')))),
    ).to.deep.equal([]);
    expect([...counts.values()].reduce((sum, count) => sum + count, 0)).to.be.above(withTexts.length);
  });

  it('has a place beside all French texts: no pattern and no list of words is French only', () => {
    const french = sources.filter((file) => !/^fixtures\/[^/]*$/.test(file) && isFrench(file));
    expect(french).to.have.members(Object.keys(FRENCH));
  });

  it('is served by settings alone: no source with answers uses the list of all languages', () => {
    const looking = sources.filter((file) => IMPORTS_ALL.test(codeOf(file)));
    expect(looking).to.have.members(Object.keys(USE_ALL));
  });

  it('is named only in the list of languages', () => {
    const naming = sources.filter(
      (file) => !file.startsWith('fixtures/') && file !== 'lib/language.ts' && /'(?:en|fr)'/.test(codeOf(file)),
    );
    expect(naming).to.deep.equal([]);
  });
});
