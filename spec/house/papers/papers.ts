import path from 'node:path';
import { repository } from '../repository';
import { type Block, blocksOf } from './blocks';

/** The pages whose blocks are checked: all Markdown files at the root, in `routes` and in `docs`. */
export const PAPERS = repository.files().filter((file) => /^(?:[^/]+|routes\/[^/]+|docs\/.+)\.md$/.test(file));

export const BLOCKS = PAPERS.flatMap(blocksOf);

/** The next block of the same section, or the previous one with -1. */
export const neighbourOf = (block: Block, step: 1 | -1): Block | undefined => {
  const other = BLOCKS[BLOCKS.indexOf(block) + step];
  return other?.paper === block.paper && other.section === block.section ? other : undefined;
};

/** Lists the pages that a page continues, direct and indirect. A line "This page continues" names them. */
export function continued(paper: string): string[] {
  const [line = ''] = /^This page continues .*/m.exec(repository.read(paper)) ?? [];
  const pages = [...line.matchAll(/\]\(([^)#]+)/g)].map(([, link = '']) => path.posix.join(path.posix.dirname(paper), link));
  return [...new Set(pages.flatMap((page) => [...continued(page), page]))];
}

export const isCode = ({ language }: Block): boolean => language === 'ts' || language === 'js';
export const folderOf = ({ file = '' }: Block): string => path.posix.dirname(file);

const repositoryFiles = new Set(repository.files().filter((file) => file.includes('/')));

/** True if a block quotes a file of this repository. */
export const isExcerpt = ({ file = '' }: Block): boolean => /^(?:lib|routes)\//.test(file) || repositoryFiles.has(file);

/** Files that readers write into their own project. */
export const FILES = BLOCKS.filter((block) => block.file !== undefined && !path.isAbsolute(block.file) && !isExcerpt(block));
export const PLUGINS = FILES.filter((block) => isCode(block) && folderOf(block) === 'plugins');

/** The expected output below a program, a command or a compiler error. */
export const quotedBelow = (block: Block): string | undefined => {
  const below = neighbourOf(block, 1);
  return below?.language === 'text' && below.file === undefined ? below.text : undefined;
};
export const REFUSALS = FILES.filter((block) => block.language === 'ts' && folderOf(block) === 'wrong');
export const PROGRAMS = FILES.filter(
  (block) => isCode(block) && ['.', 'wrong'].includes(folderOf(block)) && quotedBelow(block) !== undefined && !REFUSALS.includes(block),
);
export const SHELLS = BLOCKS.filter(({ language }) => language === 'sh');

/** Outputs of commands: blocks without a file name that follow a `sh` block. */
export const OUTPUTS = BLOCKS.filter(
  (block) => block.file === undefined && block.language !== 'sh' && neighbourOf(block, -1)?.language === 'sh',
);

export const placeOf = ({ paper, line, section, file }: Block): string => `${file ?? section} (${paper}:${line})`;
