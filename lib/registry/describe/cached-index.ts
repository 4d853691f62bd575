import { createHash } from 'node:crypto';

/** What an index is made of. */
export interface IndexParts<T extends object> {
  /** The parts that are the same for everybody and at all times: asked for once. */
  constant(): readonly unknown[];
  /** What differs between those who ask, such as the address in links. */
  readonly reader: unknown;
  /** What is of the moment: the computed defaults. */
  readonly moment: readonly unknown[];
  make(): T;
}

interface Shelf {
  readonly digest: string;
  /** The last index that was made: only one, since anybody may ask under addresses without number. */
  last?: { readonly asked: string; readonly index: object };
}

const shelves = new WeakMap<object, Map<string, Shelf>>();
const tags = new WeakMap<object, string>();

const digestOf = (parts: readonly unknown[]): string => {
  const hash = createHash('sha1');
  // One by one: the text of them all is large.
  for (const part of parts) hash.update(JSON.stringify(part));
  return hash.digest('base64url');
};

/**
 * Answers the index `name` of these routes: the very object of the last time where nothing differs, else a new one. It has a weak entity tag,
 * in which a computed default counts without its time of day: one that says “now” would make each second another index.
 */
export const cachedIndex = <T extends object>(routes: object, name: string, { constant, reader, moment, make }: IndexParts<T>): T => {
  const byName = shelves.get(routes) ?? new Map<string, Shelf>();
  shelves.set(routes, byName);
  const shelf: Shelf = byName.get(name) ?? { digest: digestOf(constant()) };
  byName.set(name, shelf);
  const about = JSON.stringify(reader);
  const values = JSON.stringify(moment);
  const asked = `${about}${values}`;
  if (shelf.last?.asked === asked) return shelf.last.index as T;
  const index = make();
  shelf.last = { asked, index };
  const days = values.replace(/\d\d:\d\d(?::\d\d(?:\.\d+)?)?/g, '');
  tags.set(index, `W/"${digestOf([shelf.digest, about, days])}"`);
  return index;
};

/** The entity tag of what `keptIndex` answered; undefined of anything else. */
export const indexTag = (body: unknown): string | undefined => (typeof body === 'object' && body !== null ? tags.get(body) : undefined);
