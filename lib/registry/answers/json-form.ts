const hasOwnForm = (value: object): value is { toJSON(key: string): unknown } => 'toJSON' in value && typeof value.toJSON === 'function';

const isLeftOut = (value: unknown): boolean => value === undefined || typeof value === 'function' || typeof value === 'symbol';

const listForm = (list: readonly unknown[]): readonly unknown[] => {
  let copy: unknown[] | undefined;
  for (let index = 0; index < list.length; index += 1) {
    const form = toJsonForm(list[index], String(index));
    if (!isLeftOut(form) && Object.is(form, list[index])) continue;
    copy ??= [...list];
    copy[index] = isLeftOut(form) ? null : form;
  }
  return copy ?? list;
};

const objectForm = (object: Readonly<Record<string, unknown>>): object => {
  const prototype: unknown = Object.getPrototypeOf(object);
  // Members of a class's prototype are not written.
  let copy: Record<string, unknown> | undefined = prototype === Object.prototype || prototype === null ? undefined : { ...object };
  for (const key of Object.keys(object)) {
    const form = toJsonForm(object[key], key);
    if (!isLeftOut(form) && Object.is(form, object[key])) continue;
    copy ??= { ...object };
    if (isLeftOut(form)) delete copy[key];
    else Object.defineProperty(copy, key, { value: form, enumerable: true, configurable: true, writable: true });
  }
  return copy ?? object;
};

/**
 * The JSON form of a value: undefined members are left out, and `toJSON` is applied. A value in this form already is returned
 * unchanged.
 * Numbers that JSON writes as null stay as they are, since no handler means null by them.
 */
export const toJsonForm = (value: unknown, key = ''): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  const form = hasOwnForm(value) ? value.toJSON(key) : value;
  if (typeof form !== 'object' || form === null) return form;
  if (form instanceof Number || form instanceof String || form instanceof Boolean) return form.valueOf();
  return Array.isArray(form) ? listForm(form) : objectForm(form as Record<string, unknown>);
};
