import { randomBytes } from 'node:crypto';

/** A word that no request can contain, so that no sent text is taken for a placeholder. */
const MARK = randomBytes(12).toString('hex');

/** A named placeholder for a number that changes more often than the JSON around it. */
export const placeholder = (name: string): number => `${MARK} ${name}` as unknown as number;

/** JSON with placeholders. */
export interface JsonTemplate {
  /** The UTF-8 text between the placeholders: one piece more than there are names. */
  readonly pieces: readonly Buffer[];
  readonly names: readonly string[];
  /** Bytes of all pieces. */
  readonly bytes: number;
}

const PLACEHOLDER = new RegExp(`"${MARK} ([^"]+)"`);

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
