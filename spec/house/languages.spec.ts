import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { compileProject } from '../support/compiler';
import { repository } from './repository';

const sources = repository.files().filter((file) => /^(?:lib|routes|fixtures)\/.*\.ts$/.test(file));

/** A source without its comments. */
const codeOf = (file: string): string => repository.read(file).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

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

  it('is named by no source but the list of languages: none is picked by hand', () => {
    const naming = sources.filter(
      (file) => !file.startsWith('fixtures/') && file !== 'lib/language.ts' && /'(?:en|fr)'/.test(codeOf(file)),
    );
    expect(naming).to.deep.equal([]);
  });
});
