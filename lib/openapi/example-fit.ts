import { requiredOf, type Schema } from '../registry';

/**
 * True if a recorded answer has all required members at every depth. A plugin may have added members after the recording.
 * This compiles no validator, since the document is often requested in passing.
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
