import type { Answers } from '../../../registry';

/** The schema of a wall time, `2030-05-06 07:08:09`. RFC 3339 has no format for it, since it has no offset. */
export const wallAnswer = {
  type: 'string',
  pattern: '^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$',
  patternText: { en: 'a date and a time, such as 2030-05-06 07:08:09', fr: 'une date et une heure, comme 2030-05-06 07:08:09' },
  required: true,
} as const satisfies Answers;
