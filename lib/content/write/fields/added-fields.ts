import type { FieldValues, Stored } from '../../../database';
import { invalidParam } from '../../../errors';
import { inheriting } from '../../translations';
import type { Sent, TypeField } from '../../types';

/** Replaces linked IDs by the ones that translations share. */
export type ShareIds = (field: Pick<TypeField, 'translates'>, path: string, value: unknown) => Promise<unknown>;

const unchanged: ShareIds = async (_, __, value) => value;

/** The parts of a content type that decide the values in `fields`. */
interface AddingType<R extends Stored, C> {
  readonly added: readonly TypeField<R, C>[];
  check?(fields: Readonly<Record<string, unknown>>, context: C): void | Promise<void>;
}

/** Works out the values of the fields that plugins added. An empty object if there are none. */
export async function addedFields<R extends Stored, C extends { readonly current: R | undefined }>(
  type: AddingType<R, C>,
  sent: Sent,
  context: C,
  inherited: FieldValues = {},
  named = unchanged,
): Promise<Pick<Stored, 'fields'>> {
  if (type.added.length === 0 && type.check === undefined) return {};
  const fields: Record<string, unknown> = { ...inheriting(context.current, inherited)?.fields };
  for (const field of type.added) {
    const { name, arg, empty, initial, write } = field;
    if (arg === undefined) continue;
    const isOld = sent[name] === undefined && fields[name] === undefined;
    // A default value is stored; a null value is not.
    const value = isOld && initial !== undefined ? initial : withoutNul(sent[name]);
    if (value === undefined) fields[name] ??= empty;
    else {
      const stored = write ? await write(value, context) : value;
      assertStorable(name, stored);
      fields[name] = await named(field, `fields.${name}`, stored);
    }
  }
  await type.check?.(fields, context);
  return type.added.length === 0 ? {} : { fields };
}

/** Removes NUL characters from the texts of a value. */
function withoutNul(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '');
  if (Array.isArray(value)) return value.map(withoutNul);
  // A plugin may pass objects of any class.
  if (typeof value !== 'object' || value === null || ![Object.prototype, null].includes(Object.getPrototypeOf(value))) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutNul(member)]));
}

/** Refuses JSON values that databases cannot store. They have too many levels, NUL in a name, or the mark of BSON classes. */
function assertStorable(name: string, value: unknown): void {
  if (unstorableIn(value) === undefined) return;
  throw invalidParam(name, {
    en: `Send at most ${MOST_LEVELS} levels of members, and no name with the sign NUL or that is “_bsontype”.`,
    fr: `Envoyez au plus ${MOST_LEVELS} niveaux d’éléments, et aucun nom qui contienne le caractère NUL ou soit « _bsontype ».`,
  });
}

/** Most levels of members within a field. MongoDB stores at least 180 levels of a whole record. */
export const MOST_LEVELS = 100;

/** Names the part of a value that a database or JSON cannot hold. Undefined if there is none. */
export function unstorableIn(value: unknown, levels = MOST_LEVELS): string | undefined {
  if (typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`;
  if (typeof value !== 'object' || value === null) return undefined;
  if (levels === 0) return `members of more than ${MOST_LEVELS} levels`;
  if (value instanceof Promise) return 'a promise within a value';
  for (const key of Object.keys(value))
    if (key.includes('\0') || key === '_bsontype') return 'a name with the sign NUL or that is “_bsontype”';
  for (const member of Object.values(value)) {
    const within = unstorableIn(member, levels - 1);
    if (within !== undefined) return within;
  }
  return undefined;
}
