import type { OwnField } from '../../../lib/content';
import type { Text } from '../../../lib/language';

/** Makes a boolean field of events. Lists show null for protected events. */
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
        en: `${shown.en}; null in a list that hides it, since the event is protected`,
        fr: `${shown.fr} ; null dans une liste qui le cache, l’évènement étant protégé`,
      },
    },
    description,
  }) as const satisfies OwnField;

/** Booleans that decide where and how an event is shown. */
export const flags = {
  show_map: flag(
    'showMap',
    {
      en: 'Whether clients that show maps are to show one of its venue; false unless given',
      fr: 'Indique si les clients qui montrent des cartes doivent en montrer une de son lieu ; false à défaut',
    },
    { en: 'Whether to show a map', fr: 'Indique s’il faut montrer une carte' },
  ),
  show_map_link: flag(
    'showMapLink',
    {
      en: 'Whether its page links the address of its venue to a map; false unless given',
      fr: 'Indique si sa page mène de l’adresse du lieu à une carte ; false à défaut',
    },
    { en: 'Whether to link a map', fr: 'Indique s’il faut un lien vers une carte' },
  ),
  hide_from_listings: flag(
    'hidden',
    {
      en: 'Whether all lists leave it out, those for editors too, so that only who knows its address finds it; false unless given',
      fr: 'Indique si toutes les listes l’omettent, même pour les éditeurs, si bien que seul qui connaît son adresse le trouve ; false à défaut',
    },
    { en: 'Whether lists leave it out', fr: 'Indique si les listes l’omettent' },
  ),
  sticky: flag(
    'sticky',
    {
      en: 'Whether clients are to show it before others; lists keep their order. False unless given',
      fr: 'Indique si les clients doivent le montrer avant les autres ; l’ordre des listes reste le même. false à défaut',
    },
    { en: 'Whether it is pinned', fr: 'Indique s’il est épinglé' },
  ),
  featured: flag(
    'featured',
    {
      en: 'Whether pages mark it, and lists find it by featured=true; false unless given',
      fr: 'Indique si les pages le signalent, et si les listes le trouvent par featured=true ; false à défaut',
    },
    { en: 'Whether it is featured', fr: 'Indique s’il est mis en avant' },
  ),
} as const;
