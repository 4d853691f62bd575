import { assignedTerms, either, HOLLOW, inlineLink, linkedData, type Services } from '../../../lib/content';
import { EVENT_LINKS } from '../../shared/about';

/** Makes the link fields of events: categories, tags, venues and organizers. A sent name or object can create the linked record. */
export const eventLinks = (services: Services) =>
  ({
    categories: assignedTerms(services, {
      shown: { en: 'The categories, by name', fr: 'Les catégories, par nom' },
      description: {
        en: 'Its categories by ID, name or slug, in a list or with commas between them; an unknown name becomes a category, and [] takes all away',
        fr: 'Ses catégories par identifiant, nom ou slug, dans une liste ou séparées par des virgules ; un nom inconnu devient une catégorie, et [] les enlève toutes',
      },
    }),
    tags: assignedTerms(services, {
      shown: { en: 'The tags, by name', fr: 'Les étiquettes, par nom' },
      description: {
        en: 'Its tags by ID, name or slug, in a list or with commas between them; an unknown name becomes a tag, and [] takes all away',
        fr: 'Ses étiquettes par identifiant, nom ou slug, dans une liste ou séparées par des virgules ; un nom inconnu devient une étiquette, et [] les enlève toutes',
      },
    }),
    venue: inlineLink(services, {
      to: EVENT_LINKS.venue,
      latest: 'endsAt',
      takes: 'one',
      what: { en: 'a venue', fr: 'd’un lieu' },
      accepts: linkedData('venue'),
      shown: {
        en: 'The venue; an empty list where there is none, and a list of several',
        fr: 'Le lieu ; une liste vide s’il n’y en a pas, et une liste s’il y en a plusieurs',
      },
      description: {
        en: 'The venue: an ID, an object with its data, or a list of these. In the object, venue is the name. The name of an existing venue links that venue, and a new name creates one. [] removes all',
        fr: 'Le lieu : un identifiant, un objet avec ses données, ou une liste de ceux-ci. Dans l’objet, venue est le nom. Le nom d’un lieu existant désigne ce lieu, un nouveau nom en crée un. [] les enlève tous',
      },
    }),
    organizer: inlineLink(services, {
      to: EVENT_LINKS.organizer,
      latest: 'endsAt',
      takes: 'many',
      what: { en: 'an organizer', fr: 'd’un organisateur' },
      accepts: either(linkedData('organizer'), HOLLOW),
      shown: { en: 'The organizers', fr: 'Les organisateurs' },
      description: {
        en: 'The organizers: an ID, an object with its data, or a list of these. In the object, organizer is the name. The name of an existing organizer links that organizer, and a new name creates one. [] removes all',
        fr: 'Les organisateurs : un identifiant, un objet avec ses données, ou une liste de ceux-ci. Dans l’objet, organizer est le nom. Le nom d’un organisateur existant désigne cet organisateur, un nouveau nom en crée un. [] les enlève tous',
      },
    }),
  }) as const;
