import type { CalendarRegistry, Services } from '../../lib/kinds/services';
import type { Text } from '../../lib/language';
import { NAMESPACE } from '../namespace';

const CALENDAR: Text = { en: 'Also as calendars to subscribe to.', fr: 'Également sous forme de calendriers auxquels s’abonner.' };

const ITSELF = {
  index: { en: 'What the namespace can do.', fr: 'Ce que sait faire l’espace de noms.' },
  doc: { en: 'This document.', fr: 'Ce document.' },
} as const satisfies Record<string, Text>;

const ofKind = ({ names }: { readonly names: Text }): Text => ({
  en: `To list, read, create, change and delete ${names.en}.`,
  fr: `Pour lister, lire, créer, modifier et supprimer les ${names.fr}.`,
});

/** What stands under the tags of a namespace: its kinds, in the order of their routes, and the namespace itself. */
export const tagsOf = (
  { routes }: Pick<CalendarRegistry, 'routes'>,
  { postLikes, termLikes }: Pick<Services, 'postLikes' | 'termLikes'>,
  namespace: string,
): Readonly<Record<string, Text>> => {
  const lists = namespace === NAMESPACE ? routes.filter((route) => route.namespace === namespace).map(({ path }) => path.slice(1)) : [];
  const kinds = lists.flatMap((plural) => {
    const kind = postLikes.get(plural) ?? termLikes.get(plural);
    if (kind === undefined) return [];
    const { en, fr } = ofKind(kind);
    return [[plural, plural === 'events' ? { en: `${en} ${CALENDAR.en}`, fr: `${fr} ${CALENDAR.fr}` } : { en, fr }] as const];
  });
  return { ...Object.fromEntries(kinds), ...ITSELF };
};
