import { createHash } from 'node:crypto';

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

/**
 * Returns the cached index `name` if client and computed defaults are equal, else makes a new index.
 * The weak entity tag ignores times of day in computed defaults: “now” would change the tag each second.
 */
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
