import { isDeepStrictEqual } from 'node:util';
import { type FieldValues, keysOf, membersByLanguage, type Sibling } from '../../../database';
import type { Language } from '../../../language';
import { inheriting, lockLinks } from '../../translations';
import {
  type NewLinks,
  type PostLike,
  type PostRecord,
  recordLanguage,
  type Sent,
  type Services,
  type TypeField,
  type View,
  type WriteContext,
} from '../../types';
import { addedFields, type ShareIds } from './added-fields';

/** The IDs in sent links that the record does not have yet. */
export const newLinksIn = <R extends PostRecord>(
  { fields }: Pick<PostLike<R>, 'fields'>,
  sent: Sent,
  current: R | undefined,
): readonly NewLinks[] =>
  fields.flatMap(({ name, newLinks }) => (newLinks === undefined || (sent[name] ?? null) === null ? [] : newLinks(sent[name], current)));

/**
 * Works out the stored values of a type's fields. Sent values come first, then inherited ones of a translation, stored ones, and empty
 * ones.
 */
export async function storedFields<R extends PostRecord>(
  type: PostLike<R>,
  services: Services,
  sent: Sent,
  context: WriteContext<R>,
  inherited: FieldValues,
): Promise<Partial<R>> {
  const { connection, kinds } = services;
  const { current, session, status } = context;
  // Only links that are known without reading.
  const touched = newLinksIn(type, sent, current).flatMap(({ to, ids }) => keysOf(to, ids));
  if (status === 'publish') connection.lock(touched, session);
  const view: View = { ...context, single: false };
  const named: ShareIds = async ({ translates }, path, value) => {
    const shared = translates ? value : await kinds.sharing.storedValueIn(type.plural, path, value, recordLanguage(context), session);
    // The sent ID has a lock already, the shared one needs its own.
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
    // Fields that are settled together are settled at the first one.
    if (settled) Object.assign(own, await settle());
    if (path === undefined) continue;
    // A field without arg may have the same name as a plugin's field.
    const value = arg === undefined ? undefined : sent[name];
    if (value === undefined) {
      if (Object.hasOwn(inherited, path)) own[path] = inherited[path];
      else if (current === undefined && empty !== undefined) own[path] = empty;
    } else if (value === cleared?.value || !isShown(field, value)) {
      const stored = write ? await write(value, context) : value;
      if (stored !== undefined) own[path] = await named(field, path, stored);
    } else if (current === undefined) own[path] = inherited[path];
  }
  return { ...own, ...(await settle()), ...(await addedFields(type, sent, context, inherited, named)) } as Partial<R>;
}

/**
 * The members of a record's translation group, as far as the record tells. With them comes a member in `language`, which may not exist yet.
 */
function membersShown(record: PostRecord | undefined, language: Language): PostRecord[] {
  if (record === undefined) return [];
  const members = Object.entries(membersByLanguage(record)) as [Language, Sibling][];
  const siblings = members.map(([spoken, { id, slug, status }]) => ({ ...record, _id: id, language: spoken, slug, status }) as PostRecord);
  return [{ ...record, language }, ...siblings];
}
