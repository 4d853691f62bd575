import type { Answers } from '../../lib/registry';

const two = { type: 'string', pattern: '^\\d\\d$', patternText: { en: 'two digits', fr: 'deux chiffres' }, required: true } as const;

/** The schema of the parts of a date. */
export const dateDetailsAnswer = {
  type: 'object',
  title: 'DateDetails',
  properties: {
    year: { type: 'string', pattern: '^\\d{4}$', patternText: { en: 'four digits', fr: 'quatre chiffres' }, required: true },
    month: two,
    day: two,
    hour: two,
    minutes: two,
    seconds: two,
  },
  required: true,
  description: { en: 'The fields of the date, each with its zeros', fr: 'Les parties de la date, chacune avec ses zéros' },
} as const satisfies Answers;
