import type { Language, Text } from '../language';

/** A tag that groups operations, with its description. */
interface Tag {
  readonly name: string;
  readonly description: string;
}

const below = (tag: string): Text =>
  tag === INDEX
    ? { en: 'What the namespace holds.', fr: 'Ce que contient l’espace de noms.' }
    : { en: `The routes below \`/${tag}\`.`, fr: `Les routes sous \`/${tag}\`.` };

/** The tag of a namespace's own address. */
const INDEX = 'index';

/** The first segment of a path, without file endings: `/events.ics` has the tag `events`. */
export const tagOf = ({ path }: { readonly path: string }): string => path.split('/')[1]?.replace(/\..*/, '') ?? INDEX;

/** The tags of some routes. Those with descriptions come first, in that order; the others follow in the order of the routes. */
export const describeTags = (
  routes: readonly { readonly path: string }[],
  descriptions: Readonly<Record<string, Text>>,
  language: Language,
): readonly Tag[] => {
  const used = new Set(routes.map(tagOf));
  const names = [...Object.keys(descriptions).filter((name) => used.has(name)), ...used];
  return [...new Set(names)].map((name) => ({ name, description: (descriptions[name] ?? below(name))[language] }));
};
