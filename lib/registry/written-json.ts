const texts = new WeakMap<object, string>();

/** A value that is JSON already: `JSON.stringify` reads it again, `writeJson` takes it as it is. */
export const writtenJson = (text: string): object => {
  const value = { toJSON: (): unknown => JSON.parse(text) };
  texts.set(value, text);
  return value;
};

const textOf = (value: unknown): string | undefined => (typeof value === 'object' && value !== null ? texts.get(value) : undefined);

/** Writes a value as JSON, as `JSON.stringify` does: members that are JSON already are taken as they are. */
export const writeJson = (value: unknown): string | undefined => {
  const own = textOf(value);
  if (own !== undefined) return own;
  if (typeof value !== 'object' || value === null || Array.isArray(value) || 'toJSON' in value) return JSON.stringify(value);
  const members = Object.entries(value);
  if (!members.some(([, member]) => textOf(member) !== undefined)) return JSON.stringify(value);
  const written = members.flatMap(([name, member]) => {
    const text = textOf(member) ?? JSON.stringify(member);
    return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`];
  });
  return `{${written.join(',')}}`;
};
