import { randomBytes } from 'node:crypto';

/** A word that no request can know, so that nothing that was sent is taken for a placeholder. */
const MARK = randomBytes(12).toString('hex');

/** A placeholder for a number that changes more often than the JSON around it, by its name. */
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

/** Bytes with memory of their own: small Buffers are otherwise parts of a larger one, which they would keep. */
const ownBytes = (text: string): Buffer => {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
};

/** Finds the placeholders of a JSON text. */
export const jsonTemplate = (text: string): JsonTemplate => {
  // Every second part is a name.
  const parts = text.split(PLACEHOLDER);
  const pieces = parts.filter((_, place) => place % 2 === 0).map(ownBytes);
  const names = parts.filter((_, place) => place % 2 === 1).map((name) => Buffer.from(name).toString());
  return { pieces, names, bytes: pieces.reduce((sum, { length }) => sum + length, 0) };
};

/** Puts values in the places of the placeholders, in their order. */
export const filledTemplate = ({ pieces }: JsonTemplate, values: readonly string[]): Buffer =>
  Buffer.concat(pieces.flatMap((piece, place) => (place === 0 ? [piece] : [Buffer.from(values[place - 1] ?? 'null'), piece])));
