import { createHash } from 'node:crypto';

/** A cached index. Only the last index of a name is cached, since the number of base URLs has no bound. */
interface CachedIndex {
  readonly constant: unknown;
  /** The digest of `constant`. */
  readonly digest: string;
  /** The JSON of everything that `index` was made of except `constant`. */
  readonly key: string;
  readonly index: object;
}

/** The memory cache of a registry's indexes, by name. Adding a route empties the map. */
export type CachedIndexes = Map<string, CachedIndex>;

/** The functions that make an index. `Constant` and `Computed` are its parts. */
interface IndexParts<Constant, Computed, Index extends object> {
  /** Makes the parts that are equal for all requests. Called once, and cached. */
  constant(): Constant;
  /** The values that differ between clients, such as the base URL of links. */
  readonly client: unknown;
  /** Computes the parts that may change with time. If `values` change, the index is made again. By default there are none. */
  compute?(constant: Constant): { readonly computed: Computed; readonly values: readonly unknown[] };
  make(constant: Constant, computed: Computed | undefined): Index;
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
export const cachedIndex = <Constant, Computed, Index extends object>(
  indexes: CachedIndexes,
  name: string,
  parts: IndexParts<Constant, Computed, Index>,
): Index => {
  const cached = indexes.get(name);
  const constant = cached === undefined ? parts.constant() : (cached.constant as Constant);
  const digest = cached?.digest ?? digestOf(JSON.stringify(constant));
  const present = parts.compute?.(constant);
  const client = JSON.stringify(parts.client);
  const values = JSON.stringify(present?.values ?? []);
  const key = `${client}${values}`;
  if (cached?.key === key) return cached.index as Index;
  const index = parts.make(constant, present?.computed);
  indexes.set(name, { constant, digest, key, index });
  const days = values.replace(/\d\d:\d\d(?::\d\d(?:\.\d+)?)?/g, '');
  const sent: Sent = { tag: `W/"${digestOf(JSON.stringify([digest, client, days]))}"`, compressed: new Map() };
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
