import { repository } from './repository';

/** A fenced block of a paper. */
export interface Block {
  readonly paper: string;
  /** The headline that it stands under. */
  readonly section: string;
  /** The line of its fence, from 1. */
  readonly line: number;
  /** What the fence says first: `ts`, `sh`, …; empty where it says nothing. */
  readonly language: string;
  /** The file that it is, by its first line (`// plugins/now.ts`) or by what the fence says next. */
  readonly file: string | undefined;
  readonly text: string;
}

/** The fenced blocks of a paper, in their order. */
export function blocksOf(paper: string): Block[] {
  const blocks: Block[] = [];
  let section = '';
  let open: { readonly line: number; readonly language: string; readonly named: string | undefined; readonly lines: string[] } | undefined;
  for (const [index, line] of repository.read(paper).split('\n').entries()) {
    const [, language = '', named] = /^```(\w*)(?: (\S+))?$/.exec(line) ?? [];
    if (open === undefined) {
      section = /^##+ (.*)/.exec(line)?.[1] ?? section;
      if (line.startsWith('```')) open = { line: index + 1, language, named, lines: [] };
    } else if (line !== '```') open.lines.push(line);
    else {
      const { lines, named: given, ...rest } = open;
      blocks.push({ paper, section, ...rest, file: given ?? /^\/\/ (\S+\.\w+)$/.exec(lines[0] ?? '')?.[1], text: lines.join('\n') });
      open = undefined;
    }
  }
  return blocks;
}

/** The commands of a block: lines, those of an open quotation together. */
export function commandsOf(block: string): string[] {
  const commands: string[] = [];
  let open = '';
  for (const line of block.split('\n')) {
    if (open === '' && (line === '' || line.startsWith('#'))) continue;
    open += open === '' ? line : `\n${line}`;
    if ((open.split("'").length - 1) % 2 === 1) continue;
    commands.push(open);
    open = '';
  }
  return commands;
}
