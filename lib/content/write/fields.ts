import { isDeepStrictEqual } from 'node:util';
import { type FieldValues, keysOf, linkedIds, membersByLanguage, type Sibling, type Stored } from '../../database';
import { ApiError, errors, invalidParam } from '../../errors';
import type { Language, Text } from '../../language';
import type { CompiledArgs } from '../../registry';
import { isUnshown } from '../show';
import { inheriting, lockLinks } from '../translations';
import {
  type PostLike,
  type PostRecord,
  recordLanguage,
  type Sent,
  type SentLinks,
  type Services,
  type TermLike,
  type TypeField,
  type View,
  type WriteContext,
} from '../types';

/** Returns the IDs in sent links that the record does not have yet. */
export const newLinksIn = ({ fields }: Pick<PostLike, 'fields'>, sent: Sent, current: PostRecord | undefined): readonly SentLinks[] =>
  fields.flatMap(({ name, path, linksIn }) => {
    if (linksIn === undefined || path === undefined || (sent[name] ?? null) === null) return [];
    const { ids, ...links } = linksIn(sent[name]);
    const before = linkedIds(current, path);
    return { ...links, ids: ids.filter((id) => !before.includes(id)) };
  });

/** Computes the stored values of fields: the sent value, else the inherited, else the stored, else the empty one. */
export async function storedFields(
  type: PostLike,
  services: Services,
  sent: Sent,
  context: WriteContext,
  inherited: FieldValues,
): Promise<Partial<PostRecord>> {
  const { connection, stores } = services;
  const { current, session, status } = context;
  // Only links whose IDs are in the request.
  const touched = newLinksIn(type, sent, current).flatMap(({ to, ids }) => keysOf(to, ids));
  if (status === 'publish') connection.lock(touched, session);
  const view: View = { ...context, single: false };
  const shareIds: ShareIds = async ({ translates }, path, value) => {
    const shared = translates ? value : await stores.sharing.storedValueIn(type.plural, path, value, recordLanguage(context), session);
    // The sent ID already has a lock; the shared ID needs a lock too.
    if (shared !== value) await lockLinks(services, type.plural, { [path]: shared }, session);
    return shared;
  };
  const members = membersShown(current ?? context.original, recordLanguage(context));
  const isShown = ({ showOne, shared }: TypeField, value: unknown): boolean =>
    (shared ? members : [current]).some((one) => one && isDeepStrictEqual(value, showOne?.(one, view)));
  const own: Record<string, unknown> = {};
  let settling = type.settle;
  const settle = async () => {
    const settled = await settling?.(sent, { ...context, current: inheriting(current, inherited) });
    settling = undefined;
    return settled;
  };
  for (const field of type.fields) {
    const { name, arg, path, empty, cleared, settled, write, plugin } = field;
    if (plugin !== undefined) continue;
    // Fields of one `settle` get their values at the first of them.
    if (settled) Object.assign(own, await settle());
    if (path === undefined) continue;
    // A field without arg may have the name of a plugin's field.
    const value = arg === undefined ? undefined : sent[name];
    if (value === undefined) {
      if (Object.hasOwn(inherited, path)) own[path] = inherited[path];
      else if (current === undefined && empty !== undefined) own[path] = empty;
    } else if (value === cleared?.value || !isShown(field, value)) {
      const stored = write ? await write(value, context) : value;
      if (stored !== undefined) own[path] = await shareIds(field, path, stored);
    } else if (current === undefined) own[path] = inherited[path];
  }
  return { ...own, ...(await settle()), ...(await addedFields(type, sent, context, inherited, shareIds)) } as Partial<PostRecord>;
}

/** Returns the members of a record's translation group, plus a possibly missing member in `language`. Runs no query. */
function membersShown(record: PostRecord | undefined, language: Language): PostRecord[] {
  if (record === undefined) return [];
  const members = Object.entries(membersByLanguage(record)) as [Language, Sibling][];
  const siblings = members.map(([spoken, { id, slug, status }]) => ({ ...record, _id: id, language: spoken, slug, status }) as PostRecord);
  return [{ ...record, language }, ...siblings];
}

/** A function that replaces linked IDs by the IDs that translations share. */
type ShareIds = (field: Pick<TypeField, 'translates'>, path: string, value: unknown) => Promise<unknown>;

