import { randomBytes } from 'node:crypto';

/** A value that exists as parts of a serialized JSON text. `JSON.stringify` parses the text again. */
class WrittenJson {
  constructor(readonly parts: readonly Buffer[]) {}

  toJSON(): unknown {
    return JSON.parse(Buffer.concat(this.parts).toString());
  }
}

/** Makes a value from the parts of a serialized JSON text. `jsonBytes` copies the parts without parsing. */
export const writtenJson = (parts: readonly Buffer[]): object => new WrittenJson(parts);

/** Serializes a result of `writtenJson`, or an object with such members, as JSON. Undefined for other values. */
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

/** A random word that no text of a client can contain. */
const MARK = randomBytes(12).toString('hex');

const PLACEHOLDER = new RegExp(`"${MARK} ([^"]+)"`);

/** Makes a named placeholder for a number that changes more often than the JSON around. Really a text. */
export const placeholder = (name: string): number => `${MARK} ${name}` as unknown as number;

/** A JSON text with placeholders. */
export interface JsonTemplate {
  /** The UTF-8 text without the placeholders. */
  readonly text: Buffer;
  /** The position of each placeholder in `text`, in bytes. */
  readonly positions: readonly number[];
  readonly names: readonly string[];
}

/** Splits a JSON text at its placeholders. */
export const jsonTemplate = (json: string): JsonTemplate => {
  // Every second part is a name.
  const parts = json.split(PLACEHOLDER);
  const pieces = parts.filter((_, index) => index % 2 === 0);
  const names = parts.filter((_, index) => index % 2 === 1).map((name) => Buffer.from(name).toString());
  // Own memory, since the shared pool of small Buffers would stay in memory.
  const text = Buffer.allocUnsafeSlow(pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0));
  const ends: number[] = [];
  for (const piece of pieces) {
    const start = ends.at(-1) ?? 0;
    ends.push(start + text.write(piece, start));
  }
  return { text, positions: ends.slice(0, -1), names };
};

/** Replaces the placeholders of a JSON template by serialized values, in order. */
export const filledTemplate = ({ text, positions }: JsonTemplate, values: readonly string[]): Buffer => {
  const starts = [0, ...positions];
  return Buffer.concat(
    starts.flatMap((start, index) => {
      const piece = text.subarray(start, positions[index]);
      return index === 0 ? [piece] : [Buffer.from(values[index - 1] ?? 'null'), piece];
    }),
  );
};
