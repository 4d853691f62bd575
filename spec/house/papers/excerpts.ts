import { repository } from '../repository';
import type { Block } from './blocks';

/** Lists the lines of a block that the quoted file lacks. `…` stands for any lines. */
export function missingLines({ file = '', text }: Block): string[] {
  const source = repository
    .read(file)
    .split('\n')
    .map((line) => line.trim());
  let at = 0;
  const strange: string[] = [];
  for (const line of text
    .split('\n')
    .slice(1)
    .map((one) => one.trim())) {
    if (line === '' || /^(?:\/\/ )?…$/.test(line)) continue;
    const found = source.indexOf(line, at);
    if (found < 0) strange.push(line);
    else at = found + 1;
  }
  return strange;
}
