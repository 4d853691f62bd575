import type { Text } from '../../language';

/** Removes the sign NUL from all texts in a value. */
export function withoutNulCharacters(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '');
  if (Array.isArray(value)) return value.map(withoutNulCharacters);
  // A plugin may pass objects of any class.
  if (typeof value !== 'object' || value === null || ![Object.prototype, null].includes(Object.getPrototypeOf(value))) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutNulCharacters(member)]));
}

/** The most nesting levels within a field. MongoDB stores at least 180 levels in a whole record. */
const MOST_LEVELS = 100;

/** The refusal of a value that `unstorableIn` describes. */
export const UNSTORABLE: Text = {
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
