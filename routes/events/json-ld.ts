import { currencyOf } from '../../lib/calendar/currency';
import { eventJsonLd as describe, type EventFacts, type OrganizerFacts, type VenueFacts } from '../../lib/calendar/json-ld';
import type { View } from '../../lib/kinds/context';
import type { OwnField } from '../../lib/kinds/field';
import type { PostRecord } from '../../lib/kinds/post-record';
import type { Services } from '../../lib/kinds/services';
import { eventJsonLdAnswer } from '../json-ld-answers';

/** What answers show of an event, as far as its JSON-LD goes. */
interface Shown extends EventFacts {
  readonly venue: VenueFacts | readonly VenueFacts[];
  readonly organizer: readonly OrganizerFacts[];
  readonly cost_details: { readonly currency_symbol: string; readonly values: readonly string[] };
}

/** The event in the words of schema.org, where it is read by itself. */
export const eventJsonLdField = ({ site }: Services) =>
  ({
    stored: false,
    afterwards: true,
    read: (events: readonly PostRecord[], { single }: View, shown: readonly object[]) =>
      (shown as readonly Shown[]).map((event, place) => {
        if (!single) return undefined;
        const { venue, organizer: organizers, cost_details: details } = event;
        const facts = { ...event, date_utc: events[place]?.dateUtc ?? undefined, venues: [venue].flat(), organizers };
        return describe(facts, { currency: currencyOf(details.currency_symbol) ?? site.currencyCode });
      }),
    answers: eventJsonLdAnswer,
    description: eventJsonLdAnswer.description,
  }) as const satisfies OwnField;