/** A compiled type of posts or terms, as far as its plugin fields need it. */
interface FieldType<R extends Stored, C> {
  readonly added: readonly TypeField<R, C>[];
  readonly checks: { readonly update: CompiledArgs };
  check?(fields: Readonly<Record<string, unknown>>, context: C): void | Promise<void>;
  present(records: readonly R[], view: View): Promise<Sent[]>;
}

/** Computes the stored values of plugin fields. Returns an empty object if the type has no plugin fields. */
export async function addedFields<R extends Stored, C extends { readonly current: R | undefined }>(
  type: FieldType<R, C>,
  sent: Sent,
  context: C,
  inherited: FieldValues = {},
  shareIds?: ShareIds,
): Promise<Pick<Stored, 'fields'>> {
  if (type.added.length === 0 && type.check === undefined) return {};
  const fields: Record<string, unknown> = { ...inheriting(context.current, inherited)?.fields };
  for (const field of type.added) {
    const { name, arg, empty, initial, write } = field;
    if (arg === undefined) continue;
    const isOld = sent[name] === undefined && fields[name] === undefined;
    // A default is stored; a null is not.
    const value = isOld && initial !== undefined ? initial : withoutNul(sent[name]);
    if (value === undefined) fields[name] ??= empty;
    else {
      const stored = write ? await write(value, context) : value;
      if (unstorableIn(stored) !== undefined) throw invalidParam(name, UNSTORABLE);
      fields[name] = shareIds ? await shareIds(field, `fields.${name}`, stored) : stored;
    }
  }
  await type.check?.(fields, context);
  return type.added.length === 0 ? {} : { fields };
}

/** Returns the params without nulls, which count as missing values of a new record. */
export const withoutNulls = (params: object): Sent => Object.fromEntries(Object.entries(params).filter(([, value]) => value !== null));

function withoutNul(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '');
  if (Array.isArray(value)) return value.map(withoutNul);
  // A plugin may pass objects of any class.
  if (typeof value !== 'object' || value === null || ![Object.prototype, null].includes(Object.getPrototypeOf(value))) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutNul(member)]));
}

/** The most nesting levels within a field. MongoDB stores at least 180 levels in a whole record. */
const MOST_LEVELS = 100;

const UNSTORABLE: Text = {
  en: `Send at most ${MOST_LEVELS} nested levels. No name may contain the character NUL or be “_bsontype”.`,
  fr: `Envoyez au plus ${MOST_LEVELS} niveaux imbriqués. Aucun nom ne peut contenir le caractère NUL ni être « _bsontype ».`,
};

/** Describes the first part of a value that MongoDB or JSON cannot represent; undefined if there is none. */
export function unstorableIn(value: unknown, levels = MOST_LEVELS): string | undefined {
  if (typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`;
  if (typeof value !== 'object' || value === null) return undefined;
  if (levels === 0) return `members of more than ${MOST_LEVELS} levels`;
  if (value instanceof Promise) return 'a promise within a value';
  for (const [name, member] of Object.entries(value)) {
    if (name.includes('\0') || name === '_bsontype') return 'a name with the sign NUL or that is “_bsontype”';
    const within = unstorableIn(member, levels - 1);
    if (within !== undefined) return within;
  }
  return undefined;
}

/** Interprets the nulls of an update: they clear a field that may be empty. Others throw 400 unless the record shows null. */
export function readNulls(type: PostLike | TermLike, params: Sent, record: Pick<Stored, 'fields'>): Sent {
  const { args, accepted, added } = type;
  const refused: Record<string, ReturnType<typeof errors.invalidType>> = {};
  const settled: Record<string, unknown> = {};
  const isShownNull = (name: string) => added.some((field) => field.name === name) && (record.fields?.[name] ?? null) === null;
  for (const [name, value] of Object.entries(params)) {
    const field = accepted.get(name);
    if (value !== null || name === 'image') settled[name] = value;
    else if (name === 'password' && 'protectable' in type && type.protectable) settled[name] = '';
    else if (field?.cleared) settled[name] = field.cleared.value;
    else if (field?.nulled !== 'kept' && !isShownNull(name))
      refused[name] = errors.invalidType(name, [args.update[name]?.type ?? 'string'].flat());
  }
  if (Object.keys(refused).length > 0) throw errors.invalidParams(refused);
  return settled;
}

/**
 * Removes sent values that only repeat what a plugin's function shows for a field. Also removes a null for a field that cannot be shown
 * now, since that null would delete the stored value.
 */
export async function withoutShown<R extends Stored, C>(
  type: FieldType<R, C>,
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
