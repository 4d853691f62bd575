import { repository } from './repository';

/** A fenced block of a paper. */
export interface Block {
  readonly paper: string;
  /** The headline above it; empty before the first one of the second level. */
  readonly section: string;
  /** The line of its fence, from 1. */
  readonly line: number;
  /** The first word of the fence: `ts`, `sh`, …; empty without one. */
  readonly language: string;
  /** The file that it shows, from the second word of the fence or from a comment in its first line (`// plugins/now.ts`). */
  readonly file: string | undefined;
  readonly text: string;
}

/** A comment that names a file and nothing else, e.g. `# compose.yaml`. */
const NAMED = /^(?:\/\/|#|;|<!--|\/\*) (\S+\.\w+)(?: -->| \*\/)?$/;

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
      const own = rest.language === 'sh' ? undefined : NAMED.exec(lines[0] ?? '')?.[1];
      blocks.push({ paper, section, ...rest, file: given ?? own, text: lines.join('\n') });
      open = undefined;
    }
  }
  return blocks;
}

/** The commands of a block: a line each, and more lines where a quotation is open or a line ends with a backslash. */
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
