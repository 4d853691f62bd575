import { isDeepStrictEqual } from 'node:util';
import type { Stored } from '../../../database';
import { ApiError, errors } from '../../../errors';
import type { Args, CompiledArgs } from '../../../registry';
import { isUnshown } from '../../show';
import type { Sent, TypeField, View } from '../../types';

interface NullableType {
  readonly args: { readonly update: Args };
  readonly accepted: ReadonlyMap<string, Pick<TypeField, 'cleared' | 'nulled'>>;
  /** The fields that plugins added, which may replace fields of the type itself. */
  readonly added?: readonly Pick<TypeField, 'name'>[];
  readonly protectable: boolean;
}

/**
 * Interprets the nulls of an update. Null clears a field that may be empty and leaves lists unchanged. Other nulls throw 400, unless the
 * record shows null for the field.
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

interface ShownType<R extends Stored, C> {
  readonly added: readonly TypeField<R, C>[];
  readonly checks: { readonly update: CompiledArgs };
  present(records: readonly R[], view: View): Promise<Sent[]>;
}

/**
 * Removes sent values that only repeat what a plugin's function shows for a field. Also removes a null for a field that cannot be shown
 * now, since that null would delete the stored value.
 */
export async function withoutShown<R extends Stored, C>(
  type: ShownType<R, C>,
  sent: Sent,
  { current, ...requester }: Pick<View, 'user' | 'language' | 'baseUrl'> & { readonly current: R },
): Promise<Sent> {
  const added = type.added.filter(({ name }) => Object.hasOwn(sent, name));
  const replaced = added.filter(({ arg, show }) => !arg && show);
  const emptied = added.filter(
    ({ name, arg, showing, empty }) =>
      arg && showing && isDeepStrictEqual(sent[name], empty) && !isDeepStrictEqual(current.fields?.[name] ?? empty, empty),
  );
  if (replaced.length + emptied.length === 0) return sent;
  const view: View = { ...requester, single: false };
  const [shown = {}] = await type.present([current], view);
  const back = new Set<string>();
  for (const { name } of replaced) {
    // The sent value has passed the checks; the shown value must pass too before the comparison.
    const checked = await type.checks
      .update({ query: {}, body: { [name]: shown[name] } }, { path: {}, record: current, ...requester })
      .catch(refusedOnly);
    if (checked !== undefined && isDeepStrictEqual(sent[name], checked[name])) back.add(name);
  }
  for (const field of emptied) if (await isUnshown(field, current, view, shown)) back.add(field.name);
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !back.has(name)));
}

/** Returns undefined for an `ApiError`, and throws other errors again, since the transaction must see them. */
const refusedOnly = (error: unknown): undefined => {
  if (!(error instanceof ApiError)) throw error;
};
