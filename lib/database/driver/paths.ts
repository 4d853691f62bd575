/** A value of a record by its path. The path is the name of a field, such as `venue`, or of a plugin's, `fields.seats`. */
export const fieldAt = (record: object, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], record);

/** A copy of a record with another value at a path. */
export const withValue = <R extends object>(record: R, path: string, value: unknown): R => {
  const [name = '', own] = path.split('.');
  if (own === undefined) return { ...record, [name]: value };
  return { ...record, [name]: { ...(fieldAt(record, name) as object | undefined), [own]: value } };
};

/** Values of a record by their paths, as `fieldAt` reads them. */
export type FieldValues = Readonly<Record<string, unknown>>;

/** A copy of a record with other values at several paths. */
export const withValues = <R extends object>(record: R, values: FieldValues): R =>
  Object.entries(values).reduce((copy, [field, value]) => withValue(copy, field, value), record);
