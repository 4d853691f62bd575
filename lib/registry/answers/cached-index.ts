import { createHash } from 'node:crypto';

/** A cached index. Only the last index of a name is cached, since the number of base URLs has no bound. */
interface CachedIndex {
  /** The JSON of everything that may change the index. */
  readonly key: string;
  readonly index: object;
}

/** The memory cache of a registry's indexes, by name. Adding a route empties the map. */
export type CachedIndexes = Map<string, CachedIndex>;

/** The sources of an index. */
interface IndexSource<Index extends object> {
  /** The values that may change the index, such as the base URL of links. Routes need not be among them. */
  readonly dependsOn: unknown;
  make(): Index;
}

/** An index as it is sent: its JSON, and that compressed by each content coding. */
interface WrittenIndex {
  readonly tag: string;
  readonly text: Buffer;
  readonly compressed: Map<string, Buffer>;
}

/** The hidden member of a cached index with its written form, which the first request makes. */
const WRITTEN = Symbol('written');

/** Returns the cached index `name`. Makes it anew if a value in `dependsOn` has changed. */
export const cachedIndex = <Index extends object>(indexes: CachedIndexes, name: string, { dependsOn, make }: IndexSource<Index>): Index => {
  const key = JSON.stringify(dependsOn);
  const cached = indexes.get(name);
  if (cached?.key === key) return cached.index as Index;
  const index = Object.defineProperty(make(), WRITTEN, { value: {} });
  indexes.set(name, { key, index });
  return index;
};

/** Returns the written form of an index made by `cachedIndex`. Undefined for other bodies. */
export const writtenIndex = (body: unknown): WrittenIndex | undefined => {
  const holder: { written?: WrittenIndex } | undefined = Reflect.get(Object(body), WRITTEN);
  if (holder === undefined) return undefined;
  holder.written ??= write(JSON.stringify(body));
  return holder.written;
};

/** Writes an index. Its weak entity tag ignores times of day, since a default such as “now” would change it each second. */
const write = (json: string): WrittenIndex => {
  const days = json.replace(/\d\d:\d\d(?::\d\d(?:\.\d+)?)?/g, '');
  const tag = `W/"${createHash('sha1').update(days).digest('base64url')}"`;
  return { tag, text: Buffer.from(json), compressed: new Map() };
};
