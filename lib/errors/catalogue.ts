import type { Text } from '../language';
import { CODES, type Code } from './errors';
import { type ContentType, codeOf, type Explanation } from './refusal';

/** A code as the service answers it, with its explanation. */
export interface Explained extends Explanation {
  readonly code: string;
  /** The singular name of the content type that the code is about, if any. */
  readonly kind?: Text;
}

/** The explanations of a service's codes, by code. */
export type Catalogue = ReadonlyMap<string, Explained>;

/** The content types of a service. Each has codes of its own. */
export interface CataloguedTypes {
  readonly postLike: readonly ContentType[];
  readonly termLike: readonly ContentType[];
}

/** Makes the catalogue of a service's codes: general codes, and the codes of its content types. */
export const createCatalogue = ({ postLike, termLike }: CataloguedTypes): Catalogue => {
  const all = Object.entries<Explanation>(CODES).flatMap(([code, explanation]): Explained[] => {
    if (!code.includes('{kind}')) return [{ code, ...explanation }];
    const types = explanation.only === 'post-like' ? postLike : [...postLike, ...termLike];
    return types.map(({ kind, name }) => ({ code: codeOf(code, kind), kind: name, ...explanation }));
  });
  return new Map(all.map((explained) => [explained.code, explained]));
};

/** The explanation of a code, even if its content type is unknown. Undefined for a code that the service never answers. */
export const explanationOf = (code: string): Explanation | undefined => {
  const found = (Object.keys(CODES) as Code[]).find((pattern) => {
    const [before = '', after] = pattern.split('{kind}');
    if (after === undefined) return pattern === code;
    return code.length > before.length + after.length && code.startsWith(before) && code.endsWith(after);
  });
  return found && CODES[found];
};
