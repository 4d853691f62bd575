import type { ValueGroup } from './answers';
import { rowsIn } from './mask';
import type { Selected } from './table';

/** How many selected rows have each combination of values; undefined where a column does not hold them as few, or there are too many combinations. */
export const groupRows = ({ mask, column }: Selected, paths: readonly string[]): readonly ValueGroup[] | undefined => {
  const columns = paths.map((path) => column(path).as);
  const coded = columns.flatMap((one) => (one.type === 'codes' ? [one] : []));
  const combinations = coded.reduce((product, { values }) => product * values.length, 1);
  if (coded.length < columns.length || combinations > Number.MAX_SAFE_INTEGER) return undefined;
  const counts = new Map<number, number>();
  for (const row of rowsIn(mask)) {
    let code = 0;
    for (const { codeAt, values } of coded) code = code * values.length + codeAt(row);
    counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  return Array.from(counts, ([code, count]) => {
    let rest = code;
    const values: Record<string, unknown> = {};
    for (const [place, { values: known }] of [...coded.entries()].toReversed()) {
      values[paths[place] as string] = known[rest % known.length];
      rest = Math.floor(rest / known.length);
    }
    return { values, count };
  });
};
