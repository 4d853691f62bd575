import type { OwnField } from '../../../lib/content';
import type { Text } from '../../../lib/language';

/** Makes a boolean field of events. Lists show null for password-protected events. */
export const flag = <const S extends string>(as: S, description: Text, shown: Text) =>
  ({
    type: 'boolean',
    as,
    empty: false,
    shared: true,
    nulled: 'refused',
    hidden: null,
    answers: {
      type: ['boolean', 'null'],
      required: true,
      description: {
        en: `${shown.en}. Null in lists if the event is protected`,
        fr: `${shown.fr}. null dans les listes si l’évènement est protégé`,
      },
    },
    description,
  }) as const satisfies OwnField;

/** Boolean fields that control where and how an event is shown. */
export const flags = {
  show_map: flag(
    'showMap',
    {
      en: 'True if clients should show a map of the venue. False by default',
      fr: 'Vrai si les clients doivent montrer une carte du lieu. false par défaut',
    },
    { en: 'Whether to show a map', fr: 'Indique s’il faut montrer une carte' },
  ),
  show_map_link: flag(
    'showMapLink',
    {
      en: 'True if the page of the event links the venue’s address to a map. False by default',
      fr: 'Vrai si la page de l’évènement mène de l’adresse du lieu à une carte. false par défaut',
    },
    { en: 'Whether to link a map', fr: 'Indique s’il faut un lien vers une carte' },
  ),
  hide_from_listings: flag(
    'hidden',
    {
      en: 'True if all lists leave it out, those for editors too. Only its own address leads to it then. False by default',
      fr: 'Vrai si toutes les listes l’omettent, même pour les éditeurs. Seule son adresse y mène alors. false par défaut',
    },
    { en: 'Whether lists leave it out', fr: 'Indique si les listes l’omettent' },
  ),
  sticky: flag(
    'sticky',
    {
      en: 'True if clients should show it before others. Lists keep their order. False by default',
      fr: 'Vrai si les clients doivent le montrer avant les autres. L’ordre des listes reste le même. false par défaut',
    },
    { en: 'Whether it is pinned', fr: 'Indique s’il est épinglé' },
  ),
  featured: flag(
    'featured',
    {
      en: 'True if pages mark it as featured and lists find it with featured=true. False by default',
      fr: 'Vrai si les pages le signalent comme mis en avant et si les listes le trouvent par featured=true. false par défaut',
    },
    { en: 'Whether it is featured', fr: 'Indique s’il est mis en avant' },
  ),
} as const;
