import path from 'node:path';
import { repository } from './repository';

/** The text of a paper without its fenced blocks, and without code in its sentences. */
const proseOf = (paper: string): string =>
  repository
    .read(paper)
    .replaceAll(/^```[\s\S]*?^```$/gm, '')
    .replaceAll(/`[^`\n]*`/g, (code) => code.replaceAll(/[[\]()#]/g, ' '));

/** The anchors of a paper, as GitHub makes them: the second headline of a name gets `-1`. */
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

/** A link of a paper to a file of the repository. */
export interface Link {
  /** As it is written. */
  readonly link: string;
  /** The file or folder, from the root of the repository. */
  readonly target: string;
  readonly anchor: string | undefined;
}

/** The relative links and pictures of a paper. */
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

/** Words as `wc -w` counts them, in everything that a paper has. */
export const wordsOf = (paper: string): number => repository.read(paper).split(/\s+/).filter(Boolean).length;
