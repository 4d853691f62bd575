import { index, type NamedIndex } from '../../records/indexes';
import type { KindDraft } from '../field';

/** The index of a list that is narrowed to given values of a field: these first, the order of the list behind them. */
export const filterIndex = ({ listed }: Pick<KindDraft, 'listed'>, name: string, path: string): NamedIndex =>
  index(`is_${name}`, { [path]: 1, ...listed } as Record<string, 1>);
