import type { Text } from '../language';
import { CODES, type Code } from './errors';
import { type ContentType, codeOf, type Explanation } from './refusal';

/** An error code as clients receive it, with its explanation. */
export interface Explained extends Explanation {
  readonly code: string;
  /** The singular name of the code's content type; undefined for a general code. */
  readonly kind?: Text;
}

/** The explanations of all error codes of a service, by code. */
export type Catalogue = ReadonlyMap<string, Explained>;

/** The content types of a service. Each type has its own error codes, e.g. `venue-not-accessible`. */
export interface CataloguedTypes {
  readonly postLike: readonly ContentType[];
  readonly termLike: readonly ContentType[];
}

/** Makes the catalogue of a service's error codes: the general ones, and those of its content types. */
export const createCatalogue = ({ postLike, termLike }: CataloguedTypes): Catalogue => {
  const all = Object.entries<Explanation>(CODES).flatMap(([code, explanation]): Explained[] => {
    if (!code.includes('{kind}')) return [{ code, ...explanation }];
    const types = explanation.only === 'post-like' ? postLike : [...postLike, ...termLike];
    return types.map(({ kind, name }) => ({ code: codeOf(code, kind), kind: name, ...explanation }));
  });
  return new Map(all.map((explained) => [explained.code, explained]));
};

/** Returns the explanation of an error code, also for an unknown content type. Undefined for a code that the service never sends. */
export const explanationOf = (code: string): Explanation | undefined => {
  const found = (Object.keys(CODES) as Code[]).find((pattern) => {
    const [before = '', after] = pattern.split('{kind}');
    if (after === undefined) return pattern === code;
    return code.length > before.length + after.length && code.startsWith(before) && code.endsWith(after);
  });
  return found && CODES[found];
};
