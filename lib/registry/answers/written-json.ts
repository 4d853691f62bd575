import { createHash, randomBytes } from 'node:crypto';

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

/** A cached index. Only the last index of a name is cached, since the number of base URLs has no bound. */
interface CachedIndex {
  readonly constant: unknown;
  readonly digest: string;
  readonly key: string;
  readonly index: object;
}

/** The memory cache of a registry's indexes, by name. Adding a route empties the map. */
export type CachedIndexes = Map<string, CachedIndex>;

interface IndexParts<C, M, T extends object> {
  /** Makes the parts that are equal for all requests. Called once, and cached. */
  constant(): C;
  /** The values that differ between clients, such as the base URL of links. */
  readonly reader: unknown;
  /** Returns the present computed defaults. By default an index has none. */
  moment?(constant: C): readonly M[];
  make(constant: C, moment: readonly M[]): T;
}

/** The hidden member of an index with entity tag, JSON, and JSON by content coding. */
const SENT = Symbol('sent');
interface Sent {
  readonly tag: string;
  text?: Buffer;
  readonly compressed: Map<string, Buffer>;
}
const sentOf = (body: unknown): Sent | undefined => Reflect.get(Object(body), SENT);

const digestOf = (text: string): string => createHash('sha1').update(text).digest('base64url');

/** Returns the cached index `name`, or makes it. Its weak entity tag ignores times of day, since “now” would change it each second. */
export const cachedIndex = <C, M, T extends object>(indexes: CachedIndexes, name: string, parts: IndexParts<C, M, T>): T => {
  const before = indexes.get(name);
  const constant = before === undefined ? parts.constant() : (before.constant as C);
  const digest = before?.digest ?? digestOf(JSON.stringify(constant));
  const moment = parts.moment?.(constant) ?? [];
  const reader = JSON.stringify(parts.reader);
  const values = JSON.stringify(moment);
  const key = `${reader}${values}`;
  if (before?.key === key) return before.index as T;
  const index = parts.make(constant, moment);
  indexes.set(name, { constant, digest, key, index });
  const days = values.replace(/\d\d:\d\d(?::\d\d(?:\.\d+)?)?/g, '');
  const sent: Sent = { tag: `W/"${digestOf(JSON.stringify([digest, reader, days]))}"`, compressed: new Map() };
  return Object.defineProperty(index, SENT, { value: sent });
};

/** Returns the entity tag of an index made by `cachedIndex`. Undefined for other bodies. */
export const indexTag = (body: unknown): string | undefined => sentOf(body)?.tag;

/** Returns the JSON of an index made by `cachedIndex`, which is serialized and compressed once. Undefined for other bodies. */
export const writtenIndex = (body: unknown): Required<Sent> | undefined => {
  const sent = sentOf(body);
  if (sent === undefined) return undefined;
  sent.text ??= Buffer.from(JSON.stringify(body));
  const { text, tag, compressed } = sent;
  return { text, tag, compressed };
};
