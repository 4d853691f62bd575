import type { Answers } from '../../../registry';

/** What a date of the clocks of some zone is: no RFC 3339, since it has a blank and no offset. */
export const wallAnswer = {
  type: 'string',
  pattern: '^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$',
  patternText: { en: 'a date and a time, such as 2030-05-06 07:08:09', fr: 'une date et une heure, comme 2030-05-06 07:08:09' },
  required: true,
} as const satisfies Answers;
