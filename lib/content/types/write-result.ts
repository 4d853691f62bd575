import type { Language } from '../../language';

/** A written record, and the languages of the translations that changed with it. */
export interface WriteResult<R> {
  readonly record: R;
  readonly languages: readonly Language[];
}
