import path from 'node:path';
import { repository } from '../repository';

/** The text of a page without fenced blocks and inline code. */
const proseOf = (paper: string): string =>
  repository
    .read(paper)
    .replaceAll(/^```[\s\S]*?^```$/gm, '')
    .replaceAll(/`[^`\n]*`/g, (code) => code.replaceAll(/[[\]()#]/g, ' '));

/** Lists the anchors of a page as GitHub creates them. A repeated headline gets `-1`. */
export function anchorsOf(paper: string): string[] {
  const headlines = [
    ...repository
      .read(paper)
      .replaceAll(/^```[\s\S]*?^```$/gm, '')
      .matchAll(/^#+ (.*)$/gm),
  ];
  const anchors = headlines.map(([, headline = '']) =>
    headline
      .replaceAll(/\]\([^)]*\)/g, '')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return anchors.map((anchor, at) => {
    const before = anchors.slice(0, at).filter((one) => one === anchor).length;
    return before === 0 ? anchor : `${anchor}-${before}`;
  });
}

/** A link from a page to a file of the repository. */
export interface Link {
  /** The link as written. */
  readonly link: string;
  /** The path of the file or folder from the root of the repository. */
  readonly target: string;
  readonly anchor: string | undefined;
}

/** Lists the relative links and pictures of a page. */
export function linksOf(paper: string): Link[] {
  const prose = proseOf(paper);
  const inline = [
    ...prose.matchAll(/\]\(([^)\s]+)[^)]*\)/g),
    ...prose.matchAll(/^\[[^\]]+\]: (\S+)/gm),
    ...prose.matchAll(/<(?:a|img)\b[^>]*?(?:href|src)="([^"]+)"/g),
  ];
  return inline
    .map(([, link = '']) => link)
    .filter((link) => !/^(?:[a-z]+:|\/\/)/.test(link))
    .map((link) => {
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? paper : path.posix.join(path.posix.dirname(paper), file.replace(/\/$/, ''));
      return { link, target, anchor };
    });
}

/** Counts the words of a page in the way of `wc -w`. */
export const wordsOf = (paper: string): number => repository.read(paper).split(/\s+/).filter(Boolean).length;
