import { type OrganizerFacts, organizerJsonLd } from '../../lib/calendar/json-ld';
import { personAnswer } from '../json-ld-answers';

/** The organizer in the words of schema.org, where he is read by himself. */
export const personJsonLd = {
  type: 'object',
  stored: false,
  afterwards: true,
  read: (_: readonly unknown[], { single }: { readonly single: boolean }, shown: readonly object[]) =>
    shown.map((organizer) => (single ? organizerJsonLd(organizer as OrganizerFacts) : undefined)),
  answers: personAnswer,
  description: personAnswer.description,
} as const;
