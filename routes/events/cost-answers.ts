import type { Answers } from '../../lib/registry';

/** The schema of the details of a cost. */
export const costDetailsAnswer = {
  type: 'object',
  title: 'CostDetails',
  properties: {
    currency_symbol: {
      type: 'string',
      required: true,
      description: { en: 'As it was typed, else empty', fr: 'Tel que saisi, sinon vide' },
    },
    currency_code: {
      type: 'string',
      required: true,
      description: { en: 'In ISO 4217, where it is known, else empty', fr: 'Selon ISO 4217, s’il est connu, sinon vide' },
    },
    currency_position: {
      type: 'string',
      enum: ['prefix', 'postfix', ''],
      required: true,
      description: { en: 'Where the symbol was typed', fr: 'La place où le symbole a été saisi' },
    },
    values: {
      type: 'array',
      items: { type: 'string' },
      required: true,
      description: {
        en: 'Numbers without grouping, ascending; the slug of a text that holds none',
        fr: 'Des nombres sans séparateur de milliers, croissants ; le slug d’un texte qui n’en contient pas',
      },
    },
  },
  required: true,
  description: { en: 'What the cost is made of', fr: 'Le détail du prix' },
} as const satisfies Answers;

/** Schemas of a cost: its text and its details. */
export const costAnswers = {
  cost: { type: 'string', required: true, description: { en: 'The cost as people read it', fr: 'Le prix tel qu’on le lit' } },
  cost_details: costDetailsAnswer,
} as const satisfies Answers['properties'];
