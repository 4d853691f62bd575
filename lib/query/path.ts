import { isDocument } from './key';

/** The names of a dotted path. */
export const pathParts = (path: string): readonly string[] => path.split('.');

const own = (value: unknown, name: string): unknown => (isDocument(value) && Object.hasOwn(value, name) ? value[name] : undefined);

const POSITION = /^\d+$/;

/**
 * Tests if any value at a path passes; a missing field is tested as `undefined`. As in MongoDB, arrays on the way are
 * searched: each embedded document, and the member at a numeric name.
 */
export const someAt = (value: unknown, parts: readonly string[], test: (value: unknown) => boolean, at = 0): boolean => {
  const part = parts[at];
  if (part === undefined) return test(value);
  if (!Array.isArray(value)) return isDocument(value) ? someAt(own(value, part), parts, test, at + 1) : test(undefined);
  if (POSITION.test(part) && Number(part) < value.length && someAt(value[Number(part)], parts, test, at + 1)) return true;
  return value.some((item) => isDocument(item) && someAt(item, parts, test, at));
};
