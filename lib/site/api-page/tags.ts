import type { CalendarRegistry, Services } from '../../content';
import type { Text } from '../../language';

const ITSELF = {
  index: { en: 'What the namespace can do.', fr: 'Ce que sait faire l’espace de noms.' },
  doc: { en: 'This document.', fr: 'Ce document.' },
} as const satisfies Record<string, Text>;

const descriptionOf = ({ names }: { readonly names: Text }): Text => ({
  en: `To list, read, create, change and delete ${names.en}.`,
  fr: `Pour lister, lire, créer, modifier et supprimer les ${names.fr}.`,
});

/** The descriptions of a namespace's tags: its types, in the order of their routes, and the namespace itself. */
export const tagsOf = (
  { routes }: Pick<CalendarRegistry, 'routes'>,
  { postLikes, termLikes, about, namespace: main }: Pick<Services, 'postLikes' | 'termLikes' | 'about' | 'namespace'>,
  namespace: string,
): Readonly<Record<string, Text>> => {
  const lists = namespace === main ? routes.filter((route) => route.namespace === namespace).map(({ path }) => path.slice(1)) : [];
  const types = lists.flatMap((plural) => {
    const type = postLikes.get(plural) ?? termLikes.get(plural);
    if (type === undefined) return [];
    const { en, fr } = descriptionOf(type);
    const more = about.tags[plural];
    return [[plural, more === undefined ? { en, fr } : { en: `${en} ${more.en}`, fr: `${fr} ${more.fr}` }] as const];
  });
  const others = Object.entries(about.tags).filter(([name]) => namespace === main && !types.some(([plural]) => plural === name));
  return { ...Object.fromEntries([...types, ...others]), ...ITSELF };
};
