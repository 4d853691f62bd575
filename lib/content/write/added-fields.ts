import type { FieldValues, Stored } from '../../database';
import { invalidParam } from '../../errors';
import { inheriting } from '../translations';
import type { Sent, TypeField } from '../types';
import { MOST_LEVELS, unstorableIn } from './storable';

/** Names what a field links as translations share it. */
export type Named = (field: Pick<TypeField, 'translates'>, path: string, value: unknown) => Promise<unknown>;

const asSaid: Named = async (_, __, value) => value;

/** What of a kind is stored in the `fields` of its records. */
interface Adding<R extends Stored, C> {
  readonly added: readonly TypeField<R, C>[];
  check?(fields: Readonly<Record<string, unknown>>, context: C): void | Promise<void>;
}

/** What is stored of what plugins have added: empty where the kind has nothing added. */
export async function addedFields<R extends Stored, C extends { readonly current: R | undefined }>(
  kind: Adding<R, C>,
  sent: Sent,
  context: C,
  inherited: FieldValues = {},
  named = asSaid,
): Promise<Pick<Stored, 'fields'>> {
  if (kind.added.length === 0 && kind.check === undefined) return {};
  const fields: Record<string, unknown> = { ...inheriting(context.current, inherited)?.fields };
  for (const field of kind.added) {
    const { name, arg, empty, initial, write } = field;
    if (arg === undefined) continue;
    const isOld = sent[name] === undefined && fields[name] === undefined;
    // A default is stored as if it were sent; nothing is stored as nothing.
    const value = isOld && initial !== undefined ? initial : withoutNul(sent[name]);
    if (value === undefined) fields[name] ??= empty;
    else {
      const stored = write ? await write(value, context) : value;
      assertStorable(name, stored);
      fields[name] = await named(field, `fields.${name}`, stored);
    }
  }
  await kind.check?.(fields, context);
  return kind.added.length === 0 ? {} : { fields };
}

/** A value as it was sent, the sign NUL left out of its texts. */
function withoutNul(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '');
  if (Array.isArray(value)) return value.map(withoutNul);
  // What a plugin hands over itself can be of any class.
  if (typeof value !== 'object' || value === null || ![Object.prototype, null].includes(Object.getPrototypeOf(value))) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutNul(member)]));
}

/** Refuses what no database stores though JSON can say it: members of too many levels, the sign NUL in a name, and the mark of BSON's own classes. */
function assertStorable(name: string, value: unknown): void {
  if (unstorableIn(value) === undefined) return;
  throw invalidParam(name, {
    en: `Send at most ${MOST_LEVELS} levels of members, and no name with the sign NUL or that is “_bsontype”.`,
    fr: `Envoyez au plus ${MOST_LEVELS} niveaux d’éléments, et aucun nom qui contienne le caractère NUL ou soit « _bsontype ».`,
  });
}
