/** A value of a record, by the name of a field or by `fields.` and that of one that a plugin added. */
export const fieldAt = (record: object, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], record);

/** A record with another value there. */
export const withValue = <R extends object>(record: R, path: string, value: unknown): R => {
  const [name = '', own] = path.split('.');
  if (own === undefined) return { ...record, [name]: value };
  return { ...record, [name]: { ...(fieldAt(record, name) as object | undefined), [own]: value } };
};

/** Values of a record, by the fields that hold them, as `fieldAt` reads these. */
export type FieldValues = Readonly<Record<string, unknown>>;

/** A record with other values there. */
export const withValues = <R extends object>(record: R, values: FieldValues): R =>
  Object.entries(values).reduce((made, [field, value]) => withValue(made, field, value), record);
