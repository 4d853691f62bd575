import { repository } from '../repository';

/** A fenced block of a page. */
export interface Block {
  readonly paper: string;
  /** The headline above the block; empty before the first headline of level two. */
  readonly section: string;
  /** The line number of the opening fence, from 1. */
  readonly line: number;
  /** The first word after the fence, e.g. `ts` or `sh`; empty if there is none. */
  readonly language: string;
  /** The file that the block shows. The second word after the fence or a comment in the first line names it (`// plugins/now.ts`). */
  readonly file: string | undefined;
  readonly text: string;
}

/** A comment that only names a file, e.g. `# compose.yaml`. */
const NAMED = /^(?:\/\/|#|;|<!--|\/\*) (\S+\.\w+)(?: -->| \*\/)?$/;

/** Lists the fenced blocks of a page in order. */
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
      const own = rest.language === 'sh' ? undefined : NAMED.exec(lines[0] ?? '')?.[1];
      blocks.push({ paper, section, ...rest, file: given ?? own, text: lines.join('\n') });
      open = undefined;
    }
  }
  return blocks;
}

/** Splits a block into commands. A command continues while a quotation is open or a line ends with a backslash. */
export function commandsOf(block: string): string[] {
  const commands: string[] = [];
  let open = '';
  for (const line of block.split('\n')) {
    if (open === '' && (line.trim() === '' || line.startsWith('#'))) continue;
    open += open === '' ? line : `\n${line}`;
    if ((open.split("'").length - 1) % 2 === 1 || open.endsWith('\\')) continue;
    commands.push(open);
    open = '';
  }
  return commands;
}
