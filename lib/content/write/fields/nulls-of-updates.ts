import type { Stored } from '../../../database';
import { errors } from '../../../errors';
import type { Args } from '../../../registry';
import type { Sent, TypeField } from '../../types';

/** The parts of a content type that decide the meaning of null. */
interface NullableType {
  readonly args: { readonly update: Args };
  readonly accepted: ReadonlyMap<string, Pick<TypeField, 'cleared' | 'nulled'>>;
  /** The fields that plugins added. They may replace the type's own fields. */
  readonly added?: readonly Pick<TypeField, 'name'>[];
  readonly protectable: boolean;
}

/**
 * Reads the nulls of an update. Null clears a field that may be empty and leaves lists as they are. Elsewhere it is refused, unless the
 * record shows null itself.
 */
export function readNulls({ args, accepted, added = [], protectable }: NullableType, params: Sent, record: Pick<Stored, 'fields'>): Sent {
  const refused: Record<string, ReturnType<typeof errors.invalidType>> = {};
  const settled: Record<string, unknown> = {};
  const isShownNull = (name: string) => added.some((field) => field.name === name) && (record.fields?.[name] ?? null) === null;
  for (const [name, value] of Object.entries(params)) {
    const field = accepted.get(name);
    if (value !== null || name === 'image') settled[name] = value;
    else if (name === 'password' && protectable) settled[name] = '';
    else if (field?.cleared) settled[name] = field.cleared.value;
    else if (field?.nulled !== 'kept' && !isShownNull(name))
      refused[name] = errors.invalidType(name, [args.update[name]?.type ?? 'string'].flat());
  }
  if (Object.keys(refused).length > 0) throw errors.invalidParams(refused);
  return settled;
}
