import { requiredOf, type Schema } from '../registry';

/**
 * Tells whether a recorded answer has, at every depth, the members that a schema requires: one that was recorded before a plugin added some has
 * not. No validator is compiled for it, since the document is asked for in passing.
 */
export const hasRequired = (schema: Schema, value: unknown): boolean => {
  if (Array.isArray(value)) return value.every((item) => schema.items === undefined || hasRequired(schema.items, item));
  if (typeof value !== 'object' || value === null) return schema.type !== 'object';
  const members = value as Readonly<Record<string, unknown>>;
  return (
    requiredOf(schema).every((name) => Object.hasOwn(members, name)) &&
    Object.entries(schema.properties ?? {}).every(
      ([name, one]) => !Object.hasOwn(members, name) || members[name] === null || hasRequired(one, members[name]),
    )
  );
};
