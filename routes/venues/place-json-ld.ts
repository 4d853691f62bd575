import { type VenueFacts, venueJsonLd } from '../../lib/calendar/json-ld';
import { placeAnswer } from '../json-ld-answers';

/** The venue in the words of schema.org, where it is read by itself. */
export const placeJsonLd = {
  type: 'object',
  stored: false,
  afterwards: true,
  read: (_: readonly unknown[], { single }: { readonly single: boolean }, shown: readonly object[]) =>
    shown.map((venue) => (single ? venueJsonLd(venue as VenueFacts) : undefined)),
  answers: placeAnswer,
  description: placeAnswer.description,
} as const;
