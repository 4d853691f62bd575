import { type EventFacts, eventJsonLd, type OrganizerFacts, offeredPrice, type VenueFacts } from '../../lib/calendar';
import type { Services } from '../../lib/content';
import { eventJsonLdAnswer, jsonLdField } from '../shared/json-ld';

/** The shown members of an event that its JSON-LD uses. */
interface Shown extends EventFacts {
  readonly venue: VenueFacts | readonly VenueFacts[];
  readonly organizer: readonly OrganizerFacts[];
  readonly cost: string;
}

/** The member `json_ld` of an event, in the vocabulary of schema.org. */
export const eventJsonLdField = ({ site }: Services) =>
  jsonLdField<Shown>((event, record) => {
    const { venue, organizer: organizers, cost } = event;
    const { cost: stored = [] } = (record ?? {}) as { readonly cost?: readonly string[] };
    // The cost of a protected event is shown as an empty text to those who may not read it.
    const price = cost === '' ? undefined : offeredPrice(stored, site);
    return eventJsonLd({ ...event, date_utc: record?.dateUtc ?? undefined, venues: [venue].flat(), organizers, price });
  }, eventJsonLdAnswer);
