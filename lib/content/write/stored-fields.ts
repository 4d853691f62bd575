import { isDeepStrictEqual } from 'node:util';
import { type FieldValues, keyOf, membersByLanguage, type Sibling } from '../../database';
import type { Language } from '../../language';
import { claimLinks, inheriting } from '../translations';
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
} from '../types';
import { addedFields, type Named } from './added-fields';

/** What is sent of a record names by ID, and the record does not yet. */
export const newLinksIn = <R extends PostRecord>(
  { fields }: Pick<PostLike<R>, 'fields'>,
  sent: Sent,
  current: R | undefined,
): readonly NewLinks[] =>
  fields.flatMap(({ name, newLinks }) => (newLinks === undefined || (sent[name] ?? null) === null ? [] : newLinks(sent[name], current)));

/** What is stored of a kind's fields: what was sent, else what a new translation begins with, else what the record has, else what stands for nothing. */
export async function storedFields<R extends PostRecord>(
  kind: PostLike<R>,
  services: Services,
  sent: Sent,
  context: WriteContext<R>,
  inherited: FieldValues,
): Promise<Partial<R>> {
  const { connection, kinds } = services;
  const { current, session, status } = context;
  // As far as that can be told before anything is read.
  const touched = newLinksIn(kind, sent, current).flatMap(({ to, ids }) => ids.map((id) => keyOf(to, id)));
  if (status === 'publish') connection.lock(touched, session);
  const view: View = { ...context, single: false };
  const named: Named = async ({ translates }, path, value) => {
    const said = translates ? value : await kinds.sharing.saidIn(kind.plural, path, value, recordLanguage(context), session);
    // It has been claimed by the name that was sent.
    if (said !== value) await claimLinks(services, kind.plural, { [path]: said }, session);
    return said;
  };
  const members = membersShown(current ?? context.original, recordLanguage(context));
  const isShown = ({ seen, shared }: TypeField, value: unknown): boolean =>
    (shared ? members : [current]).some((one) => one && isDeepStrictEqual(value, seen?.(one, view)));
  const own: Record<string, unknown> = {};
  let settling = kind.settle;
  const settle = async () => {
    const settled = await settling?.(sent, { ...context, current: inheriting(current, inherited) });
    settling = undefined;
    return settled;
  };
  for (const field of kind.fields) {
    const { name, arg, path, empty, cleared, settled, write, plugin } = field;
    if (plugin !== undefined) continue;
    // What is decided together is decided where the first of it stands.
    if (settled) Object.assign(own, await settle());
    if (path === undefined) continue;
    // What nobody can send may bear the name of what a plugin adds.
    const value = arg === undefined ? undefined : sent[name];
    if (value === undefined) {
      if (Object.hasOwn(inherited, path)) own[path] = inherited[path];
      else if (current === undefined && empty !== undefined) own[path] = empty;
    } else if (value === cleared?.value || !isShown(field, value)) {
      const stored = write ? await write(value, context) : value;
      if (stored !== undefined) own[path] = await named(field, path, stored);
    } else if (current === undefined) own[path] = inherited[path];
  }
  return { ...own, ...(await settle()), ...(await addedFields(kind, sent, context, inherited, named)) } as Partial<R>;
}

/** The members of a record's group, and its translation into a language, as far as the record tells of them; there need be none yet. */
function membersShown(record: PostRecord | undefined, language: Language): PostRecord[] {
  if (record === undefined) return [];
  const members = Object.entries(membersByLanguage(record)) as [Language, Sibling][];
  const told = members.map(([spoken, { id, slug, status }]) => ({ ...record, _id: id, language: spoken, slug, status }) as PostRecord);
  return [{ ...record, language }, ...told];
}
