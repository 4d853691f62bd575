/** A value of a record, by the name of a field or by `fields.` and that of one that a plugin added. */
export const fieldAt = (record: object, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], record);

/** A record with another value there. */
export const withValue = <R extends object>(record: R, path: string, value: unknown): R => {
  const [name = '', own] = path.split('.');
  if (own === undefined) return { ...record, [name]: value };
  return { ...record, [name]: { ...(fieldAt(record, name) as object | undefined), [own]: value } };
};
