import type { SpeltCode } from '../../errors';
import type { Text } from '../../language';
import type { Schema } from '../args/arg';

/** A refusal of a plugin, with its HTTP status and meaning. */
export interface OwnRefusal {
  readonly code: string;
  readonly status: number;
  readonly description: Text;
}

/** A code of the service, or a refusal of a plugin. */
export type DeclaredRefusal = SpeltCode | OwnRefusal;

/** The headers of an endpoint's successes, by name. `required: true` means that each success has it. */
export type DeclaredHeaders = Readonly<Record<string, Schema & { readonly description: Text }>>;
