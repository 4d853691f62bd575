import type { SpeltCode } from '../../errors';
import type { Text } from '../../language';
import type { Schema } from '../args/arg';

/** A refusal of a plugin's own, with its HTTP status and what it means. */
export interface OwnRefusal {
  readonly code: string;
  readonly status: number;
  readonly description: Text;
}

/** A code of the service's own refusals, those of kinds included, or a refusal that it does not know. */
export type DeclaredRefusal = SpeltCode | OwnRefusal;

/** The headers that an endpoint's successes bring, by name: what each says, as text, and whether all of them have it (`required: true`). */
export type DeclaredHeaders = Readonly<Record<string, Schema & { readonly description: Text }>>;
