import { canRead } from '../../../lib/access';
import { presentWebsite } from '../../../lib/calendar';
import {
  assignedTerms,
  either,
  HOLLOW,
  idOrNone,
  inlineLink,
  linkedData,
  linkedMembers,
  lockRecord,
  type OwnField,
  ownedBy,
  type PostRecord,
  postUrl,
  readableTo,
  type Services,
  servedRecord,
  siteUrl,
  undeclaredWebsite,
  type View,
  type WriteContext,
} from '../../../lib/content';
import { invalidParam } from '../../../lib/errors';
import { EVENT_LINKS } from '../../shared/about';

/** Makes the link fields of events: categories, tags, venues and organizers. A sent name or object can create the linked record. */
export const eventLinks = (services: Services) =>
  ({
    categories: assignedTerms(services, 'categories', {
      shown: { en: 'The categories, by name', fr: 'Les catégories, par nom' },
      description: {
        en: 'The categories, as IDs, names or slugs, in a list or separated by commas. An unknown name creates a category. [] removes all',
        fr: 'Les catégories, par identifiant, nom ou slug, dans une liste ou séparées par des virgules. Un nom inconnu crée une catégorie. [] les enlève toutes',
      },
    }),
    tags: assignedTerms(services, 'tags', {
      shown: { en: 'The tags, by name', fr: 'Les étiquettes, par nom' },
      description: {
        en: 'The tags, as IDs, names or slugs, in a list or separated by commas. An unknown name creates a tag. [] removes all',
        fr: 'Les étiquettes, par identifiant, nom ou slug, dans une liste ou séparées par des virgules. Un nom inconnu crée une étiquette. [] les enlève toutes',
      },
    }),
    venue: inlineLink(services, {
      name: 'venue',
      to: EVENT_LINKS.venue,
      latest: 'endsAt',
      takes: 'one',
      what: { en: 'a venue', fr: 'd’un lieu' },
      accepts: linkedData('venue'),
      shown: {
        en: 'The venue. An empty list if there is none, and a list if there are several',
        fr: 'Le lieu. Une liste vide s’il n’y en a pas, et une liste s’il y en a plusieurs',
      },
      description: {
        en: 'The venue: an ID, an object with its data, or a list of these. In the object, venue is the name. The name of an existing venue links that venue, and a new name creates one. [] removes all',
        fr: 'Le lieu : un identifiant, un objet avec ses données, ou une liste de ceux-ci. Dans l’objet, venue est le nom. Le nom d’un lieu existant désigne ce lieu, un nouveau nom en crée un. [] les enlève tous',
      },
    }),
    organizer: inlineLink(services, {
      name: 'organizer',
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

/** A stored event with the ID of its parent event; 0 for none. */
type Child = PostRecord & { readonly parent: number };

const NO_PARENT = {
  en: 'Send the ID of an event that is neither this one nor below it.',
  fr: 'Envoyez l’identifiant d’un évènement qui n’est ni celui-ci ni l’un de ses descendants.',
};

/** Makes the field of an event's parent event: its ID, or 0 for none. */
export const parent = (services: Services) => {
  const posts = () => services.stores.posts<Child>('events');
  return {
    ...idOrNone({ en: 'Send the ID of an event, or 0 for none.', fr: 'Envoyez l’identifiant d’un évènement, ou 0 pour aucun.' }),
    as: 'parent',
    empty: 0,
    hidden: undefined,
    shared: true,
    linkedType: 'events',
    noCircle: NO_PARENT,
    nulled: 'refused',
    async write(sent: unknown, { current: stored, user, session }: WriteContext<PostRecord>, name: string): Promise<number> {
      const current = stored as Child | undefined;
      const id = sent as number;
      if (id === 0 || id === current?.parent) return id;
      await lockRecord(services, 'events', id, session);
      const named = servedRecord(await posts().byId(id, session), services.site);
      if (!named || !canRead(user, 'events', ownedBy(named))) throw invalidParam(name, NO_PARENT);
      return id;
    },
    async read(records: readonly PostRecord[], view: View) {
      const { user } = view;
      // A parent in the trash is shown to users who may read it there.
      const fallbackVisible = (event: PostRecord) =>
        servedRecord(event, services.site) !== undefined && canRead(user, 'events', ownedBy(event));
      const shown = await linkedMembers(records, {
        records: posts(),
        visibility: { ...readableTo(user, 'events'), fallbackVisible },
        served: services.site.served,
        idsOf: (record) => [(record as Child).parent].filter((id) => id > 0),
      });
      return shown.map(([event]) => event?._id);
    },
    answers: {
      type: 'integer',
      description: { en: 'The ID of the parent event, if it may be seen', fr: 'L’identifiant de l’évènement parent, s’il est visible' },
    },
    description: {
      en: 'The ID of the parent event, or 0 for none. It may be neither the event itself nor one below it',
      fr: 'L’identifiant de l’évènement parent, ou 0 pour aucun. Ce ne peut être ni l’évènement lui-même ni l’un de ses descendants',
    },
  } as const satisfies OwnField;
};

export const eventUrl = (event: PostRecord, baseUrl: string, services: Services): string =>
  postUrl({ id: event._id, language: event.language, slug: event.slug, status: event.status }, 'event', siteUrl(baseUrl, services.site));

/** Makes the website field of an event. Without a website, responses show the event's page; an empty text removes the website. */
export const eventWebsite = (services: Services) =>
  ({
    ...undeclaredWebsite,
    default: null,
    cleared: '',
    shared: true,
    hidden: '',
    write: (sent: unknown, { current }: WriteContext<PostRecord>): string | undefined =>
      sent === '' && current === undefined ? undefined : String(sent),
    show: (stored: unknown, event: PostRecord, { baseUrl }: View): string =>
      stored === undefined ? eventUrl(event, baseUrl, services) : presentWebsite(String(stored)),
    answers: {
      type: 'string',
      required: true,
      description: {
        en: 'The website, with & as &amp;. The event’s page if no website was ever sent',
        fr: 'Le site web, où & s’écrit &amp;. La page de l’évènement si aucun site n’a jamais été envoyé',
      },
    },
    description: {
      en: 'The address of its own site, with the scheme, such as https://example.org',
      fr: 'L’adresse de son propre site, avec le protocole, comme https://example.org',
    },
  }) as const satisfies OwnField;
