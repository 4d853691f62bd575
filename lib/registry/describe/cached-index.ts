import { createHash } from 'node:crypto';

/** The parts of an index. */
export interface IndexParts<T extends object> {
  /** The parts that never change. Called once. */
  constant(): readonly unknown[];
  /** The parts that differ between readers, such as the address in links. */
  readonly reader: unknown;
  /** The computed defaults of the moment. */
  readonly moment: readonly unknown[];
  make(): T;
}

interface CacheEntry {
  readonly digest: string;
  /** The last index only, since the number of addresses has no bound. */
  last?: { readonly key: string; readonly index: object };
}

const entries = new WeakMap<object, Map<string, CacheEntry>>();
/** The entity tags of indexes, and their JSON after it was sent once, also by content coding. */
const sent = new WeakMap<object, { readonly tag: string; text?: Buffer; readonly compressed: Map<string, Buffer> }>();

const digestOf = (parts: readonly unknown[]): string => {
  const hash = createHash('sha1');
  // One by one, since their joined text is large.
  for (const part of parts) hash.update(JSON.stringify(part));
  return hash.digest('base64url');
};

/**
 * Answers the index `name` of some routes: the same object as before if nothing differs, else a new one.
 * Its weak entity tag ignores the time of day of computed defaults: with “now” as a default, each second would make another tag.
 */
export const cachedIndex = <T extends object>(routes: object, name: string, { constant, reader, moment, make }: IndexParts<T>): T => {
  const byName = entries.get(routes) ?? new Map<string, CacheEntry>();
  entries.set(routes, byName);
  const entry: CacheEntry = byName.get(name) ?? { digest: digestOf(constant()) };
  byName.set(name, entry);
  const about = JSON.stringify(reader);
  const values = JSON.stringify(moment);
  const key = `${about}${values}`;
  if (entry.last?.key === key) return entry.last.index as T;
  const index = make();
  entry.last = { key, index };
  const days = values.replace(/\d\d:\d\d(?::\d\d(?:\.\d+)?)?/g, '');
  sent.set(index, { tag: `W/"${digestOf([entry.digest, about, days])}"`, compressed: new Map() });
  return index;
};

/** The entity tag of a result of `cachedIndex`. Undefined for anything else. */
export const indexTag = (body: unknown): string | undefined =>
  typeof body === 'object' && body !== null ? sent.get(body)?.tag : undefined;

/** An index as it is sent. It is large and the same for everybody, so it is written and compressed once. Undefined for anything else. */
export const writtenIndex = (
  body: unknown,
): { readonly text: Buffer; readonly tag: string; readonly compressed: Map<string, Buffer> } | undefined => {
  const known = typeof body === 'object' && body !== null ? sent.get(body) : undefined;
  if (known === undefined) return undefined;
  known.text ??= Buffer.from(JSON.stringify(body));
  const { text, tag, compressed } = known;
  return { text, tag, compressed };
};
