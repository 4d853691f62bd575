import { randomBytes } from 'node:crypto';

/** A value that is written as JSON already, in parts. `JSON.stringify` parses it again. */
class WrittenJson {
  constructor(readonly parts: readonly Buffer[]) {}

  toJSON(): unknown {
    return JSON.parse(Buffer.concat(this.parts).toString());
  }
}

/** Makes a value of JSON that is written already, in parts. `jsonBytes` uses these parts. */
export const writtenJson = (parts: readonly Buffer[]): object => new WrittenJson(parts);

/** Writes an object as JSON, if it or some of its members are written already. Undefined if none is. */
export const jsonBytes = (value: unknown): Buffer | undefined => {
  if (value instanceof WrittenJson) return Buffer.concat(value.parts);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const members = Object.entries(value);
  if (!members.some(([, member]) => member instanceof WrittenJson)) return undefined;
  const parts: Buffer[] = [];
  let text = '{';
  for (const [name, member] of members) {
    const json = member instanceof WrittenJson ? '' : JSON.stringify(member);
    if (json === undefined) continue;
    text += `${text === '{' ? '' : ','}${JSON.stringify(name)}:${json}`;
    if (!(member instanceof WrittenJson)) continue;
    parts.push(Buffer.from(text), ...member.parts);
    text = '';
  }
  return Buffer.concat([...parts, Buffer.from(`${text}}`)]);
};

/** A word that no request can contain, so that no sent text is taken for a placeholder. */
const MARK = randomBytes(12).toString('hex');

const PLACEHOLDER = new RegExp(`"${MARK} ([^"]+)"`);

/** A named placeholder for a number that changes more often than the JSON around it. Only the JSON shows that it is a text. */
export const placeholder = (name: string): number => `${MARK} ${name}` as unknown as number;

/** JSON with placeholders. */
export interface JsonTemplate {
  /** The UTF-8 text between the placeholders: one piece more than there are names. */
  readonly pieces: readonly Buffer[];
  readonly names: readonly string[];
  /** Bytes of all pieces. */
  readonly bytes: number;
}

/** Bytes with memory of their own. A small Buffer is otherwise part of a larger one, which it keeps in memory. */
const ownBytes = (text: string): Buffer => {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
};

/** Splits a JSON text at its placeholders. */
export const jsonTemplate = (text: string): JsonTemplate => {
  // Every second part is a name.
  const parts = text.split(PLACEHOLDER);
  const pieces = parts.filter((_, index) => index % 2 === 0).map(ownBytes);
  const names = parts.filter((_, index) => index % 2 === 1).map((name) => Buffer.from(name).toString());
  return { pieces, names, bytes: pieces.reduce((sum, { length }) => sum + length, 0) };
};

/** Replaces the placeholders by values, in order. */
export const filledTemplate = ({ pieces }: JsonTemplate, values: readonly string[]): Buffer =>
  Buffer.concat(pieces.flatMap((piece, index) => (index === 0 ? [piece] : [Buffer.from(values[index - 1] ?? 'null'), piece])));
