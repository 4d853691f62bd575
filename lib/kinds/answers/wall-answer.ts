/** What a date of the clocks of some zone is: no RFC 3339, since it has a blank and no offset. */
export const wallAnswer = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$', required: true } as const;
