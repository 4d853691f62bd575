/** The JSON of a value. Undefined if JSON cannot write it, e.g. because of a circle. */
const jsonOf = (value: unknown): string | undefined => {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
};

/** A value in short form, as sentences show it. */
export const speltValue = (value: unknown): string => {
  const json = ['number', 'bigint', 'undefined'].includes(typeof value)
    ? String(value)
    : (jsonOf(value) ?? (typeof value === 'object' ? 'an object' : `a ${typeof value}`));
  return json.length > 60 ? `${json.slice(0, 59)}…` : json;
};
