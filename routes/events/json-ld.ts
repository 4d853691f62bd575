import { currencyNamed } from '../../lib/calendar/currency';
import { type EventFacts, eventJsonLd, type OrganizerFacts, type VenueFacts } from '../../lib/calendar/json-ld';
import type { Services } from '../../lib/kinds/services';
import { eventJsonLdAnswer } from '../json-ld-answers';
import { jsonLdField } from '../json-ld-field';

/** What answers show of an event, as far as its JSON-LD goes. */
interface Shown extends EventFacts {
  readonly venue: VenueFacts | readonly VenueFacts[];
  readonly organizer: readonly OrganizerFacts[];
  readonly cost_details: { readonly currency_symbol: string; readonly values: readonly string[] };
}

/** The event in the words of schema.org. */
export const eventJsonLdField = ({ site }: Services) =>
  jsonLdField<Shown>((event, record) => {
    const { venue, organizer: organizers, cost_details: details } = event;
    const facts = { ...event, date_utc: record?.dateUtc ?? undefined, venues: [venue].flat(), organizers };
    return eventJsonLd(facts, { currency: currencyNamed(details.currency_symbol, site) ?? site.currencyCode });
  }, eventJsonLdAnswer);
