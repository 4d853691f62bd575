/** What JSON cannot write, circles among it, has none. */
const jsonOf = (value: unknown): string | undefined => {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
};

/** A value as a sentence names it, in short. */
export const speltValue = (value: unknown): string => {
  const json = ['number', 'bigint', 'undefined'].includes(typeof value)
    ? String(value)
    : (jsonOf(value) ?? (typeof value === 'object' ? 'an object' : `a ${typeof value}`));
  return json.length > 60 ? `${json.slice(0, 59)}…` : json;
};
