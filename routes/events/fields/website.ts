import { presentWebsite } from '../../../lib/calendar';
import {
  type OwnField,
  type PostRecord,
  postUrl,
  type Services,
  siteUrl,
  undeclaredWebsite,
  type View,
  type WriteContext,
} from '../../../lib/content';

/** Returns the address of an event's page. */
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
