import path from 'node:path';
import { type Block, blocksOf } from './blocks';
import { repository } from './repository';

/** The papers whose blocks are run: every Markdown file at the root, in `routes` and in `docs`. */
export const PAPERS = repository.files().filter((file) => /^(?:[^/]+|routes\/[^/]+|docs\/.+)\.md$/.test(file));

/** The blocks of all papers. */
export const BLOCKS = PAPERS.flatMap(blocksOf);

/** The block beside another one in its section: the one after it, or before it with -1. */
export const beside = (block: Block, step: 1 | -1): Block | undefined => {
  const other = BLOCKS[BLOCKS.indexOf(block) + step];
  return other?.paper === block.paper && other.section === block.section ? other : undefined;
};

/** The pages that a page says to continue, in a line that begins with "This page continues", and those that they continue. */
export function continued(paper: string): string[] {
  const [line = ''] = /^This page continues .*/m.exec(repository.read(paper)) ?? [];
  const pages = [...line.matchAll(/\]\(([^)#]+)/g)].map(([, link = '']) => path.posix.join(path.posix.dirname(paper), link));
  return [...new Set(pages.flatMap((page) => [...continued(page), page]))];
}

export const isCode = ({ language }: Block): boolean => language === 'ts' || language === 'js';
export const folderOf = ({ file = '' }: Block): string => path.posix.dirname(file);

const repositoryFiles = new Set(repository.files().filter((file) => file.includes('/')));

/** A file that the repository has itself, from which a block quotes lines. */
export const isExcerpt = ({ file = '' }: Block): boolean => /^(?:lib|routes)\//.test(file) || repositoryFiles.has(file);

/** The files of the project of a reader, who writes down what the pages show. */
export const FILES = BLOCKS.filter((block) => block.file !== undefined && !path.isAbsolute(block.file) && !isExcerpt(block));
export const PLUGINS = FILES.filter((block) => isCode(block) && folderOf(block) === 'plugins');

/** The text below a block: the output of a program, of commands or of the compiler. */
export const quotedBelow = (block: Block): string | undefined => {
  const below = beside(block, 1);
  return below?.language === 'text' && below.file === undefined ? below.text : undefined;
};
export const REFUSALS = FILES.filter((block) => block.language === 'ts' && folderOf(block) === 'wrong');
export const PROGRAMS = FILES.filter(
  (block) => isCode(block) && ['.', 'wrong'].includes(folderOf(block)) && quotedBelow(block) !== undefined && !REFUSALS.includes(block),
);
export const SHELLS = BLOCKS.filter(({ language }) => language === 'sh');

/** The outputs of commands: they stand below them, in any language, and name no file. */
export const OUTPUTS = BLOCKS.filter(
  (block) => block.file === undefined && block.language !== 'sh' && beside(block, -1)?.language === 'sh',
);

export const placeOf = ({ paper, line, section, file }: Block): string => `${file ?? section} (${paper}:${line})`;
