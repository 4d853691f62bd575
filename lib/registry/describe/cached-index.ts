import { createHash } from 'node:crypto';

/** A cached index. Only the last one of a name is cached, since the number of addresses has no bound. */
interface CachedIndex {
  readonly constant: unknown;
  readonly digest: string;
  readonly key: string;
  readonly index: object;
}

/** The cached indexes of a registry, by name. Adding a route empties the map. */
export type CachedIndexes = Map<string, CachedIndex>;

/** The parts of an index. */
interface IndexParts<C, M, T extends object> {
  /** Makes the parts that are the same for all requests, as JSON. Called once. */
  constant(): C;
  /** The parts that differ between readers, such as the address in links. */
  readonly reader: unknown;
  /** The computed defaults of the moment. None by default. */
  moment?(constant: C): readonly M[];
  make(constant: C, moment: readonly M[]): T;
}

/** The entity tag of an index, and its JSON after it was sent once, also by content coding. A member of the index that copies do not get. */
const SENT = Symbol('sent');
interface Sent {
  readonly tag: string;
  text?: Buffer;
  readonly compressed: Map<string, Buffer>;
}
const sentOf = (body: unknown): Sent | undefined => Reflect.get(Object(body), SENT);

const digestOf = (text: string): string => createHash('sha1').update(text).digest('base64url');

/**
 * Answers the index `name`: the same object as before if nothing differs, else a new one.
 * Its weak entity tag ignores the time of day of computed defaults: with “now” as a default, each second would make another tag.
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

/** The entity tag of a result of `cachedIndex`. Undefined for anything else. */
export const indexTag = (body: unknown): string | undefined => sentOf(body)?.tag;

/** An index as it is sent. It is large and the same for everybody, so it is written and compressed once. Undefined for anything else. */
export const writtenIndex = (body: unknown): Required<Sent> | undefined => {
  const sent = sentOf(body);
  if (sent === undefined) return undefined;
  sent.text ??= Buffer.from(JSON.stringify(body));
  const { text, tag, compressed } = sent;
  return { text, tag, compressed };
};
