import { expect } from 'chai';
import { repository } from '../repository';
import { wordsOf } from './markdown';

const bytesOf = (paper: string): number => Buffer.byteLength(repository.read(paper));

/** True for generated pages. Their length follows from the code. */
const isGenerated = (page: string): boolean => page.startsWith('docs/reference/');

describe('The papers are short', () => {
  it('README: 1,000 words', () => {
    expect(wordsOf('README.md')).to.be.at.most(1000);
  });

  it('CONTRIBUTING: 6,500 bytes', () => {
    expect(bytesOf('CONTRIBUTING.md')).to.be.at.most(6500);
  });

  it('CHANGELOG: 6,000 bytes', () => {
    expect(bytesOf('CHANGELOG.md')).to.be.at.most(6000);
  });

  it('each page of docs: 900 words', () => {
    const pages = repository.files().filter((file) => /^docs\/.*\.md$/.test(file) && !isGenerated(file));
    expect(pages.map((page) => [page, wordsOf(page)] as const).filter(([, words]) => words > 900)).to.deep.equal([]);
  });
});
