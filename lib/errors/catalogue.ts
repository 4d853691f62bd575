import type { Kind } from '../errors';
import type { Text } from '../language';
import { CODES, codeOf, type Explanation } from './codes';

/** A code as a service answers it, explained. */
export interface Explained extends Explanation {
  readonly code: string;
  /** The name of the kind that the code is about, where it is about one. */
  readonly kind?: Text;
}

/** What is told of each code that a service answers, by code. */
export type Catalogue = ReadonlyMap<string, Explained>;

/** The kinds that a service has; each has codes of its own. */
export interface CataloguedKinds {
  readonly postLike: readonly Kind[];
  readonly termLike: readonly Kind[];
}

/** Makes the catalogue of a service's codes: those of all services, and those of its kinds. */
export const createCatalogue = ({ postLike, termLike }: CataloguedKinds): Catalogue => {
  const all = Object.entries<Explanation>(CODES).flatMap(([code, explanation]): Explained[] => {
    if (!code.includes('{kind}')) return [{ code, ...explanation }];
    const kinds = explanation.only === 'post-like' ? postLike : [...postLike, ...termLike];
    return kinds.map(({ kind, name }) => ({ code: codeOf(code, kind), kind: name, ...explanation }));
  });
  return new Map(all.map((explained) => [explained.code, explained]));
};
