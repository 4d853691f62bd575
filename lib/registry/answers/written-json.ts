const written = new WeakMap<object, readonly Buffer[]>();

/** A value that is written as JSON already, in parts. `JSON.stringify` parses it again; `jsonBytes` uses the parts. */
export const writtenJson = (parts: readonly Buffer[]): object => {
  const value = { toJSON: (): unknown => JSON.parse(Buffer.concat(parts).toString()) };
  written.set(value, parts);
  return value;
};

const partsOf = (value: unknown): readonly Buffer[] | undefined =>
  typeof value === 'object' && value !== null ? written.get(value) : undefined;

/** Writes an object as JSON, if it or some of its members are written already. Undefined if none is. */
export const jsonBytes = (value: unknown): Buffer | undefined => {
  const own = partsOf(value);
  if (own !== undefined) return Buffer.concat(own);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const members = Object.entries(value);
  if (members.every(([, member]) => partsOf(member) === undefined)) return undefined;
  const parts: Buffer[] = [];
  let text = '{';
  for (const [name, member] of members) {
    const known = partsOf(member);
    const plain = known === undefined ? JSON.stringify(member) : '';
    if (plain === undefined) continue;
    text += `${text === '{' ? '' : ','}${JSON.stringify(name)}:${plain}`;
    if (known === undefined) continue;
    parts.push(Buffer.from(text), ...known);
    text = '';
  }
  return Buffer.concat([...parts, Buffer.from(`${text}}`)]);
};
