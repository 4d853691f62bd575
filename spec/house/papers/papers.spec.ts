import { expect } from 'chai';
import { repository } from '../repository';

const files = repository.files();
const sources = files.filter((file) => /^(?:lib|routes|fixtures\/plugins)\/.*\.ts$/.test(file));

interface Locked {
  readonly resolved?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(repository.read('package-lock.json')) as { packages: Record<string, Locked> };

const LITERAL = String.raw`(?:'((?:[^'\\\n]|\\.)*)'|${'`'}((?:[^${'`'}\\]|\\.)*)${'`'})`;

/** Lists the texts that a source gives in both languages. */
function textsOf(file: string): { en: string; fr: string }[] {
  const pairs = repository.read(file).matchAll(new RegExp(String.raw`\ben:\s*${LITERAL},\s*fr:\s*${LITERAL}`, 'g'));
  return [...pairs].map(([, en, enTemplate, fr, frTemplate]) => ({ en: en ?? enTemplate ?? '', fr: fr ?? frTemplate ?? '' }));
}

const prose = (text: string): string => text.replaceAll(/\$\{[^}]*\}|\\`[^`]*\\`/g, '');

/** Words that both languages share. */
const SHARED = new Set(['null']);

describe('texts', () => {
  const texts = sources.flatMap((file) => textsOf(file).map((text) => ({ file, ...text })));

  it('are found', () => {
    expect(texts.length).to.be.above(150);
  });

  it('differ from language to language', () => {
    expect(texts.filter(({ en, fr }) => en === fr && !SHARED.has(en))).to.deep.equal([]);
  });

  it('are empty in no language', () => {
    expect(texts.filter(({ en, fr }) => (en.trim() === '') !== (fr.trim() === ''))).to.deep.equal([]);
  });

  it('have the apostrophes and quotation marks of French', () => {
    expect(texts.filter(({ fr }) => /\p{L}'\p{L}|["“”]/u.test(prose(fr))).map(({ fr }) => fr)).to.deep.equal([]);
  });
});

describe('the lock file', () => {
  it('names no registry', () => {
    expect(Object.entries(packages).filter(([, { resolved }]) => resolved !== undefined)).to.deep.equal([]);
    expect(repository.read('package-lock.json')).not.to.match(/\/\/registry\.|\.tgz"/);
  });

  it('has every package of every platform, so that it can be installed on each', () => {
    const named = new Set(Object.keys(packages).map((folder) => folder.replace(/^.*node_modules\//, '')));
    const missing = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
      Object.keys(optionalDependencies).filter((name) => !named.has(name)),
    );
    expect(missing).to.deep.equal([]);
  });
});
