import { expect } from 'chai';
import { repository } from '../repository';
import { anchorsOf, type Link, linksOf } from './markdown';

const files = repository.files();
const papers = files.filter((file) => /\.md$|^LICENSE$|^docs\/llms\.txt$/.test(file));
const pages = papers.filter((paper) => /^docs\/.*\.md$/.test(paper));

/** Lists the pages that are at most `clicks` links away from a page. A folder shows its README. */
function reachedFrom(paper: string, clicks: number): Set<string> {
  const reached = new Set([paper]);
  let last = [paper];
  for (let click = 0; click < clicks; click += 1) {
    const linked = last.flatMap((from) =>
      linksOf(from).map(({ target }) => (repository.isFolder(target) ? `${target}/README.md` : target)),
    );
    last = [...new Set(linked)].filter((target) => papers.includes(target) && !reached.has(target));
    for (const target of last) reached.add(target);
  }
  return reached;
}

describe('The links of the papers', () => {
  it('lead somewhere', () => {
    const isLost = ({ target, anchor }: Link): boolean => {
      if (!files.includes(target)) return !repository.isFolder(target);
      return anchor !== undefined && !anchorsOf(target).includes(anchor);
    };
    const lost = papers.flatMap((paper) =>
      linksOf(paper)
        .filter(isLost)
        .map(({ link }) => `${paper}: ${link}`),
    );
    expect(lost).to.deep.equal([]);
  });

  it('reach every page of docs from README in three clicks', () => {
    const reached = reachedFrom('README.md', 3);
    expect(pages.filter((page) => !reached.has(page))).to.deep.equal([]);
  });

  it('are listed, every page of docs, in docs/llms.txt', () => {
    const text = repository.read('docs/llms.txt');
    const listed = linksOf('docs/llms.txt').map(({ target }) => target);
    // Full addresses count too, since programs outside of the repository read the file.
    expect(pages.filter((page) => !listed.includes(page) && !text.includes(page))).to.deep.equal([]);
  });
});
