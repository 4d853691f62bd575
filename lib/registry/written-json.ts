import { findSlots, type SlottedPart, textOfParts } from './slotted-text';

const written = new WeakMap<object, readonly SlottedPart[]>();

/** A value that is JSON already: `JSON.stringify` reads it again, `partsOfJson` takes it as it is. */
export const writtenJson = (parts: readonly SlottedPart[]): object => {
  const value = { toJSON: (): unknown => JSON.parse(textOfParts(parts)) };
  written.set(value, parts);
  return value;
};

const partsOf = (value: unknown): readonly SlottedPart[] | undefined =>
  typeof value === 'object' && value !== null ? written.get(value) : undefined;

/** Writes a value as JSON, in parts, as `JSON.stringify` does: it, or its members, are taken as they are where they are JSON already. */
export const partsOfJson = (value: unknown): readonly SlottedPart[] => {
  const own = partsOf(value);
  if (own !== undefined) return own;
  if (typeof value !== 'object' || value === null || Array.isArray(value) || 'toJSON' in value) return [findSlots(JSON.stringify(value))];
  const parts: SlottedPart[] = [];
  let text = '{';
  for (const [name, member] of Object.entries(value)) {
    const known = partsOf(member);
    const plain = known === undefined ? JSON.stringify(member) : '';
    if (plain === undefined) continue;
    text += `${text === '{' ? '' : ','}${JSON.stringify(name)}:${plain}`;
    if (known === undefined) continue;
    parts.push(findSlots(text), ...known);
    text = '';
  }
  return [...parts, findSlots(`${text}}`)];
};
