import { isDeepStrictEqual } from 'node:util';
import { type FieldValues, keysOf, linkedIds, membersByLanguage, type Sibling, type Stored } from '../../database';
import { invalidParam } from '../../errors';
import type { Language } from '../../language';
import { inheriting, lockLinks } from '../translations';
import {
  type CompiledField,
  type PostLike,
  type PostRecord,
  recordLanguage,
  type Sent,
  type SentLinks,
  type Services,
  type View,
  type WriteContext,
} from '../types';
import { UNSTORABLE, unstorableIn, withoutNulCharacters } from './storable';

/** Returns the IDs in sent links that the record does not have yet. */
export const newLinksIn = ({ fields }: Pick<PostLike, 'fields'>, sent: Sent, current: PostRecord | undefined): readonly SentLinks[] =>
  fields.flatMap(({ name, path, linksIn }) => {
    if (linksIn === undefined || path === undefined || (sent[name] ?? null) === null) return [];
    const { ids, ...links } = linksIn(sent[name]);
    const before = linkedIds(current, path);
    return { ...links, ids: ids.filter((id) => !before.includes(id)) };
  });

/**
 * Computes the stored values of all fields of a record, in the order of the fields. A sent value that only repeats the shown value changes
 * nothing. Without a sent value, a field gets the inherited value. A new record gets the empty value if it inherits none.
 */
export async function storedFields(
  services: Services,
  type: PostLike,
  sent: Sent,
  context: WriteContext,
  inherited: FieldValues,
): Promise<Partial<PostRecord>> {
  const { connection, stores } = services;
  const { current, session, status } = context;
  // Only links whose IDs are in the request.
  const touched = newLinksIn(type, sent, current).flatMap(({ to, ids }) => keysOf(to, ids));
  if (status === 'publish') connection.lock(touched, session);
  const shareIds: ShareIds = async ({ translates }, path, value) => {
    const shared = translates ? value : await stores.sharing.storedValueIn(type.plural, path, value, recordLanguage(context), session);
    // The sent ID already has a lock; the shared ID needs a lock too.
    if (shared !== value) await lockLinks(services, type.plural, { [path]: shared }, session);
    return shared;
  };
  const isShown = createRepeatTest(context);
  const values: Record<string, unknown> = {};
  let isSettled = false;
  /** Adds the values that `settle` of the type computes together. Only the first call adds them. */
  const settle = async () => {
    if (isSettled) return;
    isSettled = true;
    Object.assign(values, await type.settle?.(sent, { ...context, current: inheriting(current, inherited) }));
  };
  for (const field of type.fields) {
    const { name, arg, path, empty, onNull, settled, write, plugin } = field;
    if (plugin !== undefined) continue;
    if (settled) await settle();
    if (path === undefined) continue;
    // A field without arg may have the name of a plugin's field.
    const value = arg === undefined ? undefined : sent[name];
    // `replaceNulls` puts this value in place of a null. It is stored even if it is also the shown value.
    const isCleared = typeof onNull === 'object' && value === onNull.store;
    if (value === undefined) {
      if (Object.hasOwn(inherited, path)) values[path] = inherited[path];
      else if (current === undefined && empty !== undefined) values[path] = empty;
    } else if (isCleared || !isShown(field, value)) {
      const stored = write ? await write(value, context) : value;
      if (stored !== undefined) values[path] = await shareIds(field, path, stored);
    } else if (current === undefined) values[path] = inherited[path];
  }
  await settle();
  return { ...values, ...(await pluginFieldValues(type, sent, context, inherited, shareIds)) } as Partial<PostRecord>;
}

/**
 * Makes the test for sent values that only repeat what the client has read. For a field that translations share, this may be the value of
 * any translation.
 */
function createRepeatTest(context: WriteContext): (field: CompiledField, value: unknown) => boolean {
  const { current, original } = context;
  const view: View = { ...context, single: false };
  const members = membersShown(current ?? original, recordLanguage(context));
  return ({ showOne, shared }, value) =>
    (shared ? members : [current]).some((member) => member && isDeepStrictEqual(value, showOne?.(member, view)));
}

/**
 * Returns the members of a record's translation group as clients may have read them, without a query. The first stands for a member in
 * `language` that may be missing.
 */
function membersShown(record: PostRecord | undefined, language: Language): PostRecord[] {
  if (record === undefined) return [];
  const members = Object.entries(membersByLanguage(record)) as [Language, Sibling][];
  const siblings = members.map(([spoken, { id, slug, status }]) => ({ ...record, _id: id, language: spoken, slug, status }) as PostRecord);
  return [{ ...record, language }, ...siblings];
}

/** A function that replaces linked IDs by the IDs that translations share. */
type ShareIds = (field: Pick<CompiledField, 'translates'>, path: string, value: unknown) => Promise<unknown>;

/** The fields that plugins added to a compiled type of posts or terms, with the check of their values. */
interface PluginFields<R extends Stored, C> {
  readonly pluginFields: readonly CompiledField<R, C>[];
  check?(fields: Readonly<Record<string, unknown>>, context: C): void | Promise<void>;
}

/** Computes the stored values of plugin fields. Returns an empty object if the type has no plugin fields. */
export async function pluginFieldValues<R extends Stored, C extends { readonly current: R | undefined }>(
  type: PluginFields<R, C>,
  sent: Sent,
  context: C,
  inherited: FieldValues = {},
  shareIds?: ShareIds,
): Promise<Pick<Stored, 'fields'>> {
  if (type.pluginFields.length === 0 && type.check === undefined) return {};
  const fields: Record<string, unknown> = { ...inheriting(context.current, inherited)?.fields };
  for (const field of type.pluginFields) {
    const { name, arg, empty, initial, write } = field;
    if (arg === undefined) continue;
    const isMissing = sent[name] === undefined && fields[name] === undefined;
    // A default is stored like a sent value.
    const value = isMissing && initial !== undefined ? initial : withoutNulCharacters(sent[name]);
    if (value === undefined) fields[name] ??= empty;
    else {
      const stored = write ? await write(value, context) : value;
      if (unstorableIn(stored) !== undefined) throw invalidParam(name, UNSTORABLE);
      fields[name] = shareIds ? await shareIds(field, `fields.${name}`, stored) : stored;
    }
  }
  await type.check?.(fields, context);
  return type.pluginFields.length === 0 ? {} : { fields };
}
