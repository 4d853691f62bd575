/*
 * Sent values before they are stored. A client may send null, or send back what it has read. Both do not always mean a change.
 */

import { isDeepStrictEqual } from 'node:util';
import type { Stored } from '../../database';
import { ApiError, errors } from '../../errors';
import type { CompiledArgs } from '../../registry';
import { isUnshown } from '../show';
import type { CompiledField, NullEffect, PostLike, Requester, Sent, TermLike, View } from '../types';

/** Returns the params without nulls, which count as missing values of a new record. */
export const withoutNulls = (params: object): Sent => Object.fromEntries(Object.entries(params).filter(([, value]) => value !== null));

/** Replaces each null of an update by the value to store, or removes it. Throws 400 `rest_invalid_param` for refused nulls. */
export function replaceNulls(type: PostLike | TermLike, params: Sent, record: Pick<Stored, 'fields'>): Sent {
  const sent: Record<string, unknown> = {};
  const refused: Record<string, ReturnType<typeof errors.invalidType>> = {};
  for (const [name, value] of Object.entries(params)) {
    const effect = value === null ? nullEffect(type, name, record) : { store: value };
    if (effect === undefined) refused[name] = errors.invalidType(name, [type.args.update[name]?.type ?? 'string'].flat());
    else if (effect !== 'keep') sent[name] = effect.store;
  }
  if (Object.keys(refused).length > 0) throw errors.invalidParams(refused);
  return sent;
}

/** Returns the effect of a null for a param. Undefined refuses the null. */
function nullEffect(type: PostLike | TermLike, name: string, record: Pick<Stored, 'fields'>): NullEffect | undefined {
  const effect = type.onNull.get(name);
  if (effect !== undefined) return effect;
  // A client may send back the null that a plugin's field without a value shows.
  const isShownNull = type.pluginFields.some((field) => field.name === name) && (record.fields?.[name] ?? null) === null;
  return isShownNull ? 'keep' : undefined;
}

/** A compiled type of posts or terms, with the functions that show and validate the fields of plugins. */
interface ShowingType<R extends Stored, C> {
  readonly pluginFields: readonly CompiledField<R, C>[];
  readonly validators: { readonly update: CompiledArgs };
  present(records: readonly R[], view: View): Promise<Sent[]>;
}

/**
 * Removes values that a plugin's function has shown and the client only sent back.
 * A plugin's field without an arg may show its value in place of a field of the type, which must not store that value. A plugin's field
 * shows null while its function fails. If a client sends that null back, it must not delete the stored value.
 */
export async function withoutSentBack<R extends Stored, C>(
  type: ShowingType<R, C>,
  sent: Sent,
  { current, ...requester }: Requester & { readonly current: R },
): Promise<Sent> {
  const added = type.pluginFields.filter(({ name }) => Object.hasOwn(sent, name));
  const replacing = added.filter(({ arg, show }) => !arg && show);
  const emptied = added.filter((field) => field.arg && field.showing && isEmptied(field, sent, current));
  if (replacing.length + emptied.length === 0) return sent;
  const view: View = { ...requester, single: false };
  const [shown = {}] = await type.present([current], view);
  const sentBack = new Set<string>();
  for (const { name } of replacing) {
    const value = await validValue(type, { name, value: shown[name] }, current, requester);
    if (value !== undefined && isDeepStrictEqual(sent[name], value)) sentBack.add(name);
  }
  for (const field of emptied) if (await isUnshown(field, current, view, shown)) sentBack.add(field.name);
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !sentBack.has(name)));
}

/** True if a sent value would empty a field that has a stored value. */
const isEmptied = ({ name, empty }: Pick<CompiledField, 'name' | 'empty'>, sent: Sent, { fields }: Stored): boolean =>
  isDeepStrictEqual(sent[name], empty) && !isDeepStrictEqual(fields?.[name] ?? empty, empty);

/** Validates a shown value as if it were sent, so that it can be compared with a sent value. Undefined if the value is invalid. */
async function validValue<R extends Stored>(
  { validators }: Pick<ShowingType<R, unknown>, 'validators'>,
  { name, value }: { readonly name: string; readonly value: unknown },
  current: R,
  requester: Requester,
): Promise<unknown> {
  try {
    const params = await validators.update({ query: {}, body: { [name]: value } }, { path: {}, record: current, ...requester });
    return params[name];
  } catch (error) {
    // The transaction must see other errors.
    if (!(error instanceof ApiError)) throw error;
    return undefined;
  }
}
