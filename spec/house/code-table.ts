import { CODES } from '../../lib/errors/codes';

const HEADS = ['Code', 'Status', 'What it means'] as const;

/** Where the guide lists the codes: what stands before the table, the table, and what comes after it. */
export const CODE_LIST = /(\n## All error codes\n[^|]*)((?:\|.*\n)*)/;

/** The guide's list of error codes, sorted: a table in Markdown, as it is made of what is declared. */
export const codeTable = (): string => {
  const rows = Object.entries(CODES)
    .map(([code, { status, title }]) => [`\`${code}\``, status.join(', '), title.en] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const widths = HEADS.map((head, at) => Math.max(...[head, ...rows.map((row) => row[at] ?? '')].map(({ length }) => length)));
  const line = (cells: readonly string[]): string => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |\n`;
  return [HEADS, widths.map((width) => '-'.repeat(width)), ...rows].map(line).join('');
};
