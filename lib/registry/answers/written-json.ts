/** A value that is written as JSON already, in parts. `JSON.stringify` parses it again. */
class WrittenJson {
  constructor(readonly parts: readonly Buffer[]) {}

  toJSON(): unknown {
    return JSON.parse(Buffer.concat(this.parts).toString());
  }
}

/** Makes a value of JSON that is written already, in parts. `jsonBytes` uses these parts. */
export const writtenJson = (parts: readonly Buffer[]): object => new WrittenJson(parts);

const partsOf = (value: unknown): readonly Buffer[] | undefined => (value instanceof WrittenJson ? value.parts : undefined);

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
