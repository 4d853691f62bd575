import type { Language } from '../../language';

/** A record that was written, and the languages of the translations that were changed with it. */
export interface WriteResult<R> {
  readonly record: R;
  readonly languages: readonly Language[];
}
