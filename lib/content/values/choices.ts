import { errors } from '../../errors';
import { listOf, named } from './lists';
import { judged } from './value';

/** Makes a list of words from `choices`, separated by commas, for queries. */
export const choicesIn = <const C extends string>(choices: readonly C[]) => {
  const items = { type: 'string', enum: choices } as const;
  const schema = { type: 'array', items, minItems: 1 } as const;
  return {
    type: 'array',
    items,
    ...judged({
      read: (sent) => [...new Set(named(listOf(sent)) as C[])],
      none: [],
      schema,
      refuse: () =>
        errors.invalidValue({
          en: `Send one or several of: ${choices.join(', ')}.`,
          fr: `Envoyez une ou plusieurs de ces valeurs : ${choices.join(', ')}.`,
        }),
    }),
  } as const;
};
