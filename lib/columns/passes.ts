import { compileFilter } from '../query/filter';

/** Tells of single values whether they meet what a filter says of a field, as MongoDB does; undefined where that is not known here. */
export const passes = (operand: unknown): ((value: unknown) => boolean) | undefined => {
  try {
    const { matches } = compileFilter({ value: operand });
    return (value) => matches({ value });
  } catch {
    return undefined;
  }
};
